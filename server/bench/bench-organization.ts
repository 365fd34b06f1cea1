import { connect } from '../measure/connect.ts'
import { say } from '../measure/report.ts'
import { maintainOrganizationIndexes } from '../src/features/containers/organization-indexes/maintain-organization-indexes.ts'
import { type Embedder, embeddingSetOf } from '../src/platform/providers/embedding/embedder.ts'
import type { Bench } from './bare/bench.ts'
import type { Figure } from './bare/figure.ts'
import { freeEmbedder } from './bare/free-embedder.ts'
import { readTexts } from './bare/real-texts.ts'
import { startApp } from './bare/start-app.ts'
import { loadOrganization, queriesFor } from './organization/load-organization.ts'
import { measureAtOnce } from './organization/measure-at-once.ts'
import { measureRecall } from './organization/measure-recall.ts'

const chunksEach = 60
/** Real texts whose vectors are mixed. */
const sources = 5_000
/** Documents are cut here: one vector each. */
const sourceCharacters = 700

/**
 * Search without a container tag in an organization of many small containers. Recall of each arm against comparing every
 * row, and the time of `POST /v3/search` with 1, 8, 32 and 64 at once, beside its statements on plain connections.
 */
export async function benchOrganization(bench: Bench): Promise<Figure[]> {
  const real = await bench.localEmbedder()
  const containers = bench.containers ?? (bench.isQuick ? 1_000 : 4_000)
  const { documents, questions } = readTexts(bench.dataDir)
  say(`organization: embedding ${sources} texts`)
  const vectors = await embedInPieces(
    real,
    documents.slice(0, sources).map(text => text.slice(0, sourceCharacters)),
  )
  const queries = queriesFor(await real.embed(questions, { purpose: 'query' }))
  const known = new Map(queries.map(({ text, vector }) => [text, vector]))
  const app = await startApp(bench.databaseUrl, freeEmbedder(real, known))
  const client = await connect(bench.databaseUrl)
  try {
    const like = await app.app.containers.resolve(app.organization, 'first')
    const set = embeddingSetOf(real.model)
    await loadOrganization(client, { like, set, shape: { containers, chunksEach }, vectors })
    await client.query('vacuum analyze')
    say('organization: building its indexes')
    await maintainOrganizationIndexes(app.app.cells.of(like.shard))
    return [
      ...(await measureRecall(app, queries, bench.isQuick)),
      ...(await measureAtOnce(app, bench.databaseUrl, queries, bench.isQuick)),
    ]
  } finally {
    await client.end()
    await app.stop()
  }
}

/** A batch at a time, because the model's threads would hold all of them otherwise. */
async function embedInPieces(embedder: Embedder, texts: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let i = 0; i < texts.length; i += 500)
    vectors.push(...(await embedder.embed(texts.slice(i, i + 500), { purpose: 'document' })))
  return vectors
}
