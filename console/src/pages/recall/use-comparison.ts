import { useQuery } from '@tanstack/react-query'
import { queries, reverie } from '../../data/client.ts'
import type { ComparedQuestion, ComparedSet } from './rank-changes.ts'

type Comparison = { sets: ComparedSet[]; questions: ComparedQuestion[] }

const key = ['set-comparison']

/** The golden questions in every embedding set. Each page of answers shows when it is there. */
export const useComparison = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      let so: Comparison = { sets: [], questions: [] }
      for await (const { sets, questions } of reverie.goldenQuestions.compare({ signal })) {
        so = { sets, questions: [...so.questions, ...questions] }
        queries.setQueryData(key, so)
      }
      return so
    },
    // Each question costs a search in every set.
    staleTime: 300_000,
    refetchOnWindowFocus: false,
  })
