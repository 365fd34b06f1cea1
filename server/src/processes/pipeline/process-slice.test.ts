import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, type Client, startTestServer, type TestServer } from '../../../test/harness.ts'
import { claim, expireLeases, laneOf, rowOf } from '../../../test/lane-of.ts'
import { expectFiguresToAgree, queryCells } from '../../../test/recount.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { openPool } from '../../platform/db/pool.ts'
import { unscoped } from '../../platform/db/tx.ts'
import { gateNames } from '../../platform/lanes/gate-names.ts'
import { Gates } from '../../platform/lanes/gates.ts'
import type { ClaimedDocument } from '../../platform/lanes/slice.ts'
import { encodeId } from '../../platform/lib/ids.ts'
import { type Embedder, EmbedderClosed } from '../../platform/providers/embedding/embedder.ts'
import { classifyDocuments } from './classify-documents.ts'
import type { Pipeline } from './pipeline.ts'
import { processSlice } from './process-slice.ts'

/** The pipeline by itself: the test claims a slice and passes it on, so it knows the documents in it. */
describe('a slice', () => {
  let scripted: ScriptedEmbedder
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    scripted = await startScriptedEmbedder()
    server = await startTestServer({ worker: false, config: scripted.config })
    client = server.client
    // Before calls are counted: an embedder is calibrated by its first call, and a process embeds the descriptions of
    // categories once.
    await server.app.embedder.embed(['First.'], { purpose: 'query' })
    await classifyDocuments(server.app.embedder, [])
  })
  afterAll(async () => {
    await server.close()
    await scripted.close()
  })

  const maxAttempts = 2
  const errors: unknown[] = []
  const outcomes: string[] = []
  const pipeline = (embedder: Embedder = server.app.embedder): Pipeline => ({
    embedder,
    blobs: server.app.blobs,
    reader: server.app.reader,
    fetching: server.app.fetching,
    chunkSizeOf: async () => undefined,
    maxAttempts,
    dreamQuietMs: 0,
    queueOf: cell => server.app.wakes.ofCell(cell.name),
    onStage: () => undefined,
    onOutcome: (outcome, documents) => outcomes.push(...Array<string>(documents).fill(outcome)),
    onError: error => errors.push(error),
  })
  const process = (slice: ClaimedDocument[], embedder?: Embedder, parts?: Partial<Pipeline>) =>
    processSlice(
      { ...pipeline(embedder), ...parts },
      server.app.cells.of(slice[0]!.shard),
      slice,
      new AbortController().signal,
    )

  let containers = 0
  async function hold(...contents: string[]): Promise<ClaimedDocument[]> {
    const containerTag = `slice_${++containers}`
    for (const content of contents) await add(client, { content, containerTag })
    return (await claim(server, await laneOf(server, client, containerTag), 'test')).documents
  }
  const statusesOf = (slice: ClaimedDocument[]) =>
    Promise.all(
      slice.map(async ({ id }) => (await client.request('GET', `/v3/documents/${encodeId(id)}`)).body.status),
    )
  const attemptOf = async ({ id }: ClaimedDocument) =>
    (await client.request('GET', `/v3/documents/${encodeId(id)}/attempts`)).body.attempts[0]

  test('goes through the stages together, with one call to the provider', async () => {
    const slice = await hold('One.', 'Two.', 'Three.')
    const calls = scripted.calls.length
    outcomes.length = 0
    await process(slice)
    expect(await statusesOf(slice)).toEqual(['done', 'done', 'done'])
    expect(scripted.calls.slice(calls).map(({ texts }) => texts)).toEqual([['One.', 'Two.', 'Three.']])
    expect(outcomes).toEqual(['done', 'done', 'done'])
  })

  test('that meets a locked row waits, however often, and loses no attempt', async () => {
    const database = server.databases[0]!
    const pool = openPool({
      url: database.login,
      role: 'reverie_app',
      max: 1,
      name: 't',
      limits: { lock: 50 },
    })
    const holder = await database.admin.connect()
    await holder.query('select pg_advisory_lock(12)')
    const chunkSizeOf = () =>
      unscoped({ name: 'main', pool }, async db => {
        await sql`select pg_advisory_xact_lock(12)`.execute(db)
        return undefined
      })
    const slice = await hold('Behind a lock.')
    try {
      for (let attempt = 0; attempt <= maxAttempts; attempt++) {
        await process(slice, undefined, { chunkSizeOf })
        expect(await attemptOf(slice[0]!)).toMatchObject({ outcome: 'retry' })
        expect(await statusesOf(slice)).toEqual(['queued'])
        await database.admin.query('update cell.documents set due_at = now() where id = $1', [slice[0]!.id])
        slice.splice(
          0,
          1,
          ...(await claim(server, await laneOf(server, client, `slice_${containers}`), 'test')).documents,
        )
      }
    } finally {
      holder.release(true)
      await pool.end()
    }
    await process(slice)
    expect(await statusesOf(slice)).toEqual(['done'])
  })

  test('embeds the same text of two documents once', async () => {
    const slice = await hold('Twice.', 'Twice.')
    const calls = scripted.calls.length
    await process(slice)
    expect(await statusesOf(slice)).toEqual(['done', 'done'])
    expect(scripted.calls.slice(calls).map(({ texts }) => texts)).toEqual([['Twice.']])
  })

  test.each([0, 1, 2])(
    'whose document %i has killed too many workers fails that document and finishes the others',
    async culprit => {
      const slice = await hold('One.', 'Two.', 'Three.')
      slice[culprit]!.attempts = maxAttempts + 1
      await process(slice)
      expect(await statusesOf(slice)).toEqual([0, 1, 2].map(i => (i === culprit ? 'failed' : 'done')))
      expect(await attemptOf(slice[culprit]!)).toMatchObject({ outcome: 'failed', errorCode: 'internal' })
      await expectFiguresToAgree(server.databases)
    },
  )

  test('whose stage throws runs each document alone, and retries only the one at fault', async () => {
    const slice = await hold('One.', 'A bomb.', 'Three.')
    const fragile: Embedder = {
      ...server.app.embedder,
      async embed(texts, options) {
        if (texts.some(text => text.includes('bomb'))) throw new Error('boom')
        return server.app.embedder.embed(texts, options)
      },
    }
    errors.length = 0
    await process(slice, fragile)
    expect(await statusesOf(slice)).toEqual(['done', 'queued', 'done'])
    expect(await attemptOf(slice[1]!)).toMatchObject({
      outcome: 'retry',
      errorCode: 'internal',
      stage: 'embedding',
    })
    expect(errors.map(String)).toContain('Error: boom')
    await expectFiguresToAgree(server.databases)
  })

  test.each([
    ['no room for anything', true, ['queued', 'queued', 'queued']],
    ['room for all but one document', false, ['done', 'queued', 'done']],
  ])('on a disk with %s uses up no attempt', async (_, isDown, statuses) => {
    const probes = new Map([
      [gateNames.disk, () => (isDown ? Promise.reject(new Error('full')) : Promise.resolve())],
    ])
    const gates = new Gates({ probes, probeMs: 0 })
    const slice = await hold('One.', 'A flood.', 'Three.')
    const flooding: Embedder = {
      ...server.app.embedder,
      async embed(texts, options) {
        if (texts.some(text => text.includes('flood')))
          throw Object.assign(new Error('write'), { code: 'ENOSPC' })
        return server.app.embedder.embed(texts, options)
      },
    }
    await process(slice, flooding, { gates })
    expect(await statusesOf(slice)).toEqual(statuses)
    expect(await rowOf(server, encodeId(slice[1]!.id))).toMatchObject({ attempts: 0 })
    const { rows } = await server.databases[0]!.admin.query('delete from work.gates returning name')
    expect(rows).toEqual(isDown ? [{ name: 'disk' }] : [])
    await server.databases[0]!.admin.query('delete from work.gate_waits')
  })

  test.each([
    ['short', 1_000, 'extracting'],
    ['long', 70_000, 'chunking'],
  ])('of a %s text shows every stage that takes noticeable time', async (_, characters, seen) => {
    const slice = await hold('Words. '.repeat(characters / 7))
    const statuses: string[] = []
    const chunkSizeOf = async () => {
      statuses.push(...(await statusesOf(slice)))
      return undefined
    }
    const told: Embedder = {
      ...server.app.embedder,
      async embed(texts, options) {
        statuses.push(...(await statusesOf(slice)))
        return server.app.embedder.embed(texts, options)
      },
    }
    await process(slice, told, { chunkSizeOf })
    expect(statuses.slice(0, 2)).toEqual([seen, 'embedding'])
    expect(await attemptOf(slice[0]!)).toMatchObject({ outcome: 'done', stage: 'indexing' })
  })

  test('shows the stage in which an attempt ended, even if that stage was too short to be marked', async () => {
    const slice = await hold('A short text.')
    await process(slice, undefined, { chunkSizeOf: () => Promise.reject(new Error('no size')) })
    expect(await attemptOf(slice[0]!)).toMatchObject({ outcome: 'retry', stage: 'chunking' })
  })

  test('drops documents that are deleted or revised meanwhile, and finishes the rest', async () => {
    const slice = await hold('To be deleted.', 'To be revised.', 'To be kept.')
    const ids = slice.map(({ id }) => encodeId(id))
    const slow: Embedder = {
      ...server.app.embedder,
      async embed(texts, options) {
        await client.request('DELETE', `/v3/documents/${ids[0]}`)
        await queryCells(server.databases, `update cell.documents set latest_revision = 2 where id = $1`, [
          slice[1]!.id,
        ])
        return server.app.embedder.embed(texts, options)
      },
    }
    outcomes.length = 0
    await process(slice, slow)
    expect(outcomes).toEqual(['done'])
    expect(await statusesOf(slice)).toEqual([undefined, 'embedding', 'done'])
    expect(await attemptOf(slice[1]!)).toMatchObject({ outcome: 'superseded' })
    const indexed = await queryCells(
      server.databases,
      'select document from cell.chunks where container = $1',
      [slice[0]!.container],
    )
    expect(indexed).toEqual([{ document: slice[2]!.id }])
    await expectFiguresToAgree(server.databases)
  })

  test('finishes its live documents although the purge of a deleted one fails', async () => {
    const containerTag = `slice_${++containers}`
    const deleted = await add(client, { content: 'To be deleted.', containerTag })
    await add(client, { content: 'To be kept.', containerTag })
    await client.request('DELETE', `/v3/documents/${deleted}`)
    const slice = (await claim(server, await laneOf(server, client, containerTag), 'test')).documents
    const { admin } = server.databases[0]!
    await admin.query(`create function cell.refuse_purge() returns trigger language plpgsql as $$
      begin raise exception 'a fault of ours'; end $$;
      create trigger refuse_purge before update on cell.documents for each row when (new.title is null and old.tombstoned_at is not null)
        execute function cell.refuse_purge()`)
    errors.length = 0
    outcomes.length = 0
    await process(slice)
    await admin.query('drop trigger refuse_purge on cell.documents; drop function cell.refuse_purge')
    expect(outcomes).toEqual(['done'])
    expect(errors).toMatchObject([{ message: 'a fault of ours' }])
  })

  test('raises the version of its container once, when it is done', async () => {
    const slice = await hold('Counted when it is done.')
    const readVersion = async () =>
      (
        await queryCells<{ version: string }>(
          server.databases,
          'select version from cell.containers where container = $1',
          [slice[0]!.container],
        )
      )[0]!.version
    const before = Number(await readVersion())
    await process(slice)
    expect(Number(await readVersion())).toBe(before + 1)
  })

  test('loses no attempt when its process stops while embedding', async () => {
    const slice = await hold('Cut off by a restart.')
    const closing: Embedder = {
      ...server.app.embedder,
      embed: () => Promise.reject(new EmbedderClosed()),
    }
    await process(slice, closing)
    expect(await statusesOf(slice)).toEqual(['queued'])
    const [{ attempts }] = (await queryCells(
      server.databases,
      'select attempts from cell.documents where id = $1',
      [slice[0]!.id],
    )) as [{ attempts: number }]
    expect(attempts).toBe(0)
  })

  const attemptsOf = async ({ id }: ClaimedDocument) =>
    (
      await queryCells<{ attempts: number }>(
        server.databases,
        'select attempts from cell.documents where id = $1',
        [id],
      )
    )[0]!.attempts

  /** The cell of a slice through connections that can be lost. */
  const cellThatMayBeLost = ([document]: ClaimedDocument[]) => {
    const cell = server.app.cells.of(document!.shard)
    const state = { isAway: false, refused: 0 }
    const connect = async () => {
      if (!state.isAway) return cell.pool.connect()
      state.refused++
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    }
    return { state, cell: { ...cell, pool: { connect } as unknown as typeof cell.pool } }
  }

  test('that loses its database stores its ending when the database is back, and loses no attempt', async () => {
    const slice = await hold('Between two worlds.')
    const { state, cell } = cellThatMayBeLost(slice)
    const losing: Embedder = {
      ...server.app.embedder,
      async embed(texts, options) {
        state.isAway = true
        setTimeout(() => {
          state.isAway = false
        }, 100)
        return server.app.embedder.embed(texts, options)
      },
    }
    const stopping = new AbortController().signal
    await processSlice({ ...pipeline(losing), stopping }, cell, slice, new AbortController().signal)
    expect(state.refused).toBeGreaterThan(1)
    expect(await statusesOf(slice)).toEqual(['queued'])
    expect(await attemptsOf(slice[0]!)).toBe(0)
  })

  test('that loses its database again and again counts attempts after ten times, and is then tried alone', async () => {
    const slice = await hold('The straw.', 'A neighbour.')
    await queryCells(
      server.databases,
      `insert into cell.attempts (shard, org, container, document, fence, revision, worker, stage, outcome, error_code, error_message)
       select shard, org, container, id, fence + 100 + n, latest_revision, 'w', 'indexing', 'retry', 'internal', 'The database was lost'
         from cell.documents, generate_series(1, 10) n where id = $1`,
      [slice[0]!.id],
    )
    const { state, cell } = cellThatMayBeLost(slice)
    const losing: Embedder = {
      ...server.app.embedder,
      async embed(texts, options) {
        state.isAway = true
        setTimeout(() => {
          state.isAway = false
        }, 100)
        return server.app.embedder.embed(texts, options)
      },
    }
    const stopping = new AbortController().signal
    await processSlice({ ...pipeline(losing), stopping }, cell, slice, new AbortController().signal)
    expect(await Promise.all(slice.map(attemptsOf))).toEqual([1, 0])
    expect(await statusesOf(slice)).toEqual(['embedding', 'queued'])
  })

  test('that was taken over while its worker lived on gives its attempt back', async () => {
    const slice = await hold('Taken over.')
    const lane = await laneOf(server, client, `slice_${containers}`)
    let successor: ClaimedDocument[] = []
    const closing: Embedder = {
      ...server.app.embedder,
      async embed() {
        await expireLeases(server, slice)
        successor = (await claim(server, lane, 'successor')).documents
        expect(await attemptsOf(slice[0]!)).toBe(2)
        throw new EmbedderClosed()
      },
    }
    await process(slice, closing)
    expect(await attemptsOf(slice[0]!)).toBe(1)
    await process(successor)
    expect(await statusesOf(slice)).toEqual(['done'])
  })

  test('does not pay again for vectors that were paid for before a crash', async () => {
    const slice = await hold('Dear words.')
    const lane = await laneOf(server, client, `slice_${containers}`)
    let successor: ClaimedDocument[] = []
    const slow: Embedder = {
      ...server.app.embedder,
      async embed(texts, options) {
        const vectors = await server.app.embedder.embed(texts, options)
        await expireLeases(server, slice)
        successor = (await claim(server, lane, 'successor')).documents
        return vectors
      },
    }
    await process(slice, slow)
    expect(await statusesOf(slice)).toEqual(['extracting'])
    const calls = scripted.calls.length
    await process(successor)
    expect(await statusesOf(slice)).toEqual(['done'])
    expect(scripted.calls).toHaveLength(calls)
  })
})
