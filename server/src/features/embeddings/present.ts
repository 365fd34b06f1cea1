import type { z } from 'zod'
import { encodeId } from '../../platform/lib/ids.ts'
import type { ComparedSet, ComparisonPage } from './compare-questions.ts'
import type { GoldenQuestion } from './golden-store.ts'
import type { comparisonJson, questionJson } from './schema.ts'
import { qualityOf } from './score-ranks.ts'

export function presentQuestion(question: GoldenQuestion): z.input<typeof questionJson> {
  return { ...question, id: encodeId(question.id), createdAt: question.createdAt.toISOString() }
}

export const presentQuestions = (questions: readonly GoldenQuestion[]) => ({
  questions: questions.map(presentQuestion),
})

export function presentComparison({ sets, questions, next }: ComparisonPage): z.input<typeof comparisonJson> {
  return {
    sets: sets.map(presentSet),
    questions: questions.map(({ question: { id, question, expected, containerTag }, results }) => ({
      ...{ id: encodeId(id), question, expected, containerTag },
      results: results.map(({ set, ranks }) => ({ set, ranks, ...qualityOf(ranks) })),
    })),
    next: next === undefined ? null : encodeId(next),
  }
}

/** An organization that never built a second set has one without a role. */
function presentSet({ id, role, provider, name, dimensions, isComplete, isAvailable }: ComparedSet) {
  const shown = role === 'building' || role === 'previous' ? role : ('active' as const)
  return { id, role: shown, provider, model: name, dimensions, isComplete, isAvailable }
}
