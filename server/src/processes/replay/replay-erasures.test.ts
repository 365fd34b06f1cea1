import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportArchive, importFile } from '../../../test/archives.ts'
import { asAdmin, type TestDatabase } from '../../../test/database.ts'
import { add, type Client, layouts, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { eraseDocuments } from '../../features/documents/delete-document.ts'
import { journalUnnoted } from '../../features/erasures/journal-erasures.ts'
import { BlobUnavailable } from '../../platform/blobs/blob-store.ts'
import { inScope } from '../../platform/db/tx.ts'
import { decodeId, newId } from '../../platform/lib/ids.ts'
import { replayErasures } from './replay-erasures.ts'

const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1)
const backupOf = (database: TestDatabase) => `${nameOf(database)}_backup`

/** A copy of the whole database, as a restore would bring it back. Nobody may be connected to what is copied. */
async function backUp(databases: readonly TestDatabase[]): Promise<void> {
  for (const database of databases)
    await asAdmin(async client => {
      const name = nameOf(database)
      await client.query(`alter database ${name} allow_connections false`)
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      await client.query(`create database ${backupOf(database)} template ${name}`)
      await client.query(`alter database ${name} allow_connections true`)
    })
}

async function restore(databases: readonly TestDatabase[]): Promise<void> {
  for (const database of databases)
    await asAdmin(async client => {
      await client.query(`drop database ${nameOf(database)} with (force)`)
      await client.query(`alter database ${backupOf(database)} rename to ${nameOf(database)}`)
    })
}

