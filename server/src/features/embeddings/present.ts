import type { z } from 'zod'
import { encodeId } from '../../platform/lib/ids.ts'
import type { GoldenQuestion } from './golden-store.ts'
import type { questionJson } from './schema.ts'

export function presentQuestion(question: GoldenQuestion): z.input<typeof questionJson> {
  return { ...question, id: encodeId(question.id), createdAt: question.createdAt.toISOString() }
}

export const presentQuestions = (questions: readonly GoldenQuestion[]) => ({
  questions: questions.map(presentQuestion),
})
