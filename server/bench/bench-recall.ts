import type pg from 'pg'
import { connect } from '../measure/connect.ts'
import { say } from '../measure/report.ts'
import { createIndex } from '../src/features/containers/upkeep/index-store.ts'
import { toBinaryVector } from '../src/features/recall/binary-vector.ts'
import { planRecall, type RecallPlan } from '../src/features/recall/plan-recall.ts'
import type { RecallScope } from '../src/features/recall/scope-store.ts'
import { recallChunks } from '../src/features/search/store.ts'
import type { Cell } from '../src/platform/db/cells.ts'
import { readInScope, readOnceInScope } from '../src/platform/db/tx.ts'
import type { Filter } from '../src/platform/filters/schema.ts'
import { type Embedder, embeddingSetOf } from '../src/platform/providers/embedding/embedder.ts'
import { chunkText } from '../src/processes/pipeline/chunking/chunk-text.ts'
import type { Bench } from './bare/bench.ts'
import type { Figure } from './bare/figure.ts'
import { insertVectors } from './bare/load-container.ts'
import { readTexts } from './bare/real-texts.ts'
import { startApp } from './bare/start-app.ts'

const top = 10

/** A filter leaves one document in this many: 50 %, 5 % and 0.5 %. */
const sparsities = [2, 20, 200]

type Searched = { cell: Cell; scope: RecallScope; set: number; vectors: Buffer[] }

/** Recall of each path: its share of the ten nearest chunks of real texts, without filters and with them. */
export async function benchRecall(bench: Bench): Promise<Figure[]> {
  const embedder = await bench.localEmbedder()
  const app = await startApp(bench.databaseUrl, embedder)
  const client = await connect(bench.databaseUrl)
  try {
    const key = await app.app.containers.resolve(app.organization, 'recall')
    const set = embeddingSetOf(embedder.model)
    const texts = readTexts(bench.dataDir)
    const documents = texts.documents.slice(0, bench.isQuick ? 800 : undefined)
    const chunks = documents.map(text => chunkText(text).map(({ content }) => content))
    const size = chunks.flat().length
    say(`recall: embedding ${size} chunks of ${documents.length} documents: ${texts.name}`)
    await insertVectors(client, key, set, chunks, await embedInPieces(embedder, chunks.flat()))
    await markDocuments(client)
    await client.query('vacuum analyze')
    const { dimensions } = embedder.model
    await createIndex(client, { ...key, set, dimensions })
    const vectors = await embedder.embed(texts.questions, { purpose: 'query' })
    const scope = { org: key.org, shards: [key.shard], containers: [key.container], document: undefined }
    const cell = app.app.cells.of(key.shard)
    return await measure(
      { cell, scope, set, vectors: vectors.map(toBinaryVector) },
      { size, index: { set, dimensions } },
    )
  } finally {
    await client.end()
    await app.stop()
  }
}

/** Metadata that selects every nth document. */
async function markDocuments(client: pg.Client): Promise<void> {
  const marks = sparsities.map(each => `'one_of_${each}', n % ${each}`).join(', ')
  await client.query(
    `update cell.documents d set metadata = jsonb_build_object(${marks})
       from (select id, row_number() over (order by id) as n from cell.documents) numbered where numbered.id = d.id`,
  )
}

type Contents = { size: number; index: { set: number; dimensions: number } }

async function measure(searched: Searched, { size, index }: Contents): Promise<Figure[]> {
  const planned = planRecall(size, top)
  const quantised: RecallPlan = { ...planned, path: 'quantised' }
  const walked: RecallPlan = { ...planRecall(Number.POSITIVE_INFINITY, top, index), sought: undefined }
  const compareWith = async (plans: Record<string, RecallPlan>, filter?: Filter) => {
    const exact = await nearestOfAll(searched, { ...planned, path: 'exact' }, filter)
    const figures: Figure[] = []
    for (const [name, plan] of Object.entries(plans))
      figures.push(...toFigures(name, exact, await nearestOfAll(searched, plan, filter)))
    return figures
  }
  say(`recall: ${searched.vectors.length} questions`)
  const figures = await compareWith({
    quantised,
    hnsw: walked,
    ...Object.fromEntries(
      [100, 200, 400, 800].map(candidates => [`of_${candidates}`, { ...quantised, candidates }]),
    ),
  })
  // A filtered search uses no vector index, however large the container: it scans the documents that match.
  for (const sparsity of sparsities)
    figures.push(
      ...(await compareWith({ [`quantised_${100 / sparsity}_percent`]: quantised }, oneOf(sparsity))),
    )
  return figures
}

function oneOf(sparsity: number): Filter {
  const condition = {
    filterType: 'metadata',
    negate: false,
    ignoreCase: false,
    numericOperator: '=',
  } as const
  return { AND: [{ key: `one_of_${sparsity}`, value: '0', ...condition }] }
}

/** The average, which has the goal, and the worst question. */
function toFigures(name: string, exact: readonly string[][], found: readonly string[][]): Figure[] {
  const shares = exact.map(
    (nearest, i) => nearest.filter(chunk => found[i]!.includes(chunk)).length / (nearest.length || 1),
  )
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  const worst = Math.min(...shares)
  const of = { unit: 'share', bare: { p50: 1 } } as const
  const isPlanned = !name.startsWith('of_')
  return [
    {
      ...of,
      name: `recall_at_10_${name}`,
      ours: { p50: mean },
      ratio: mean,
      ...(isPlanned && { goal: { atLeast: 0.98 } }),
    },
    { ...of, name: `recall_at_10_${name}_worst`, ours: { p50: worst }, ratio: worst },
  ]
}

async function nearestOfAll(searched: Searched, plan: RecallPlan, filter?: Filter): Promise<string[][]> {
  const nearest: string[][] = []
  for (const vector of searched.vectors) nearest.push(await findNearest(searched, plan, vector, filter))
  return nearest
}

/** The same statement as a search. */
async function findNearest(
  { cell, scope, set }: Searched,
  plan: RecallPlan,
  vector: Buffer,
  filters: Filter | undefined,
): Promise<string[]> {
  const query = { scope, plan, dense: { set, vector }, lexical: undefined, narrowing: filters && { filters } }
  const read = filters ? readOnceInScope : readInScope
  const found = await read(cell, { org: scope.org }, db => recallChunks(db, query))
  return found
    .toSorted((a, b) => Number(a.denseRank) - Number(b.denseRank))
    .slice(0, top)
    .map(({ document, position }) => `${document}/${position}`)
}

/** Takes a minute, so it prints its progress. */
async function embedInPieces(embedder: Embedder, texts: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let i = 0; i < texts.length; i += 1_000) {
    vectors.push(...(await embedder.embed(texts.slice(i, i + 1_000), { purpose: 'document' })))
    say(`recall: ${vectors.length} of ${texts.length} chunks embedded`)
  }
  return vectors
}