describe.each(layouts)('after a restore on $layout', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    server = await startTestServer({
      cellCount,
      config: { RECONCILE_MS: 1_000, DREAM_QUIET_MS: 100, DREAM_MAX_WAIT_MS: 500 },
    })
    client = server.client
  })
  afterAll(() => server.close())

  /** Connections that the restore cut are reported once. */
  const ask = (method: string, path: string, body?: unknown) =>
    until(
      () => client.request(method, path, body),
      ({ status }) => status !== 503,
    )
  const replay = (since = new Date(0)) =>
    until(() => replayErasures(server.app, since).catch(() => undefined), Boolean)
  const statusOf = async (id: string) => (await ask('GET', `/v3/documents/${id}`)).status
  const memoriesOf = async (containerTag: string) =>
    (await ask('POST', '/v4/memories/list', { containerTags: [containerTag] })).body.memoryEntries

  test('a replay repeats every deletion of the journal with its receipt, and touches nothing else', async () => {
    const kept = await add(client, { content: 'This one stays.', containerTag: 'kept' })
    const single = await add(client, { content: 'Deleted by itself.', containerTag: 'kept' })
    const several = [
      await add(client, { content: 'Deleted with another.', containerTag: 'kept' }),
      await add(client, { content: 'Deleted with the first.', containerTag: 'kept' }),
    ]
    const inTag = await add(client, { content: 'Deleted with its tag.', containerTag: 'closed' })
    const written = await ask('POST', '/v4/memories', {
      containerTag: 'kept',
      memories: [{ content: 'Ada lives in Oslo.' }, { content: 'Ada plays the viola.' }],
    })
    const [forgotten] = written.body.memories as { id: string }[]
    await backUp(server.databases)
    const later = await add(client, { content: 'Added and deleted after the backup.', containerTag: 'kept' })
    const receipts = [
      (await ask('DELETE', `/v3/documents/${single}`)).headers.get('x-erasure-id')!,
      (await ask('DELETE', `/v3/documents/${later}`)).headers.get('x-erasure-id')!,
      (await ask('DELETE', '/v3/documents/bulk', { ids: several })).body.erasureIds[0],
      (await ask('DELETE', '/v3/container-tags/closed')).body.erasureId,
      (await ask('DELETE', '/v4/memories', { containerTag: 'kept', id: forgotten!.id })).headers.get(
        'x-erasure-id',
      )!,
    ]
    await restore(server.databases)
    expect(await statusOf(single)).toBe(200)
    expect(await memoriesOf('kept')).toHaveLength(2)

    expect(await replay()).toMatchObject({ documents: 3, containers: 1, memories: 1, unknown: 0 })
    for (const id of [single, ...several, inTag, later]) expect(await statusOf(id)).toBe(404)
    expect(await statusOf(kept)).toBe(200)
    expect(await memoriesOf('kept')).toMatchObject([{ memory: 'Ada plays the viola.' }])
    for (const id of receipts)
      expect(
        await until(
          async () => (await ask('GET', `/v3/erasures/${id}`)).body,
          ({ status }) => status === 'done',
        ),
      ).toMatchObject({ id, status: 'done' })

    expect(await replay()).toMatchObject({ documents: 0, containers: 0, memories: 0 })
    expect(await replay(new Date(Date.now() + 48 * 3_600_000))).toMatchObject({ entries: 0 })
  })

  /** An organization in one cell, whose requests are repeated after the cut of a restore. */
  async function newOrganization() {
    const own = await server.newClient()
    return {
      own,
      asked: (method: string, path: string, body?: unknown) =>
        until(
          () => own.request(method, path, body),
          ({ status }) => status !== 503,
        ),
    }
  }

  test('a replay deletes a tag that was merged into a deleted one after the backup', async () => {
    // Tags of different cells cannot be merged.
    const { own, asked } = await newOrganization()
    const id = await add(own, { content: 'In the first tag.', containerTag: 'first' })
    await add(own, { content: 'In the second tag.', containerTag: 'second' })
    await backUp(server.databases)
    const request = { containerTags: ['first'], targetContainerTag: 'second' }
    const { body } = await asked('POST', '/v3/container-tags/merge', request)
    await until(
      () => asked('GET', `/v3/container-tags/merge/${body.mergeId}`),
      merge => merge.body.status === 'done',
    )
    expect(await asked('DELETE', '/v3/container-tags/second')).toMatchObject({ status: 200 })
    await restore(server.databases)
    expect(await asked('GET', `/v3/documents/${id}`)).toMatchObject({ status: 200 })
    expect(await replay()).toMatchObject({ containers: 2 })
    expect(await asked('GET', `/v3/documents/${id}`)).toMatchObject({ status: 404 })
  })

  test('a replay deletes a document that was moved into a deleted container tag after the backup', async () => {
    const { own, asked } = await newOrganization()
    const id = await add(own, { content: 'Moved, then deleted with the tag.', containerTag: 'before' })
    await add(own, { content: 'There from the start.', containerTag: 'deleted' })
    await backUp(server.databases)
    expect(await asked('PATCH', `/v3/documents/${id}`, { containerTag: 'deleted' })).toMatchObject({
      status: 200,
    })
    expect(await asked('DELETE', '/v3/container-tags/deleted')).toMatchObject({ status: 200 })
    await restore(server.databases)
    expect(await asked('GET', `/v3/documents/${id}`)).toMatchObject({ status: 200 })
    expect(await replay()).toMatchObject({ documents: 1, kept: [] })
    expect(await asked('GET', `/v3/documents/${id}`)).toMatchObject({ status: 404 })
    expect(await replay()).toMatchObject({ documents: 0, containers: 0 })
  })

  test('a replay keeps a document that was moved out of a deleted container tag after the backup, and says so', async () => {
    const { own, asked } = await newOrganization()
    const id = await add(own, { content: 'Moved away, and never deleted.', containerTag: 'left' })
    const other = await add(own, { content: 'Deleted with the tag.', containerTag: 'left' })
    const memories = [{ content: 'Ada paints boats.' }]
    await asked('POST', '/v4/memories', { containerTag: 'left', memories })
    await backUp(server.databases)
    expect(await asked('PATCH', `/v3/documents/${id}`, { containerTag: 'elsewhere' })).toMatchObject({
      status: 200,
    })
    const deleted = await asked('DELETE', '/v3/container-tags/left')
    await restore(server.databases)
    expect(await replay()).toMatchObject({
      ...{ documents: 1, containers: 0, memories: 1 },
      kept: [`${own.organization.slug}: left`],
    })
    expect(await asked('GET', `/v3/documents/${id}`)).toMatchObject({ status: 200 })
    expect(await asked('GET', `/v3/documents/${other}`)).toMatchObject({ status: 404 })
    const list = async () =>
      (await asked('POST', '/v4/memories/list', { containerTags: ['left'] })).body.memoryEntries
    expect(await list()).toEqual([])

    // What people write afterwards is theirs. Once the document is moved, the tag can be deleted.
    await asked('POST', '/v4/memories', {
      containerTag: 'left',
      memories: [{ content: 'Ada paints houses.' }],
    })
    expect(await replay()).toMatchObject({
      documents: 0,
      memories: 0,
      kept: [expect.stringContaining('left')],
    })
    expect(await list()).toMatchObject([{ memory: 'Ada paints houses.' }])
    await asked('PATCH', `/v3/documents/${id}`, { containerTag: 'elsewhere' })
    const again = await asked('DELETE', '/v3/container-tags/left')
    for (const receipt of [deleted.body.erasureId, again.body.erasureId])
      await until(
        () => asked('GET', `/v3/erasures/${receipt}`),
        ({ body }) => body.status === 'done' && body.isClean,
      )
    expect(await asked('GET', `/v3/documents/${id}`)).toMatchObject({ status: 200 })
  })

  test('a replay keeps a document that was added later under the customId of a deleted one', async () => {
    const { own, asked } = await newOrganization()
    const again = { content: 'The same name.', containerTag: 'named', customId: 'one-name' }
    const first = await add(own, again)
    await asked('DELETE', `/v3/documents/${first}`)
    const second = await add(own, { ...again, content: 'The same name, added again.' })
    await backUp(server.databases)
    await restore(server.databases)
    expect(await asked('GET', `/v3/documents/${second}`)).toMatchObject({ status: 200 })
    await replay()
    expect(await asked('GET', `/v3/documents/${second}`)).toMatchObject({ status: 200 })
  })

  test('a replay forgets an older version of a memory, one in a tag that was merged since, and those of a batch', async () => {
    const { own, asked } = await newOrganization()
    const stored = await asked('POST', '/v4/memories', {
      containerTag: 'from',
      memories: [
        { content: 'Ada lives in Oslo.' },
        { content: 'Ada plays the viola.' },
        { content: 'Ada sails on Sundays.' },
        { content: 'Ada keeps bees.' },
      ],
    })
    const [edited, merged, batched] = stored.body.memories as { id: string }[]
    await backUp(server.databases)
    const { body: edit } = await asked('PATCH', '/v4/memories', {
      ...{ containerTag: 'from', id: edited!.id, newContent: 'Ada lives in Bergen.' },
    })
    await add(own, { content: 'So that the target is there.', containerTag: 'to' })
    const { body: merge } = await asked('POST', '/v3/container-tags/merge', {
      ...{ containerTags: ['from'], targetContainerTag: 'to' },
    })
    await until(
      () => asked('GET', `/v3/container-tags/merge/${merge.mergeId}`),
      ({ body }) => body.status === 'done',
    )
    for (const { id } of [edit, merged!])
      expect(await asked('DELETE', '/v4/memories', { containerTag: 'to', id })).toMatchObject({ status: 200 })
    const { body: batch } = await asked('POST', '/v4/memories/forget-matching', {
      ...{ containerTag: 'to', ids: [batched!.id] },
    })
    const receipt = async () => (await asked('GET', `/v3/erasures/${batch.forgetBatchId}`)).body
    const expected = { kind: 'memory', targetId: null, status: 'done', requested: 1, isClean: false }
    expect(await receipt()).toMatchObject({ ...expected, remains: [{ what: 'memory', count: 1 }] })
    await restore(server.databases)
    expect(await replay()).toMatchObject({ memories: 3 })
    const list = await asked('POST', '/v4/memories/list', { containerTags: ['from'] })
    expect(list.body.memoryEntries).toMatchObject([{ memory: 'Ada keeps bees.' }])
    expect(await receipt()).toMatchObject(expected)
  })

  test('a replay does not forget a memory again whose forgetting was undone before the backup, or after a replay', async () => {
    const { asked } = await newOrganization()
    const stored = await asked('POST', '/v4/memories', {
      ...{ containerTag: 'undone', memories: [{ content: 'Ada rows.' }, { content: 'Ada dives.' }] },
    })
    const [before, after] = stored.body.memories as { id: string }[]
    const forget = ({ id }: { id: string }) => asked('DELETE', '/v4/memories', { containerTag: 'undone', id })
    const undo = async ({ id }: { id: string }) =>
      expect(await asked('POST', `/v4/memories/${id}/undo`, {})).toMatchObject({ status: 200 })
    await forget(before!)
    await undo(before!)
    await backUp(server.databases)
    await forget(after!)
    await restore(server.databases)
    expect(await replay()).toMatchObject({ memories: 1 })
    await undo(after!)
    expect(await replay()).toMatchObject({ memories: 0 })
    const list = await asked('POST', '/v4/memories/list', { containerTags: ['undone'] })
    expect(list.body.memoryEntries).toHaveLength(2)
  })

  test('a replay keeps documents of a deleted container tag that an archive has brought back under the same ids', async () => {
    const [source, target] = [await server.newClient(), await server.newClient()]
    await add(source, { content: 'Imported twice.', containerTag: 'archived' })
    const archive = await exportArchive(server, source, { containerTag: 'archived' })
    const imported = async () => {
      await importFile(server, target, archive, { containerTag: 'archived' })
      const { body } = await target.request('POST', '/v3/documents/list', { containerTags: ['archived'] })
      return body.memories[0].id as string
    }
    const first = await imported()
    const { body } = await target.request('DELETE', '/v3/container-tags/archived')
    await until(
      () => target.request('GET', `/v3/erasures/${body.erasureId}`),
      receipt => receipt.body.status === 'done',
    )
    expect(await imported()).toBe(first)
    await replay()
    expect(await target.request('GET', `/v3/documents/${first}`)).toMatchObject({ status: 200 })
  })

  /** Deletes these while the journal cannot be written. */
  async function deleteUnnoted(of: Client, ...paths: string[]) {
    const { journal } = server.app
    const append = journal.append.bind(journal)
    journal.append = async () => {
      throw new BlobUnavailable(new Error('away'))
    }
    for (const path of paths) {
      const { status, body } = await of.request('DELETE', path)
      expect([status, body.code]).toEqual([503, 'storage.unavailable'])
    }
    journal.append = append
  }

  async function countUnnoted() {
    const counts = await Promise.all(
      server.databases.map(({ admin }) =>
        admin.query('select from cell.erasures where journaled_at is null'),
      ),
    )
    return counts.reduce((sum, { rowCount }) => sum + rowCount!, 0)
  }

  test('a deletion is not confirmed while the journal cannot be written, and a worker journals it later', async () => {
    const id = await add(client, { content: 'Deleted while the store is away.', containerTag: 'away' })
    await deleteUnnoted(client, `/v3/documents/${id}`)
    expect(await statusOf(id)).toBe(404)
    await until(countUnnoted, count => count === 0)
    const entries = []
    for await (const { entry } of server.app.journal.read(new Date(0))) entries.push(entry?.target)
    expect(entries).toContain(decodeId(id))
  })

  test('a deleted container tag that a worker journals later names its documents, and those whose own deletion was not journaled', async () => {
    const ids = [
      await add(client, { content: 'Deleted shortly before its tag.', containerTag: 'outage' }),
      await add(client, { content: 'Deleted with its tag.', containerTag: 'outage' }),
    ]
    await deleteUnnoted(client, `/v3/documents/${ids[0]}`, '/v3/container-tags/outage')
    await until(countUnnoted, count => count === 0)
    const named = []
    for await (const { entry } of server.app.journal.read(new Date(0)))
      if (entry?.kind === 'container' && entry.isWhole) named.push(entry.documents.toSorted())
    expect(named).toContainEqual(ids.map(id => decodeId(id)).toSorted())
  })

  test('a bulk deletion that continues after a worker journaled its first part is journaled as a whole', async () => {
    const { cells, journal } = server.app
    const ids = [
      await add(client, { content: 'Deleted first.', containerTag: 'slow' }),
      await add(client, { content: 'Deleted second.', containerTag: 'slow' }),
    ].map(id => decodeId(id)!)
    const { shard, org, container } = (await server.app.containers.resolve(client.organization, 'slow'))!
    const receipt = { id: newId(shard), kind: 'documents', target: null, askedBy: 'key' } as const
    for (const id of ids) {
      await inScope(cells.of(shard), { org }, db =>
        eraseDocuments(db, { shard, org, container }, [id], receipt),
      )
      await until(countUnnoted, count => count === 0)
    }
    const named = new Set<string>()
    for await (const { entry } of journal.read(new Date(0)))
      if (entry?.id === receipt.id) for (const id of entry.documents) named.add(id)
    expect([...named].sort()).toEqual(ids.sort())
  })

  test('a worker does not journal deletions of a shard that is still arriving from another cell', async () => {
    const { cells, journal } = server.app
    const own = await server.newClient({ homeShard: 18 })
    const cell = cells.of(18)
    const { admin } = server.databases[cells.all.indexOf(cell)]!
    const id = await add(own, { content: 'Deleted during a move.', containerTag: 'moving' })
    await admin.query(
      `insert into work.shard_moves (shard, move, state, barrier) values (18, gen_random_uuid(), 'arriving', 0)`,
    )
    await deleteUnnoted(own, `/v3/documents/${id}`)
    const { signal } = new AbortController()
    expect(await journalUnnoted(cell, journal, { most: 10, signal })).toBe(0)
    expect(await countUnnoted()).toBe(1)
    await admin.query('delete from work.shard_moves')
    await until(countUnnoted, count => count === 0)
  })
})
