import type { Organization } from '../../platform/access/principal.ts'
import { findEmbedder } from '../../platform/providers/embedding/embedder.ts'
import { askQuestion, type CompareApp } from './ask-question.ts'
import { conflict } from './conflict.ts'
import { listQuestions } from './golden-questions.ts'
import { readStatus } from './read-status.ts'
import { meanQuality, type Quality, qualityOf } from './score-ranks.ts'
import type { SetFigures } from './store.ts'

/** The quality of one set's answers to the questions. */
export type Score = { set: SetFigures } & Quality

export type Comparison = { questions: number; scores: Score[] }

/** Asks all golden questions of the organization in each of its sets, with ordinary searches. */
export async function compareSets(app: CompareApp, organization: Organization): Promise<Comparison> {
  const questions = await listQuestions(app, organization)
  if (questions.length === 0)
    throw conflict('There are no golden questions. Add some with POST /v3/golden-questions.')
  const { sets } = await readStatus(app, organization)
  const asking = { organization, signal: new AbortController().signal }
  const scores: Score[] = []
  for (const set of sets.filter(({ role }) => role !== 'dropping')) {
    const embedder = findEmbedder(app, set.id)
    if (!embedder)
      throw conflict(`This server does not run the model ${set.name}. Set EMBEDDER or EMBEDDER_NEXT to it.`)
    const qualities: Quality[] = []
    for (const question of questions)
      qualities.push(qualityOf(await askQuestion(app, embedder, asking, question)))
    scores.push({ set, ...meanQuality(qualities) })
  }
  return { questions: questions.length, scores }
}
