import { dayMs, hourMs } from '../../platform/lib/durations.ts'
import type { AnalyticsQuery } from './schema.ts'
import type { Range, UsageWindow } from './store.ts'

const periodsMs = { '1h': hourMs, '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs }
/** Before any usage was stored. */
const beginning = new Date(0)

const floorHour = (time: number) => time - (((time % hourMs) + hourMs) % hourMs)

/** The hours of a query. Hours that it touches count whole, so `1h` is this hour and the one before. */
export function rangeOf({ from, to, period }: AnalyticsQuery, now = new Date()): Range {
  const end = to ?? new Date(floorHour(now.getTime()) + hourMs)
  if (from) return { from: new Date(floorHour(from.getTime())), to: end }
  if (period === 'all') return { from: beginning, to: end }
  return { from: new Date(floorHour((to ?? now).getTime() - periodsMs[period])), to: end }
}

export const chatPeriods = ['7d', '30d', '90d', 'lifetime'] as const
export type ChatPeriod = (typeof chatPeriods)[number]
export const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** The windows of chat analytics, by name: `7d`, `7d before`, `Sun`, `hour 0`, `month`. */
export type ChatWindows = { windows: UsageWindow[]; weekday: (typeof weekdays)[number] }

export const trendHours = 24

/** Periods end with the current hour; the previous period has the same number of hours. Days, weeks and months are UTC. */
export function chatWindows(now = new Date()): ChatWindows {
  const end = floorHour(now.getTime()) + hourMs
  const between = (name: string, from: number, to: number): UsageWindow => ({
    name,
    from: new Date(from),
    to: new Date(to),
  })
  const today = now.getTime() - (now.getTime() % dayMs)
  const sunday = today - now.getUTCDay() * dayMs
  return {
    weekday: weekdays[now.getUTCDay()]!,
    windows: [
      ...[7, 30, 90].flatMap(days => [
        between(`${days}d`, end - days * dayMs, end),
        between(`${days}d before`, end - 2 * days * dayMs, end - days * dayMs),
      ]),
      { name: 'lifetime', from: beginning, to: new Date(end) },
      ...weekdays.map((name, day) => between(name, sunday + day * dayMs, sunday + (day + 1) * dayMs)),
      ...Array.from({ length: trendHours }, (_, nth) => {
        const from = end - (trendHours - nth) * hourMs
        return between(`hour ${nth}`, from, from + hourMs)
      }),
      { name: 'month', from: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())), to: new Date(end) },
    ],
  }
}
