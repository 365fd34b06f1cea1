import { roundTo } from '../../platform/lib/round-to.ts'
import { presentPage } from '../../platform/routing/present-page.ts'
import type { Operation } from '../../platform/routing/usage.ts'
import type { KeyFigures } from './name-keys.ts'
import { type ChatPeriod, trendHours, weekdays } from './period.ts'
import type { ChatReport } from './read-chat.ts'
import type { ErrorReport } from './read-errors.ts'
import type { UsageReport } from './read-usage.ts'
import type { ChatJson, ErrorsJson, UsageJson } from './schema.ts'
import type { Figures, WindowSums } from './store.ts'

type Page = { page: number; limit: number }

const round = (value: number) => roundTo(value, 2)
const percent = (part: number, whole: number) => (whole === 0 ? 0 : round((100 * part) / whole))
const mean = ({ durationMs, requests }: { durationMs: number; requests: number }) =>
  requests === 0 ? 0 : round(durationMs / requests)

const ownMean = ({ durationMs, ownRequests: requests }: WindowSums) => mean({ durationMs, requests })

export function presentUsage({ types, hours, keys, totalKeys }: UsageReport, page: Page): UsageJson {
  return {
    usage: types.map(row => ({
      type: row.type as Operation,
      count: row.requests,
      avgDuration: mean(row),
      lastUsed: row.lastAt.toISOString(),
    })),
    hourly: hours.map(row => ({ ...presentHour(row), avgDuration: mean(row) })),
    byKey: keys.map(row => ({ ...presentKey(row), avgDuration: mean(row) })),
    pagination: presentPage(page, totalKeys),
  }
}

export function presentErrors(
  { failures, types, hours, keys, totalKeys }: ErrorReport,
  page: Page,
): ErrorsJson {
  const all = failures.reduce((sum, { requests }) => sum + requests, 0)
  return {
    errors: failures.map(({ type, status, requests }) => ({
      type: type as Operation,
      statusCode: status,
      count: requests,
      percentage: percent(requests, all),
    })),
    summary: types.map(row => ({
      type: row.type as Operation,
      totalRequests: row.requests,
      successRate: percent(row.requests - row.errors, row.requests),
      errorRate: percent(row.errors, row.requests),
      lastRequest: row.lastAt.toISOString(),
    })),
    hourly: hours.map(row => ({ ...presentHour(row), ...presentErrorCount(row) })),
    byKey: keys.map(row => ({ ...presentKey(row), ...presentErrorCount(row) })),
    pagination: presentPage(page, totalKeys),
  }
}

function presentHour({ hour, requests }: Figures & { hour: Date }) {
  return { hour: hour.toISOString(), timestamp: hour.getTime(), count: requests }
}

function presentKey({ keyId, keyName, requests, lastAt }: KeyFigures) {
  return { apiKeyId: keyId, keyId, keyName, count: requests, lastUsed: lastAt.toISOString() }
}

function presentErrorCount({ errors, requests }: Figures) {
  return { errorRate: percent(errors, requests), errorCount: errors }
}

const nothing: WindowSums = { requests: 0, ownRequests: 0, durationMs: 0, tokensIn: 0, tokensOut: 0 }

export function presentChat({ sums, weekday }: ChatReport, usdPerMillionTokens: number): ChatJson {
  const of = (name: string) => sums.get(name) ?? nothing
  const overview = (period: ChatPeriod) =>
    comparePeriods(of(period), of(`${period} before`), usdPerMillionTokens)
  const trend = Array.from({ length: trendHours }, (_, nth) => of(`hour ${nth}`))
  const lastDay = {
    requests: trend.reduce((sum, { ownRequests }) => sum + ownRequests, 0),
    durationMs: trend.reduce((sum, { durationMs }) => sum + durationMs, 0),
  }
  const tokensByDay = weekdays.map(day => [day, of(day).tokensIn + of(day).tokensOut] as const)
  return {
    overview: {
      '7d': overview('7d'),
      '30d': overview('30d'),
      '90d': overview('90d'),
      lifetime: overview('lifetime'),
    },
    analytics: {
      usage: {
        currentDay: weekday,
        tokensByDay: Object.fromEntries(tokensByDay) as ChatJson['analytics']['usage']['tokensByDay'],
      },
      latency: { current: mean(lastDay), unit: 'ms', trend: trend.map(ownMean) },
      apiUsage: { current: of('month').requests, limit: 0 },
    },
  }
}

function comparePeriods(now: WindowSums, before: WindowSums, usdPerMillionTokens: number) {
  const compare = (figure: (sums: WindowSums) => number) => ({
    current: figure(now),
    previousPeriod: figure(before),
  })
  const saved = ({ tokensIn, tokensOut }: WindowSums) => Math.max(0, tokensIn - tokensOut)
  return {
    totalTokensSaved: compare(saved),
    tokensProcessed: compare(({ tokensIn }) => tokensIn),
    tokensSent: compare(({ tokensOut }) => tokensOut),
    amountSaved: compare(sums => (saved(sums) * usdPerMillionTokens) / 1_000_000),
  }
}
