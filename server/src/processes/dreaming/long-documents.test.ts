import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, type Client, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { laneOf } from '../../../test/lane-of.ts'
import { queryCells } from '../../../test/recount.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import type { Fact } from '../../language/english/fact.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import type { NextStep } from '../../platform/lanes/run-lanes.ts'
import { type DreamApp, dreamContainer } from './dream.ts'
import type { FactExtractor } from './extract/fact-extractor.ts'
import { openLocalExtractor } from './extract/local-extractor.ts'
import { ReadingThreads } from './extract/reading-threads.ts'

/** A worker indexes the documents; the tests run dreaming step by step. */
let embedder: ScriptedEmbedder
let server: TestServer
let client: Client
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
  server = await startTestServer({ config: embedder.config })
  client = server.client
})
afterAll(async () => {
  await server.close()
  await embedder.close()
})

const filler = 'The sky over the old harbour stayed grey for the whole of that long and quiet afternoon. '
/** A text with one of `sentences` in each window, and nothing else to remember. */
const longText = (sentences: readonly string[]) =>
  sentences.map(each => `${each} ${filler.repeat(125)}`).join('\n\n')

const show = async (id: string) => (await client.request('GET', `/v3/documents/${id}`)).body
const indexed = async (content: string, containerTag: string): Promise<string> => {
  const id = await add(client, { content, containerTag })
  await until(
    () => show(id),
    ({ status }) => status === 'done',
  )
  return id
}
const memoriesOf = async (containerTag: string): Promise<{ id: string; memory: string }[]> =>
  (await client.request('POST', '/v4/memories/list', { containerTags: [containerTag], limit: 1_000 })).body
    .memoryEntries
const query = async <T>(text: string): Promise<T[]> => (await queryCells(server.databases, text, [])) as T[]

function dreamApp(changes: Partial<DreamApp> = {}): DreamApp {
  const { extractor, embedder: model } = server.app
  return {
    ...{ cells: server.app.cells.atWork, embedder: model, extractor, episodicDays: 0 },
    ...{ pace: { quietMs: 0, maxWaitMs: 0 }, leaseMs: 60_000, maxAttempts: 2, worker: 'test' },
    onError: () => undefined,
    ...changes,
  }
}

/** One dreaming step of a container. */
async function step(containerTag: string, app = dreamApp()): Promise<NextStep> {
  const lane = { ...(await laneOf(server, client, containerTag)), kind: lanes.dream }
  return dreamContainer(app, app.cells.of(lane.shard), lane)
}

async function dreamAll(containerTag: string, app = dreamApp()): Promise<number> {
  for (let steps = 0; ; steps++) if ((await step(containerTag, app)) === 'done') return steps
}

/** An extractor that finds these facts in each window. */
const scripted = (toTexts: (text: string, place: number) => string[]): FactExtractor => {
  let place = 0
  return {
    name: 'scripted',
    extract: async passages =>
      passages.map(({ text, from }) => toTexts(text, place++).map(each => toFact(each, from))),
  }
}
const toFact = (text: string, from: number): Fact => ({
  ...{ text, kind: 'fact', claim: { subject: 'user', frame: [text] }, isStatic: false, eventDates: [] },
  ...{ origin: 'user', confidence: 1, spans: [[from, from + 3]] },
})

