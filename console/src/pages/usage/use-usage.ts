import { useQuery } from '@tanstack/react-query'
import { reverie } from '../../data/client.ts'
import type { UsageView } from '../../data/view.ts'

const hourMs = 3_600_000
export const periodHours = { '24h': 24, '7d': 7 * 24, '30d': 30 * 24 }

/** The time that the figures are of, in whole hours, so that the same view asks the same question. */
export function spanOf({ period, from, to }: UsageView): { from: string; to: string } {
  if (from && to) return { from, to }
  const end = Math.ceil(Date.now() / hourMs) * hourMs
  return {
    from: new Date(end - periodHours[period ?? '24h'] * hourMs).toISOString(),
    to: new Date(end).toISOString(),
  }
}

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

/** One value for each hour. The server leaves out hours without requests. */
export function byHour({ usage, errors, span }: UsageFigures) {
  const first = Math.floor(Date.parse(span.from) / hourMs)
  const last = Math.max(first + 1, Math.ceil(Date.parse(span.to) / hourMs))
  const times = Array.from({ length: last - first }, (_, at) => (first + at) * hourMs)
  const requests = new Map(usage.hourly.map(({ timestamp, count }) => [timestamp, count]))
  const failures = new Map(errors.hourly.map(({ timestamp, errorCount }) => [timestamp, errorCount]))
  return {
    times,
    requests: times.map(time => requests.get(time) ?? 0),
    failures: times.map(time => failures.get(time) ?? 0),
  }
}

export const useSpending = (days: number) =>
  useQuery({
    queryKey: ['spending', days],
    queryFn: ({ signal }) => reverie.analytics.spending({ days }, { signal }),
    staleTime: 60_000,
  })
