import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { decodeId } from '../../platform/lib/ids.ts'
import { type Embedder, findEmbedder } from '../../platform/providers/embedding/embedder.ts'
import { type Asking, askQuestion, type CompareApp } from './ask-question.ts'
import { type GoldenQuestion, listSomeQuestions } from './golden-store.ts'
import type { CompareQuery } from './schema.ts'
import type { Ranks } from './score-ranks.ts'
import { listSets, type SetState } from './store.ts'

/** `isAvailable`: this process runs the model of the set, so it can be searched. */
export type ComparedSet = SetState & { isAvailable: boolean }

export type ComparedQuestion = { question: GoldenQuestion; results: { set: number; ranks: Ranks }[] }

export type ComparisonPage = {
  sets: ComparedSet[]
  questions: ComparedQuestion[]
  /** The last question of this page if there are more. */
  next: string | undefined
}

/**
 * Asks a page of the golden questions in each set whose model runs here. The contents of the sets are not counted: that takes
 * seconds in a large organization.
 */
export async function compareQuestions(
  app: CompareApp,
  { limit, after }: CompareQuery,
  asking: Asking,
): Promise<ComparisonPage> {
  const home = { shard: asking.organization.homeShard, org: asking.organization.id }
  const read = await inScope(app.cells.of(home.shard), home, db =>
    listSomeQuestions(db, home, { after: cursorOf(after), count: limit + 1 }),
  )
  const page = read.slice(0, limit)
  const sets = await readSets(app, asking)
  const searched = sets.flatMap(({ id }) => {
    const embedder = findEmbedder(app, id)
    return embedder ? [{ id, embedder }] : []
  })
  const questions: ComparedQuestion[] = []
  for (const question of page)
    questions.push({ question, results: await askInEach(app, searched, asking, question) })
  return {
    sets: sets.map(set => ({ ...set, isAvailable: searched.some(({ id }) => id === set.id) })),
    questions,
    next: read.length > limit ? page.at(-1)!.id : undefined,
  }
}

function cursorOf(after: string | undefined): string | undefined {
  if (after === undefined) return undefined
  const id = decodeId(after)
  if (id === undefined) throw new AppError('question.not_found')
  return id
}

async function askInEach(
  app: CompareApp,
  searched: readonly { id: number; embedder: Embedder }[],
  asking: Asking,
  question: GoldenQuestion,
): Promise<ComparedQuestion['results']> {
  const results: ComparedQuestion['results'] = []
  for (const { id, embedder } of searched)
    results.push({ set: id, ranks: await askQuestion(app, embedder, asking, question) })
  return results
}

/** The sets of all cells. One that is incomplete in a cell is incomplete. */
async function readSets({ cells }: CompareApp, { organization }: Asking): Promise<SetState[]> {
  const org = organization.id
  const read = await Promise.all(
    cells
      .reach(organization)
      .map(({ cell, shards }) => inScope(cell, { org }, db => listSets(db, { org, shards }))),
  )
  const sets = new Map<number, SetState>()
  for (const set of read.flat()) {
    const known = sets.get(set.id)
    sets.set(set.id, {
      ...set,
      role: known?.role ?? set.role,
      isComplete: set.isComplete && known?.isComplete !== false,
    })
  }
  const searched = [...sets.values()].filter(({ role }) => role !== 'dropping')
  const isActive = ({ role }: SetState) => role === 'active' || role === null
  return searched.toSorted((a, b) => Number(isActive(b)) - Number(isActive(a)))
}