describe('A long document', () => {
  const said = [
    'My dog is called Bruno.',
    'I work as a potter.',
    'My sister lives in Oslo.',
    'I am allergic to peanuts.',
  ]

  test('is read in steps, each from where the last one ended, and its memories cite the whole text', async () => {
    const content = longText(said)
    const id = await indexed(content, 'steps')
    expect(await step('steps')).toBeInstanceOf(Date)
    expect(await show(id)).toMatchObject({ dreamingStatus: 'dreaming' })
    expect(await memoriesOf('steps')).toHaveLength(1)
    expect(await dreamAll('steps')).toBeGreaterThan(2)
    expect(await show(id)).toMatchObject({
      dreamingStatus: 'done',
      dreamingOutcome: { outcome: 'formed', memories: said.length, truncated: false },
    })
    for (const { id: memory } of await memoriesOf('steps')) {
      const { body } = await client.request('GET', `/v4/memories/${memory}`)
      const { start, end, text } = body.citations[0].spans[0]
      expect(content.slice(start, end)).toBe(text)
      expect(said.join()).toContain(text.trim().replace(/\.$/, ''))
    }
    const { attempts } = (await client.request('GET', `/v3/documents/${id}/attempts`)).body
    const stages = attempts.filter(({ stage }: { stage: string }) => stage === 'dreaming')
    expect(stages).toMatchObject([{ outcome: 'done' }])
  })

  test('continues after a worker died between two steps or within one, with the same memories', async () => {
    await indexed(longText(said), 'undisturbed')
    await dreamAll('undisturbed')
    const id = await indexed(longText(said), 'killed')
    await step('killed')
    const begun = Promise.withResolvers<void>()
    const never: FactExtractor = {
      name: 'never',
      extract() {
        begun.resolve()
        return new Promise(() => undefined)
      },
    }
    void step('killed', dreamApp({ extractor: never }))
    await begun.promise
    await query(`update cell.dream_leases set leased_until = now() - interval '1 second'`)
    await dreamAll('killed')
    const textsOf = async (tag: string) => (await memoriesOf(tag)).map(({ memory }) => memory).sort()
    expect(await textsOf('killed')).toEqual(await textsOf('undisturbed'))
    expect(await show(id)).toMatchObject({ dreamingOutcome: { memories: said.length } })
  })

  test('has each fact once, even if its step fails between two of its transactions', async () => {
    const id = await indexed(longText(said.slice(0, 2)), 'twice')
    const texts = (place: number) => Array.from({ length: 70 }, (_, i) => `Thing ${place}-${i} is blue.`)
    const extractor = scripted((_, place) => texts(Math.min(place, 1)))
    await step('twice', dreamApp({ extractor }))
    let calls = 0
    const failing = {
      ...server.app.embedder,
      embed: (...args: Parameters<typeof server.app.embedder.embed>) => {
        if (++calls > 1) throw new Error('The model is gone')
        return server.app.embedder.embed(...args)
      },
    }
    await step('twice', dreamApp({ extractor, embedder: failing }))
    expect(calls).toBeGreaterThan(1)
    await query(`update cell.documents set dream_since = now() where dream_since is not null`)
    await dreamAll('twice', dreamApp({ extractor }))
    const [{ all, different }] = (await query<{ all: number; different: number }>(
      `select count(*)::int as all, count(distinct fact->>'text')::int as different from cell.facts
        where document = (select id from cell.documents where dreamed_units > 20000 order by updated_at desc limit 1)`,
    )) as [{ all: number; different: number }]
    expect({ all, different }).toEqual({ all: 140, different: 140 })
    expect(await show(id)).toMatchObject({ dreamingStatus: 'done', dreamingOutcome: { outcome: 'formed' } })
  })

  test('is read up to the maximum number of facts per document, and reports so', async () => {
    const id = await indexed(longText(said), 'capped')
    const extractor = scripted((_, place) =>
      Array.from({ length: 600 }, (_, i) => `Item ${place}x${i} is number ${place * 1_000 + i}.`),
    )
    const steps = await dreamAll('capped', dreamApp({ extractor }))
    expect(steps).toBe(2)
    expect(await show(id)).toMatchObject({
      dreamingStatus: 'done',
      dreamingOutcome: { outcome: 'formed', truncated: true },
    })
    const [{ facts }] = (await query<{ facts: number }>(
      `select max(n)::int as facts from (select count(*) as n from cell.facts group by document) counted`,
    )) as [{ facts: number }]
    expect(facts).toBe(1_000)
  })
})

