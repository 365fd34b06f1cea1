import { queryOptions } from '@tanstack/react-query'
import { reverie } from './client.ts'

export const questionsQuery = queryOptions({
  queryKey: ['golden-questions'],
  queryFn: ({ signal }) => reverie.goldenQuestions.list({ signal }),
})
