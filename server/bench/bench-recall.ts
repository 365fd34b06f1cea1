import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { planRecall, type RecallPlan } from '../src/lib/plan-recall.ts'
import { chunkText } from '../src/pipeline/chunk-text.ts'
import { type Embedder, embeddingSetOf } from '../src/providers/embedder.ts'
import { toBinaryVector } from '../src/search/binary-vector.ts'
import type { SearchScope } from '../src/search/scope-store.ts'
import { type Recalled, recallStatement } from '../src/search/store.ts'
import type { Bench } from './bare/bench.ts'
import { compile } from './bare/compile.ts'
import { connect } from './bare/database.ts'
import type { Figure } from './bare/figure.ts'
import { insertVectors } from './bare/load-container.ts'
import { startApp } from './bare/start-app.ts'
import { say } from './report.ts'

const top = 10

type Searched = { client: pg.Client; scope: SearchScope; set: number; vectors: Buffer[] }

/** Of the ten nearest chunks of real texts, how many the path by binary codes finds. SciFact: 5,183 abstracts, 300 questions. */
export async function benchRecall(bench: Bench): Promise<Figure[] | undefined> {
  const folder = join(bench.dataDir, 'scifact')
  if (!existsSync(folder)) {
    say(`recall: left out, there is no ${folder} (--data names another place)`)
    return undefined
  }
  const embedder = await bench.localEmbedder()
  const app = await startApp(bench.databaseUrl, embedder)
  const client = await connect(bench.databaseUrl)
  try {
    const key = await app.app.containers.resolve(app.organization, 'recall')
    const set = embeddingSetOf(embedder.model)
    const documents = readCorpus(folder).slice(0, bench.isQuick ? 800 : undefined)
    const chunks = documents.map(text => chunkText(text).map(({ content }) => content))
    const size = chunks.flat().length
    say(`recall: embedding ${size} chunks of ${documents.length} documents`)
    await insertVectors(client, key, set, chunks, await embedInPieces(embedder, chunks.flat()))
    await client.query('vacuum analyze cell.chunk_vectors, cell.documents')
    const vectors = await embedder.embed(readQuestions(folder), { purpose: 'query' })
    const scope = { org: key.org, shards: [key.shard], containers: [key.container], document: undefined }
    return await measure({ client, scope, set, vectors: vectors.map(toBinaryVector) }, size)
  } finally {
    await client.end()
    await app.stop()
  }
}

async function measure(searched: Searched, size: number): Promise<Figure[]> {
  const planned = planRecall(size, top)
  const exact = await nearestOfAll(searched, { ...planned, path: 'exact' })
  const figure = async (candidates: number): Promise<Figure> => {
    const found = await nearestOfAll(searched, { ...planned, path: 'quantised', candidates })
    const shares = exact.map(
      (nearest, i) => nearest.filter(chunk => found[i]!.includes(chunk)).length / nearest.length,
    )
    const recall = shares.reduce((sum, share) => sum + share, 0) / shares.length
    return {
      name: `recall_at_10_of_${candidates}`,
      unit: 'share',
      ours: { p50: recall },
      bare: { p50: 1 },
      ratio: recall,
    }
  }
  say(`recall: ${searched.vectors.length} questions`)
  const figures: Figure[] = []
  for (const candidates of [100, 200, 400, 800]) figures.push(await figure(candidates))
  const ours = await figure(planned.candidates)
  return [{ ...ours, name: 'recall_at_10_as_planned', goal: { atLeast: 0.98 } }, ...figures]
}

async function nearestOfAll(searched: Searched, plan: RecallPlan): Promise<string[][]> {
  const nearest: string[][] = []
  for (const vector of searched.vectors) nearest.push(await findNearest(searched, plan, vector))
  return nearest
}

async function findNearest(
  { client, scope, set }: Searched,
  plan: RecallPlan,
  vector: Buffer,
): Promise<string[]> {
  const statement = recallStatement({ scope, plan, dense: { set, vector }, lexical: undefined })
  const { rows } = await client.query<Recalled>(compile(statement))
  return rows
    .toSorted((a, b) => Number(a.denseRank) - Number(b.denseRank))
    .slice(0, top)
    .map(({ document, position }) => `${document}/${position}`)
}

/** A minute's work: said as it goes. */
async function embedInPieces(embedder: Embedder, texts: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let i = 0; i < texts.length; i += 1_000) {
    vectors.push(...(await embedder.embed(texts.slice(i, i + 1_000), { purpose: 'document' })))
    say(`recall: ${vectors.length} of ${texts.length} chunks embedded`)
  }
  return vectors
}

function readCorpus(folder: string): string[] {
  const lines = gunzipSync(readFileSync(join(folder, 'corpus.jsonl.gz'))).toString()
  return parseLines<{ title: string; text: string }>(lines).map(({ title, text }) => `${title}\n\n${text}`)
}

/** The questions of the test set. */
function readQuestions(folder: string): string[] {
  const judged = readFileSync(join(folder, 'qrels', 'test.tsv'), 'utf8')
    .split('\n')
    .slice(1)
  const ids = new Set(judged.map(line => line.split('\t')[0]))
  const questions = parseLines<{ _id: string; text: string }>(
    readFileSync(join(folder, 'queries.jsonl'), 'utf8'),
  )
  return questions.filter(({ _id }) => ids.has(_id)).map(({ text }) => text)
}

function parseLines<T>(lines: string): T[] {
  return lines
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}