test('a text that misses its deadline fails after its attempts, and its neighbour is dreamed about', async () => {
  const entry = new URL('../../../test/threads/never-ends.ts', import.meta.url)
  const threads = new ReadingThreads({ entry, deadlineMs: 300 })
  const rules = openLocalExtractor(undefined, { threads })
  const extractor: FactExtractor = {
    ...rules,
    extract: async (passages, options) => {
      const read = await rules.extract(passages, options)
      return read.map(facts => facts.map(({ text }) => toFact(text, 0)))
    },
  }
  const [endless, fine] = [await indexed('I loop.', 'endless'), await indexed('I live in Lisbon.', 'endless')]
  for (let i = 0; i < 4; i++) {
    await step('endless', dreamApp({ extractor }))
    await query(`update cell.documents set dream_since = now() where dream_since is not null`)
  }
  await threads.close()
  expect(await show(endless)).toMatchObject({
    status: 'failed',
    errorCode: 'dream.timeout',
    dreamingOutcome: { outcome: 'failed', errorCode: 'dream.timeout' },
  })
  expect(await show(fine)).toMatchObject({ status: 'done', dreamingOutcome: { outcome: 'formed' } })
})

test.each([
  [
    'revised',
    (id: string) => client.request('PATCH', `/v3/documents/${id}`, { content: 'I live in Porto.' }),
  ],
  ['deleted', (id: string) => client.request('DELETE', `/v3/documents/${id}`)],
])('facts from a document that is %s while it is read are discarded', async (how, change) => {
  const tag = `changed-${how}`
  const id = await indexed('I live in Lisbon.', tag)
  const changed: number[] = []
  const extractor: FactExtractor = {
    name: 'late',
    async extract(passages) {
      changed.push((await change(id)).status)
      return passages.map(({ from }) => [toFact('The user lives in Lisbon.', from)])
    },
  }
  await step(tag, dreamApp({ extractor }))
  expect(changed).toHaveLength(1)
  expect(changed[0]).toBeLessThan(300)
  expect((await memoriesOf(tag)).map(({ memory }) => memory)).not.toContain('The user lives in Lisbon.')
})

test('while a container dreams and its rows are locked, its lease is renewed and others add to it', async () => {
  await indexed('I live in Lisbon.', 'busy')
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const extractor: FactExtractor = {
    name: 'slow',
    async extract(passages) {
      begun.resolve()
      await end.promise
      return passages.map(() => [])
    },
  }
  const lane = await laneOf(server, client, 'busy')
  const dreaming = step('busy', dreamApp({ extractor, leaseMs: 3_000 }))
  await begun.promise
  // No row of the container is locked while its documents are read.
  const started = performance.now()
  const { status } = await client.request('POST', '/v3/documents', {
    content: 'Another.',
    containerTag: 'busy',
  })
  expect(status).toBeLessThan(300)
  expect(performance.now() - started).toBeLessThan(10_000)
  const leasedUntil = async () => {
    const [row] = await query<{ until: Date }>(
      `select leased_until as until from cell.dream_leases where container = '${lane.container}'`,
    )
    return row!.until.getTime()
  }
  const locker = new pg.Client(server.databases[0]!.url)
  await locker.connect()
  try {
    await locker.query('begin')
    await locker.query(`select from cell.containers where container = '${lane.container}' for update`)
    await locker.query(`select from cell.documents where container = '${lane.container}' for update`)
    const before = await leasedUntil()
    await until(leasedUntil, now => now > before)
  } finally {
    await locker.end()
  }
  end.resolve()
  await dreaming
})

test('the process keeps answering requests while it dreams about prose of 100,000 characters', async () => {
  await indexed(`${filler.repeat(20)}I live in Lisbon. ${filler.repeat(1_150)}`, 'prose')
  let isOver = false
  let slowest = 0
  const probing = (async () => {
    for (; !isOver; await sleep(20)) {
      const started = performance.now()
      await fetch(`${server.url}/health`)
      slowest = Math.max(slowest, performance.now() - started)
    }
  })()
  const started = performance.now()
  const steps = await dreamAll('prose')
  const took = performance.now() - started
  isOver = true
  await probing
  expect(steps).toBeGreaterThan(7)
  // When read as a whole on the event loop, it blocked for all but a few milliseconds.
  expect(slowest).toBeLessThan(took / 3)
})
