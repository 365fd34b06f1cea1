import type { ErrorReport, UsageReport } from '@reverie/sdk'
import type { UsageView } from '../../data/view.ts'

export const hourMs = 3_600_000
const periodHours = { '24h': 24, '7d': 7 * 24, '30d': 30 * 24 }

/** The time that the figures are of, in whole hours, so that the same view asks the same question. */
export function spanOf({ period, from, to }: UsageView): { from: string; to: string } {
  if (from && to) return { from, to }
  const end = Math.ceil(Date.now() / hourMs) * hourMs
  return {
    from: new Date(end - periodHours[period ?? '24h'] * hourMs).toISOString(),
    to: new Date(end).toISOString(),
  }
}

type Hourly = {
  usage: Pick<UsageReport, 'hourly'>
  errors: Pick<ErrorReport, 'hourly'>
  span: { from: string; to: string }
}

/** One value for each hour. The server leaves out hours without requests. */
export function byHour({ usage, errors, span }: Hourly) {
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
