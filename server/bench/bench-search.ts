import type pg from 'pg'
import type { ContainerKey } from '../src/containers/store.ts'
import { readInScope } from '../src/db/tx.ts'
import { readTerms } from '../src/lexical/read-terms.ts'
import { queryVector, toSparseLiteral } from '../src/lexical/term-vector.ts'
import { planRecall } from '../src/lib/plan-recall.ts'
import { type Embedder, embeddingSetOf } from '../src/providers/embedder.ts'
import { toBinaryVector } from '../src/search/binary-vector.ts'
import { readTermCounts, recallStatement } from '../src/search/store.ts'
import type { Bench } from './bare/bench.ts'
import { compile } from './bare/compile.ts'
import { connect } from './bare/database.ts'
import { type Figure, figureOf } from './bare/figure.ts'
import { openHttpClient } from './bare/http-client.ts'
import { loadContainer, type Query } from './bare/load-container.ts'
import { compare, type Rounds, timed } from './bare/measure.ts'
import { type BenchApp, startApp } from './bare/start-app.ts'
import { say } from './report.ts'

const limit = 10

/** A query as the bare side asks it: the application's own statement, with the values the application would give it. */
type BareQuery = { text: string; values: unknown[]; vectorAt: number }

type Loaded = { tag: string; size: number; queries: Query[]; bare: BareQuery[] }

/**
 * `POST /v3/search` against the statement it runs, alone on a plain connection. Once with an embedder that costs nothing,
 * once with the local model, against its bare call followed by the bare statement.
 */
export async function benchSearch(bench: Bench): Promise<Figure[]> {
  const real = await bench.localEmbedder()
  const known = new Map<string, Float32Array>()
  const free: Embedder = { ...real, embed: async texts => texts.map(text => known.get(text)!) }
  const app = await startApp(bench.databaseUrl, free)
  const embedding = await startApp(bench.databaseUrl, real, app)
  const client = await connect(bench.databaseUrl)
  try {
    const figures: Figure[] = []
    for (const size of bench.isQuick ? [1_000, 20_000] : [1_000, 20_000, 100_000]) {
      const loaded = await load(client, app, embeddingSetOf(real.model), size)
      for (const { text, vector } of loaded.queries) known.set(text, vector)
      figures.push(await compareSearch(app, client, loaded, bench.isQuick))
      figures.push(await compareWithEmbedding(embedding, real, client, loaded, bench.isQuick))
    }
    return figures
  } finally {
    await client.end()
    await embedding.stop()
    await app.stop()
  }
}

async function load(client: pg.Client, app: BenchApp, set: number, size: number): Promise<Loaded> {
  say(`search: loading ${size} chunks`)
  const tag = `chunks_${size}`
  const key = await app.app.containers.resolve(app.organization, tag)
  const queries = await loadContainer(client, key, set, size)
  await client.query('vacuum analyze')
  const bare = await Promise.all(queries.map(query => toBareQuery(app, key, set, size, query)))
  return { tag, size, queries, bare }
}

async function toBareQuery(
  { app }: BenchApp,
  key: ContainerKey,
  set: number,
  size: number,
  query: Query,
): Promise<BareQuery> {
  const scope = { org: key.org, shards: [key.shard], containers: [key.container], document: undefined }
  const lexical = await readInScope(app.cells.of(key.shard), { org: key.org }, async db => {
    const [terms] = await readTerms(db, [{ text: query.text, reading: 'en' }])
    const { vector } = queryVector(terms!, await readTermCounts(db, scope, [...terms!.keys()]), size)
    return { vector: toSparseLiteral(vector) }
  })
  const vector = toBinaryVector(query.vector)
  const plan = planRecall(size, limit)
  const { text, values } = compile(recallStatement({ scope, plan, dense: { set, vector }, lexical }))
  return { text, values, vectorAt: values.indexOf(vector) }
}

function roundsFor(size: number, isQuick: boolean): Rounds {
  const perRound = size <= 1_000 ? 40 : size <= 20_000 ? 12 : 4
  return { rounds: isQuick ? 6 : 12, perRound, warmup: Math.max(10, perRound) }
}

async function compareSearch(
  { url, key }: BenchApp,
  client: pg.Client,
  { tag, size, queries, bare }: Loaded,
  isQuick: boolean,
): Promise<Figure> {
  say(`search: ${size} chunks`)
  const http = openHttpClient(url, key)
  const comparison = await compare(
    i => timed(() => http.post('/v3/search', { q: pick(queries, i).text, containerTag: tag, limit })),
    i => timed(() => client.query(pick(bare, i))),
    roundsFor(size, isQuick),
  )
  http.close()
  return figureOf(`search_${size / 1000}k`, comparison, { atMost: 1.5 })
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
