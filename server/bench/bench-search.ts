import type pg from 'pg'
import { connect } from '../measure/connect.ts'
import { say } from '../measure/report.ts'
import { indexedFrom } from '../src/features/containers/index-sizes.ts'
import { placeContainer } from '../src/features/containers/place-container.ts'
import type { ContainerKey } from '../src/features/containers/store.ts'
import { maintainIndexes } from '../src/features/containers/upkeep/maintain-indexes.ts'
import { readTermCounts } from '../src/features/recall/container-store.ts'
import { planRecall, type RecallPlan } from '../src/features/recall/plan-recall.ts'
import { chunkCorpus, recallStatement } from '../src/features/search/store.ts'
import { readTerms } from '../src/language/lexical/read-terms.ts'
import { queryVector, toSparseLiteral } from '../src/language/lexical/term-vector.ts'
import { readInScope } from '../src/platform/db/tx.ts'
import { type Embedder, embeddingSetOf } from '../src/platform/providers/embedding/embedder.ts'
import type { Bench } from './bare/bench.ts'
import { compile } from './bare/compile.ts'
import { type Figure, figureOf, type Goal } from './bare/figure.ts'
import { freeEmbedder } from './bare/free-embedder.ts'
import { openHttpClient } from './bare/http-client.ts'
import { loadContainer, type Query } from './bare/load-container.ts'
import { compare, type Rounds, timed } from './bare/measure.ts'
import { recordStatements, type Statement } from './bare/record-statements.ts'
import { type BenchApp, startApp } from './bare/start-app.ts'

const limit = 10

/** A statement of the bare side. */
type BareQuery = { text: string; values: unknown[] }

type Loaded = { tag: string; size: number; queries: Query[]; byWords: ByWords[] }

/** The words of a query alone: looked up, and compared with the terms of every chunk. */
type ByWords = { sought: BareQuery; compared: BareQuery }

/**
 * `POST /v3/search` against the statements it runs: recorded while it runs them, then repeated one after the other on
 * a plain connection by a superuser, hence without row-level security and transactions. They are prepared and planned
 * like ours. Both sides run all statements: counters of the container, term frequencies, both arms, token codes,
 * documents. Only our side has HTTP, the key and its limits, query parsing, token comparison, ranking and JSON.
 *
 * Measured once with an embedder that costs nothing and once with the local model, whose bare call then precedes the
 * statements.
 */
export async function benchSearch(bench: Bench): Promise<Figure[]> {
  const real = await bench.localEmbedder()
  const known = new Map<string, Float32Array>()
  const free = freeEmbedder(real, known)
  const app = await startApp(bench.databaseUrl, free)
  const embedding = await startApp(bench.databaseUrl, real, app)
  const client = await connect(bench.databaseUrl)
  // The word lookup itself compares the scope, whoever asks.
  await client.query(`select set_config('reverie.org', $1, false)`, [app.organization.id])
  await client.query('set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set jit = off')
  await client.query('set max_parallel_workers_per_gather = 0')
  const set = embeddingSetOf(real.model)
  const learn = (loaded: Loaded) => {
    for (const { text, vector } of loaded.queries) known.set(text, vector)
    return loaded
  }
  try {
    const figures: Figure[] = []
    const containers: Loaded[] = []
    for (const size of sizesOf(bench)) {
      const loaded = learn(await load(client, app, set, size))
      containers.push(loaded)
      figures.push(await compareSearch(app, client, loaded, bench.isQuick))
      figures.push(await compareWithEmbedding(embedding, real, client, loaded, bench.isQuick))
      if (size >= 10_000) figures.push(await compareWords(client, loaded, bench.isQuick))
    }
    if (bench.isLarge) {
      const small = await loadMany(client, app, set)
      figures.push(await compareSearch(app, client, learn(small), false, 'of_1000'))
      const grown = containers.find(({ size }) => size === 10_000)!
      figures.push(await compareSearch(app, client, grown, false, 'in_a_grown_cell'))
    }
    return figures
  } finally {
    await client.end()
    await embedding.stop()
    await app.stop()
  }
}

function sizesOf({ isQuick, isLarge }: Bench): number[] {
  if (isQuick) return [1_000, 10_000]
  return isLarge ? [1_000, 10_000, 100_000, 1_000_000] : [1_000, 10_000, 100_000]
}

/** Another million chunks in containers of a thousand; the last of them is searched. */
async function loadMany(client: pg.Client, app: BenchApp, set: number): Promise<Loaded> {
  say('search: loading 1000 containers of 1000 chunks')
  for (let i = 1; i < 1_000; i++) {
    const key = await app.app.containers.resolve(app.organization, `one_of_many_${i}`)
    await loadContainer(client, key, set, 1_000, 0)
  }
  return load(client, app, set, 1_000, 'one_of_many')
}

