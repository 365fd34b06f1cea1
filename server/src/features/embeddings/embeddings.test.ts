import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  add,
  layouts,
  startTestServer,
  type TestServer,
  until,
  untilFinished,
} from '../../../test/harness.ts'
import { queryCells } from '../../../test/recount.ts'
import { inherited } from '../../../test/run-reverie.ts'
import { outOfOrder, type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { startWorker, type Worker } from '../../edges/worker/start-worker.ts'
import { embeddingSetOf } from '../../platform/providers/embedding/embedder.ts'
import { compareSets } from './compare-sets.ts'
import { dropSet } from './drop-set.ts'
import { readStatus } from './read-status.ts'
import { startBuild } from './start-build.ts'
import { rollBackSets, switchSets } from './switch-sets.ts'

const execute = promisify(execFile)

const texts = [
  'The ferry to the islands leaves at dawn.',
  'A kiln needs a day to cool before it is opened.',
  'Violins are strung with gut or steel.',
  'The orchard was planted by her grandmother.',
  'Rain is expected over the mountains tonight.',
]

describe.each(layouts)('embedding sets on $layout:', ({ cellCount }) => {
  let scripted: ScriptedEmbedder
  let server: TestServer
  let worker: Worker | undefined
  const tags = ['user_1', 'user_2', 'user_3']
  const model = () => server.app.nextEmbedder!.model
  const oldSet = () => embeddingSetOf(server.app.embedder.model)
  const newSet = () => embeddingSetOf(model())
  const organization = () => server.client.organization

  beforeAll(async () => {
    scripted = await startScriptedEmbedder(96)
    server = await startTestServer({
      cellCount,
      worker: false,
      config: {
        LEASE_MS: 2_000,
        RECONCILE_MS: 500,
        EMBEDDER_NEXT: 'http',
        EMBEDDER_NEXT_URL: scripted.config.EMBEDDER_URL,
        EMBEDDER_NEXT_MODEL: scripted.config.EMBEDDER_MODEL,
        EMBEDDER_NEXT_DIMENSIONS: scripted.config.EMBEDDER_DIMENSIONS,
      },
    })
    worker = startWorker(server.app)
    for (const tag of tags)
      for (const content of texts)
        await untilFinished(server.client, await add(server.client, { content, containerTag: tag }))
    await server.client.request('POST', '/v4/memories', {
      containerTag: 'user_1',
      memories: [{ content: 'Ada plays the violin.' }, { content: 'Ada lives in Lisbon.' }],
    })
    await worker.stop()
    worker = undefined
  })
  afterAll(async () => {
    await worker?.stop()
    await server.close()
    await scripted.close()
  })

  const figures = async () => {
    const { sets, chunks, memories } = await readStatus(server.app, organization())
    return { chunks, memories, sets: new Map(sets.map(each => [each.id, each])) }
  }
  const search = async (q: string, tag?: string) => {
    const { status, body } = await server.client.request('POST', '/v3/search', {
      q,
      ...(tag && { containerTag: tag }),
    })
    expect(status).toBe(200)
    return body.results as { title: string; chunks: unknown[] }[]
  }
  const untilBuilt = () => until(figures, ({ sets }) => sets.get(newSet())?.open === 0)

  test('an organization starts with one set, and has none to switch to, roll back to or drop', async () => {
    const { chunks, memories, sets } = await figures()
    expect([...sets.keys()]).toEqual([oldSet()])
    expect(sets.get(oldSet())).toMatchObject({ role: null, chunks, memories, open: 0 })
    await expect(switchSets(server.app, organization())).rejects.toThrow('No embedding set is being built')
    await expect(rollBackSets(server.app, organization())).rejects.toThrow('no previous embedding set')
    await expect(dropSet(server.app, organization())).rejects.toThrow('nothing to drop')
  })

  test('a build survives the death of its worker, and searches are answered all the while', async () => {
    const gate = scripted.hold('orchard')
    await startBuild(server.app, organization(), model())
    await startBuild(server.app, organization(), model())
    const doomed = spawnWorker(server)
    await gate.reached
    expect((await search('violins', 'user_2'))[0]!.title).toContain('Violins')
    await expect(switchSets(server.app, organization())).rejects.toThrow('not complete yet')
    doomed.kill('SIGKILL')
    await once(doomed, 'exit')
    expect((await figures()).sets.get(newSet())!.open).toBeGreaterThan(0)
    gate.open()
    worker = startWorker(server.app)
    const built = await untilBuilt()
    expect(built.sets.get(newSet())).toMatchObject({
      role: 'building',
      chunks: built.chunks,
      memories: built.memories,
    })
    expect(built.sets.get(oldSet())).toMatchObject({
      role: 'active',
      chunks: built.chunks,
      memories: built.memories,
    })
    expect((await search('violins', 'user_2'))[0]!.title).toContain('Violins')
  })

  test('a document added during a build gets vectors in both sets, even when the other model is down', async () => {
    await untilFinished(
      server.client,
      await add(server.client, { content: 'Beacons guided the ships home.', containerTag: 'user_1' }),
    )
    const both = await figures()
    expect(both.sets.get(newSet())).toMatchObject({ chunks: both.chunks, open: 0 })
    scripted.behave = () => outOfOrder
    const added = await add(server.client, {
      content: 'Lanterns hung along the quay.',
      containerTag: 'new_one',
    })
    expect(await untilFinished(server.client, added)).toMatchObject({ status: 'done' })
    const { status } = await server.client.request('POST', '/v4/memories', {
      containerTag: 'user_2',
      memories: [{ content: 'Bo repairs lanterns.' }],
    })
    expect(status).toBe(201)
    const behind = await figures()
    expect(behind.sets.get(oldSet())).toMatchObject({ chunks: behind.chunks, memories: behind.memories })
    expect(behind.sets.get(newSet())!.chunks).toBe(behind.chunks - 1)
    scripted.behave = undefined
    const whole = await until(
      figures,
      ({ sets }) => sets.get(newSet())!.chunks === behind.chunks && sets.get(newSet())!.open === 0,
    )
    expect(whole.sets.get(newSet())).toMatchObject({ chunks: whole.chunks, memories: whole.memories })
  })

  test('a text that the model refuses is left out, and tried again when the build is started again', async () => {
    scripted.behave = ({ texts }) =>
      texts.some(text => text.includes('unspeakable')) ? { kind: 'status', status: 400 } : undefined
    const contents = ['An unspeakable text.', 'A text like any other.']
    for (const content of contents)
      await untilFinished(server.client, await add(server.client, { content, containerTag: 'user_3' }))
    const without = await untilBuilt()
    expect(without.sets.get(newSet())!.chunks).toBe(without.chunks - 1)
    scripted.behave = undefined
    await startBuild(server.app, organization(), model())
    const whole = await untilBuilt()
    expect(whole.sets.get(newSet())!.chunks).toBe(whole.chunks)
  })

  test('two sets are compared by questions with known answers', async () => {
    await expect(compareSets(server.app, organization())).rejects.toThrow('no golden questions')
    const [customId, tag] = ['the-tower', 'user_1']
    const ask = (question: string, expected: string[]) =>
      server.client.request('POST', '/v3/golden-questions', { question, expected, containerTag: tag })
    const content = 'The tower stands on a cliff above the harbour.'
    const id = await add(server.client, { content, containerTag: tag, customId })
    await untilFinished(server.client, id)
    await ask('Where does the tower stand?', [customId])
    await ask('What stands above the harbour?', [id])
    const nobody = await ask('Who painted the ceiling?', ['no-such-document'])
    const { questions, scores } = await compareSets(server.app, organization())
    expect(questions).toBe(3)
    expect(new Set(scores.map(({ set }) => set.id))).toEqual(new Set([oldSet(), newSet()]))
    const score = scores.find(({ set }) => set.id === oldSet())!
    expect([score.recall10, score.ndcg10]).toEqual([2 / 3, 2 / 3])
    const compared = await server.client.request('GET', '/v3/golden-questions/comparison')
    expect(compared.body.sets).toMatchObject([
      { id: oldSet(), role: 'active', isComplete: true, isAvailable: true },
      { id: newSet(), role: 'building', isComplete: true, isAvailable: true, model: model().name },
    ])
    const inOldSet = (compared.body.questions as { results: { set: number; ranks: unknown[] }[] }[]).map(
      ({ results }) => results.find(({ set }) => set === oldSet())!.ranks,
    )
    expect(inOldSet).toEqual([[1], [1], [null]])
    expect(compared.body.questions[0].results.map(({ set }: { set: number }) => set)).toEqual([
      oldSet(),
      newSet(),
    ])
    await server.client.request('DELETE', `/v3/golden-questions/${nobody.body.id}`)
    const again = await compareSets(server.app, organization())
    for (const { recall10, ndcg10 } of again.scores) {
      expect(recall10).toBe(1)
      expect(ndcg10).toBeGreaterThan(0.3)
    }
    expect(again.scores.find(({ set }) => set.id === oldSet())!.ndcg10).toBe(1)
  })

  // Each command is a process that loads the model, so one layout is enough.
  test.skipIf(cellCount > 1)('the commands report the status and the comparison', async () => {
    const { slug } = organization()
    const [compared, status] = await Promise.all([
      runCommand(server, ['embeddings', 'compare', slug]),
      runCommand(server, ['embeddings', 'status', '--all']),
    ])
    expect(compared).toMatch(/2 golden questions\n.*recall@10 1\.000/)
    // Dreaming decides how many memories there are by now; the new set must have as many.
    expect(status).toMatch(
      new RegExp(
        `building  ${model().name} \\(http, 96 dimensions\\)  (\\d+) of \\1 chunks, (\\d+) of \\2 memories`,
      ),
    )
  })

  // Tags in different cells cannot be merged.
  test.skipIf(cellCount > 1)('a merge of containers moves their builds with them', async () => {
    const gate = scripted.hold('Candles')
    const added = add(server.client, { content: 'Candles burn down slowly.', containerTag: 'merged' })
    await gate.reached
    const merge = { containerTags: ['merged', 'user_3'], targetContainerTag: 'user_1' }
    const { body } = await server.client.request('POST', '/v3/container-tags/merge', merge)
    gate.open()
    await untilFinished(server.client, await added)
    const asked = () => server.client.request('GET', `/v3/container-tags/merge/${body.mergeId}`)
    await until(asked, answer => answer.body.status === 'done')
    const { chunks, memories, sets } = await untilBuilt()
    for (const set of [oldSet(), newSet()]) expect(sets.get(set)).toMatchObject({ chunks, memories })
    await untilFinished(
      server.client,
      await add(server.client, { content: 'Kites.', containerTag: 'user_3' }),
    )
  })

  test('a switch takes effect at the next search, and so does its rollback', async () => {
    const asked = () => scripted.calls.filter(({ texts }) => texts.includes('who repairs violins?')).length
    await search('who repairs violins?')
    expect(asked()).toBe(0)
    await switchSets(server.app, organization())
    await search('who repairs violins?')
    expect(asked()).toBe(1)
    await server.client.request('POST', '/v4/search', {
      q: 'who repairs violins?',
      searchMode: 'hybrid',
      threshold: 0,
    })
    expect(asked()).toBe(2)
    expect((await figures()).sets.get(oldSet())).toMatchObject({ role: 'previous' })
    await expect(switchSets(server.app, organization())).rejects.toThrow('No embedding set is being built')
    await add(server.client, { content: 'Added to a tag nobody knew.', containerTag: 'late' }).then(id =>
      untilFinished(server.client, id),
    )
    const active = await queryCells<{ set: number }>(
      server.databases,
      'select distinct active_set as set from cell.containers',
      [],
    )
    expect(active).toEqual(Array(active.length).fill({ set: newSet() }))
    await rollBackSets(server.app, organization())
    await search('who repairs violins?')
    expect(asked()).toBe(2)
    await switchSets(server.app, organization())
    const { chunks, sets } = await figures()
    expect([sets.get(oldSet()), sets.get(newSet())]).toMatchObject([
      { role: 'previous', chunks, open: 0 },
      { role: 'active', chunks, open: 0 },
    ])
  })

  test('a switch that was interrupted continues, and containers answer from either set meanwhile', async () => {
    await queryCells(server.databases, `update cell.containers set active_set = $1 where tag = 'user_2'`, [
      oldSet(),
    ])
    for (const tag of ['user_1', 'user_2'])
      expect((await search('violins', tag))[0]!.title).toContain('Violins')
    expect((await search('violins'))[0]!.title).toContain('Violins')
    await expect(dropSet(server.app, organization())).rejects.toThrow('Run switch first')
    // In no cell, also not in one whose containers all search the new set.
    for (const { admin } of server.databases) {
      const { rows } = await admin.query(`select distinct role from cell.embedding_sets order by 1`)
      expect(rows).toEqual([{ role: 'active' }, { role: 'previous' }])
    }
    await switchSets(server.app, organization())
    const active = await queryCells<{ set: number }>(
      server.databases,
      'select distinct active_set as set from cell.containers',
      [],
    )
    expect(active).toEqual(Array(active.length).fill({ set: newSet() }))
  })

  test('a switch does not wait for a container that is locked before it has switched the others', async () => {
    const sets = () =>
      queryCells<{ tag: string; set: number }>(
        server.databases,
        'select tag, active_set as set from cell.containers order by tag',
        [],
      )
    const tagsIn = async (set: number) => (await sets()).filter(row => row.set === set).map(({ tag }) => tag)
    const clients = await Promise.all(server.databases.map(({ admin }) => admin.connect()))
    // In the cell that is switched first, if it has a container.
    const found = await server.databases[0]!.admin.query('select tag from cell.containers order by tag')
    const held: string = found.rows[0]?.tag ?? 'user_3'
    for (const client of clients) {
      await client.query('begin')
      await client.query('select from cell.containers where tag = $1 for update', [held])
    }
    const rolledBack = rollBackSets(server.app, organization())
    expect(
      await until(
        () => tagsIn(newSet()),
        tags => tags.length <= 1,
      ),
    ).toEqual([held])
    for (const client of clients) {
      await client.query('commit')
      client.release()
    }
    await rolledBack
    expect(await tagsIn(newSet())).toEqual([])
    await switchSets(server.app, organization())
    expect(await tagsIn(oldSet())).toEqual([])
  })

  test('a drop leaves nothing of the other set, and keeps the searched one whole', async () => {
    await dropSet(server.app, organization())
    const { chunks, memories, sets } = await figures()
    expect([...sets.keys()]).toEqual([newSet()])
    expect(sets.get(newSet())).toMatchObject({ role: 'active', chunks, memories, open: 0 })
    for (const table of [
      'chunk_vectors',
      'chunk_tokens',
      'memory_vectors',
      'memory_buckets',
      'bucket_vectors',
      'embedding_cache',
      'embedding_builds',
    ]) {
      const rows = await queryCells(server.databases, `select from cell.${table} where embedding_set = $1`, [
        oldSet(),
      ])
      expect(rows, table).toEqual([])
    }
    await untilFinished(
      server.client,
      await add(server.client, { content: 'Only one set is left.', containerTag: 'user_3' }),
    )
    expect((await figures()).sets.get(newSet())).toMatchObject({ chunks: chunks + 1, open: 0 })
    expect([...(await figures()).sets.keys()]).toEqual([newSet()])
    expect((await search('violins', 'user_2'))[0]!.title).toContain('Violins')
  })
})

const main = join(import.meta.dirname, '../../main.ts')

const environment = ({ config }: TestServer) => ({
  ...Object.fromEntries(Object.entries(config).map(([name, value]) => [name, String(value)])),
  ...inherited(),
})

/** Starts a worker in its own process, to be killed. */
function spawnWorker(server: TestServer): ChildProcess {
  return spawn(process.execPath, [main, 'worker'], { env: environment(server), stdio: 'ignore' })
}

/** Returns the output of a command. */
async function runCommand(server: TestServer, args: string[]): Promise<string> {
  return (await execute(process.execPath, [main, ...args], { env: environment(server) })).stdout
}
