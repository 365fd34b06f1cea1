import { answerOf } from '@reverie/sdk'
import { queryOptions } from '@tanstack/react-query'
import { reverie } from './client.ts'

export const questionsQuery = queryOptions({
  queryKey: ['golden-questions'],
  queryFn: async ({ signal }) =>
    answerOf(await reverie.api.GET('/v3/golden-questions', { signal })).questions,
})

export type GoldenQuestion = {
  id: string
  question: string
  expected: string[]
  containerTag: string | null
  createdAt: string
}