async function load(
  client: pg.Client,
  app: BenchApp,
  set: number,
  size: number,
  tag = `chunks_${size}`,
): Promise<Loaded> {
  say(`search: loading ${size} chunks`)
  const key = await app.app.containers.resolve(app.organization, tag)
  const queries = await loadContainer(client, key, set, size)
  // Maintenance would do this in time.
  if (size >= indexedFrom) await maintainIndexes(app.app.cells.of(key.shard), { workers: 1 })
  await client.query('vacuum analyze')
  const byWords = await Promise.all(queries.map(query => toByWords(app, key, size, query)))
  return { tag, size, queries, byWords }
}

async function toByWords({ app }: BenchApp, key: ContainerKey, size: number, query: Query): Promise<ByWords> {
  const scope = { org: key.org, shards: [key.shard], containers: [key.container], document: undefined }
  const lexical = await readInScope(app.cells.of(key.shard), { org: key.org }, async db => {
    const [terms] = await readTerms(db, [{ text: query.text, stemLanguage: 'en' }])
    const { vector } = queryVector(
      [terms!],
      await readTermCounts(db, chunkCorpus, scope, [...terms!.keys()]),
      size,
    )
    return { vector: toSparseLiteral(vector) }
  })
  const plan = planRecall(size, limit)
  const ask = (plan: RecallPlan) => compile(recallStatement({ scope, plan, dense: undefined, lexical }))
  return { sought: ask(plan), compared: ask({ ...plan, sought: undefined }) }
}

function roundsFor(size: number, isQuick: boolean): Rounds {
  const perRound = size <= 1_000 ? 40 : size <= 20_000 ? 12 : 8
  return { rounds: isQuick ? 6 : 12, perRound, warmup: Math.max(10, perRound) }
}

/** Number of different queries, which repeat. */
const different = 60

type Searching = {
  text(i: number): string
  post(i: number): Promise<unknown>
  bare(i: number): Promise<void>
  close(): void
}

/** Both sides of a search: the request, and its statements. The first answers are not measured. */
async function openSearch(app: BenchApp, client: pg.Client, loaded: Loaded): Promise<Searching> {
  const { url, key, organization } = app
  const { tag } = loaded
  const queries = loaded.queries.slice(0, different)
  const http = openHttpClient(url, key)
  const { pool } = app.app.cells.of(placeContainer(organization, tag))
  const text = (i: number) => pick(queries, i).text
  const post = (i: number) => http.post('/v3/search', { q: text(i), containerTag: tag, limit })
  // Searches cache some lookups. After this round they are warm, so the bare side does not repeat them either.
  for (const i of queries.keys()) await post(i)
  const statements: Statement[][] = []
  for (const i of queries.keys()) statements.push(await recordStatements(pool, () => post(i)))
  return {
    text,
    post,
    bare: async i => {
      const asked = pick(statements, i)
      // Settings of an index scan hold for one transaction.
      const sets = asked.some(({ text }) => text.includes('set_config'))
      if (sets) await client.query('begin')
      for (const statement of asked) await client.query(statement)
      if (sets) await client.query('commit')
    },
    close: () => http.close(),
  }
}

async function compareSearch(
  app: BenchApp,
  client: pg.Client,
  loaded: Loaded,
  isQuick: boolean,
  where = '',
): Promise<Figure> {
  const { size } = loaded
  say(`search: ${size} chunks ${where}`)
  const search = await openSearch(app, client, loaded)
  const comparison = await compare(
    i => timed(() => search.post(i)),
    i => timed(() => search.bare(i)),
    roundsFor(size, isQuick),
  )
  search.close()
  const name = [`search_${size / 1000}k`, where].filter(part => part !== '').join('_')
  return figureOf(name, comparison, goalFor(size))
}

/** The smaller the container, the larger the share of fixed request costs. */
function goalFor(size: number): Goal {
  if (size === 100_000) return { p95Below: 100 }
  return { atMost: size <= 1_000 ? 1.5 : 1.3 }
}

/** The keyword arm alone: lookup of the rarest words (ours) against comparing every chunk. */
async function compareWords(client: pg.Client, { size, byWords }: Loaded, isQuick: boolean): Promise<Figure> {
  say(`search: ${size} chunks, by words`)
  const comparison = await compare(
    i => timed(() => client.query(pick(byWords, i).sought)),
    i => timed(() => client.query(pick(byWords, i).compared)),
    roundsFor(size, isQuick),
  )
  return figureOf(`words_${size / 1000}k`, comparison, size === 100_000 ? { p95Below: 35 } : undefined)
}

async function compareWithEmbedding(
  app: BenchApp,
  embedder: Embedder,
  client: pg.Client,
  loaded: Loaded,
  isQuick: boolean,
): Promise<Figure> {
  const { size } = loaded
  say(`search: ${size} chunks, with the query's embedding`)
  const search = await openSearch(app, client, loaded)
  const comparison = await compare(
    i => timed(() => search.post(i)),
    i =>
      timed(async () => {
        await embedder.embedTokens!([search.text(i)], { purpose: 'query' })
        await search.bare(i)
      }),
    roundsFor(size, isQuick),
  )
  search.close()
  return figureOf(`search_${size / 1000}k_with_embedding`, comparison, { atMost: 1.25 })
}

function pick<T>(list: readonly T[], i: number): T {
  return list[i % list.length]!
}
