import { useQuery } from '@tanstack/react-query'
import { reverie } from '../../data/client.ts'
import type { UsageView } from '../../data/view.ts'
import { spanOf } from './by-hour.ts'

/** Requests, errors and durations of a span of time. */
export function useUsage(view: UsageView) {
  const span = spanOf(view)
  return useQuery({
    queryKey: ['usage', span],
    async queryFn({ signal }) {
      const query = { ...span, limit: 100 }
      const [usage, errors, latency] = await Promise.all([
        reverie.analytics.usage(query, { signal }),
        reverie.analytics.errors(query, { signal }),
        reverie.analytics.latency(span, { signal }),
      ])
      return { usage, errors, latency, span }
    },
    placeholderData: before => before,
  })
}

export type UsageFigures = NonNullable<ReturnType<typeof useUsage>['data']>

export const useSpending = (days: number) =>
  useQuery({
    queryKey: ['spending', days],
    queryFn: ({ signal }) => reverie.analytics.spending({ days }, { signal }),
    staleTime: 60_000,
  })
