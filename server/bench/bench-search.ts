import type pg from 'pg'
import type { ContainerKey } from '../src/containers/store.ts'
import { readInScope } from '../src/db/tx.ts'
import { readTerms } from '../src/lexical/read-terms.ts'
import { queryVector, toSparseLiteral } from '../src/lexical/term-vector.ts'
import { planRecall, type RecallPlan } from '../src/lib/plan-recall.ts'
import { type Embedder, embeddingSetOf, type TokenEmbedding } from '../src/providers/embedder.ts'
import { toBinaryVector } from '../src/search/binary-vector.ts'
import { readTermCounts, recallStatement } from '../src/search/store.ts'
import type { Bench } from './bare/bench.ts'
import { compile } from './bare/compile.ts'
import { connect } from './bare/database.ts'
import { type Figure, figureOf } from './bare/figure.ts'
import { openHttpClient } from './bare/http-client.ts'
import { dimensions, loadContainer, type Query } from './bare/load-container.ts'
import { compare, type Rounds, timed } from './bare/measure.ts'
import { nearVector, seeded } from './bare/seeded.ts'
import { type BenchApp, startApp } from './bare/start-app.ts'
import { say } from './report.ts'

const limit = 10

/** A query as the bare side asks it: the application's own statement, with the values the application would give it. */
type BareQuery = { text: string; values: unknown[]; vectorAt: number }

type Loaded = { tag: string; size: number; queries: Query[]; bare: BareQuery[]; byWords: ByWords[] }

/** The words of a query alone: looked up, and compared with every chunk's. */
type ByWords = { sought: BareQuery; compared: BareQuery }

/**
 * `POST /v3/search` against the statement it runs, alone on a plain connection. Once with an embedder that costs nothing,
 * once with the local model, against its bare call followed by the bare statement.
 */
export async function benchSearch(bench: Bench): Promise<Figure[]> {
  const real = await bench.localEmbedder()
  const known = new Map<string, Float32Array>()
  const free = freeEmbedder(real, known)
  const app = await startApp(bench.databaseUrl, free)
  const embedding = await startApp(bench.databaseUrl, real, app)
  const client = await connect(bench.databaseUrl)
  // What looks up words compares the scope itself, whoever asks.
  await client.query(`select set_config('reverie.org', $1, false)`, [app.organization.id])
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

/** Knows the vectors of its queries; its tokens are noise, a vector for each word. */
function freeEmbedder(real: Embedder, known: ReadonlyMap<string, Float32Array>): Embedder {
  const random = seeded(1)
  const nowhere = new Float32Array(dimensions)
  const tokens = Array.from({ length: 16 }, () => [...nearVector(random, nowhere, 1)]).flat()
  const embedTokens = (text: string): TokenEmbedding => {
    const pieces = text.split(' ')
    return {
      vector: known.get(text)!,
      pieces,
      tokens: new Float32Array(tokens.slice(0, pieces.length * dimensions)),
    }
  }
  return {
    ...real,
    embed: async texts => texts.map(text => known.get(text)!),
    embedTokens: async texts => texts.map(embedTokens),
  }
}

/** A million chunks more, in containers of a thousand; the last of them is searched. */
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
  await client.query('vacuum analyze')
  const asked = await Promise.all(queries.map(query => toBareQueries(app, key, set, size, query)))
  return {
    tag,
    size,
    queries,
    bare: asked.map(({ bare }) => bare),
    byWords: asked.map(({ byWords }) => byWords),
  }
}

async function toBareQueries(
  { app }: BenchApp,
  key: ContainerKey,
  set: number,
  size: number,
  query: Query,
): Promise<{ bare: BareQuery; byWords: ByWords }> {
  const scope = { org: key.org, shards: [key.shard], containers: [key.container], document: undefined }
  const lexical = await readInScope(app.cells.of(key.shard), { org: key.org }, async db => {
    const [terms] = await readTerms(db, [{ text: query.text, reading: 'en' }])
    const { vector } = queryVector(terms!, await readTermCounts(db, scope, [...terms!.keys()]), size)
    return { vector: toSparseLiteral(vector) }
  })
  const vector = toBinaryVector(query.vector)
  const plan = planRecall(size, limit)
  const ask = (dense: { set: number; vector: Buffer } | undefined, plan: RecallPlan): BareQuery => {
    const { text, values } = compile(recallStatement({ scope, plan, dense, lexical }))
    return { text, values, vectorAt: values.indexOf(vector) }
  }
  return {
    bare: ask({ set, vector }, plan),
    byWords: { sought: ask(undefined, plan), compared: ask(undefined, { ...plan, sought: undefined }) },
  }
}

function roundsFor(size: number, isQuick: boolean): Rounds {
  const perRound = size <= 1_000 ? 40 : size <= 20_000 ? 12 : 8
  return { rounds: isQuick ? 6 : 12, perRound, warmup: Math.max(10, perRound) }
}

async function compareSearch(
  { url, key }: BenchApp,
  client: pg.Client,
  { tag, size, queries, bare }: Loaded,
  isQuick: boolean,
  where = '',
): Promise<Figure> {
  say(`search: ${size} chunks ${where}`)
  const http = openHttpClient(url, key)
  const comparison = await compare(
    i => timed(() => http.post('/v3/search', { q: pick(queries, i).text, containerTag: tag, limit })),
    i => timed(() => client.query(pick(bare, i))),
    roundsFor(size, isQuick),
  )
  http.close()
  const name = [`search_${size / 1000}k`, where].filter(part => part !== '').join('_')
  return figureOf(name, comparison, size === 100_000 ? { p95Below: 100 } : { atMost: 1.5 })
}

/** The lexical arm alone: the rarest words looked up (ours) beside every chunk compared. */
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
  { url, key }: BenchApp,
  embedder: Embedder,
  client: pg.Client,
  { tag, size, queries, bare }: Loaded,
  isQuick: boolean,
): Promise<Figure> {
  say(`search: ${size} chunks, with the query's embedding`)
  const http = openHttpClient(url, key)
  const embedAndAsk = async (i: number) => {
    const [vector] = await embedder.embed([pick(queries, i).text], { purpose: 'query' })
    const { text, values, vectorAt } = pick(bare, i)
    await client.query(text, values.with(vectorAt, toBinaryVector(vector!)))
  }
  const comparison = await compare(
    i => timed(() => http.post('/v3/search', { q: pick(queries, i).text, containerTag: tag, limit })),
    i => timed(() => embedAndAsk(i)),
    roundsFor(size, isQuick),
  )
  http.close()
  return figureOf(`search_${size / 1000}k_with_embedding`, comparison, { atMost: 1.25 })
}

function pick<T>(list: readonly T[], i: number): T {
  return list[i % list.length]!
}
