import { say } from '../../measure/report.ts'
import { recallByKeywords } from '../../src/features/recall/arm-store.ts'
import { toBinaryVector } from '../../src/features/recall/binary-vector.ts'
import { type PreparedCell, prepareCells } from '../../src/features/recall/prepare-cells.ts'
import { SearchRequest } from '../../src/features/recall/search-request.ts'
import { chunkCorpus, recallChunks } from '../../src/features/search/store.ts'
import { readInScope } from '../../src/platform/db/tx.ts'
import { embeddingSetOf } from '../../src/platform/providers/embedding/embedder.ts'
import type { Figure } from '../bare/figure.ts'
import type { Query } from '../bare/load-container.ts'
import type { BenchApp } from '../bare/start-app.ts'

const top = 10

/** The share of the ten best rows of each arm, as it is planned, among the ten best by comparing every row. */
export async function measureRecall(
  app: BenchApp,
  queries: readonly Query[],
  isQuick: boolean,
): Promise<Figure[]> {
  const asked = queries.slice(0, isQuick ? 20 : 60)
  const shares = { vectors: [] as number[], words: [] as number[] }
  for (const { text } of asked) {
    const cell = await prepare(app, text)
    const all = { ...cell, plan: { ...cell.plan, path: 'exact', walk: undefined, terms: undefined } as const }
    shares.vectors.push(shareOf(await nearest(all), await nearest(cell)))
    // BM25 often has ties at the tenth place, where any of the equal rows is right.
    shares.words.push(await shareOfScores(all, cell))
  }
  say(`organization: recall by ${asked.length} questions`)
  return Object.entries(shares).flatMap(([arm, found]) =>
    toFigures(`organization_recall_at_10_${arm}`, found),
  )
}

async function prepare({ app, organization }: BenchApp, q: string): Promise<PreparedCell> {
  const principal = { organization, key: { id: 'bench', name: 'bench' }, containerTag: undefined }
  const request = new SearchRequest({
    app,
    principal,
    containerTags: [],
    signal: new AbortController().signal,
  })
  const [cell] = await prepareCells(request, chunkCorpus, { q, limit: top, isNarrow: false })
  return cell!
}

async function nearest({ cell, tx, scope, plan, embedder, query }: PreparedCell): Promise<string[]> {
  const dense = { set: embeddingSetOf(embedder.model), vector: toBinaryVector(query.vector) }
  const found = await readInScope(cell, tx, db =>
    recallChunks(db, { scope, plan, dense, lexical: undefined }),
  )
  return found
    .toSorted((a, b) => Number(a.denseRank) - Number(b.denseRank))
    .slice(0, top)
    .map(({ document, position }) => `${document}/${position}`)
}

async function bestScores({ cell, tx, scope, plan, lexical }: PreparedCell): Promise<number[]> {
  const vector = lexical!.vector
  const found = await readInScope(cell, tx, async db => {
    const matches = await recallByKeywords(db, chunkCorpus, { scope, plan: { ...plan, perArm: top }, vector })
    return recallChunks(db, { scope, plan, dense: undefined, lexical: { vector, matches } })
  })
  return found.map(({ bm25 }) => Number(bm25)).sort((a, b) => b - a)
}

async function shareOfScores(all: PreparedCell, planned: PreparedCell): Promise<number> {
  const [expected, found] = [await bestScores(all), await bestScores(planned)]
  const least = (expected.at(-1) ?? 0) - 1e-4
  return found.filter(score => score >= least).length / (expected.length || 1)
}

function shareOf(expected: readonly string[], found: readonly string[]): number {
  return expected.filter(each => found.includes(each)).length / (expected.length || 1)
}

/** The average, which has the goal, and the worst question. */
function toFigures(name: string, shares: readonly number[]): Figure[] {
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  const worst = Math.min(...shares)
  const of = { unit: 'share', bare: { p50: 1 } } as const
  return [
    { ...of, name, ours: { p50: mean }, ratio: mean, goal: { atLeast: 0.95 } },
    { ...of, name: `${name}_worst`, ours: { p50: worst }, ratio: worst },
  ]
}
