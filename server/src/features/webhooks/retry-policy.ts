import { hourMs, minuteMs } from '../../platform/lib/durations.ts'

const second = 1_000

/** The pauses after each failed attempt: ten attempts in some 52 hours, as the Standard Webhooks specification suggests. */
const pauses = [
  5 * second,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
]

export const mostAttempts = pauses.length + 1

/** A pause that a server asks for is honoured up to this. */
const longestAsked = hourMs

/** Spreads the retries of events that failed in the same moment, by up to a fifth in both directions. */
const jitter = (ms: number, random: () => number): number => Math.round(ms * (0.8 + 0.4 * random()))

/** The pause before the next attempt. Undefined: that was the last one. */
export function pauseAfter(
  attempts: number,
  askedMs: number | undefined,
  random: () => number = Math.random,
): number | undefined {
  const pause = pauses[attempts - 1]
  if (pause === undefined) return undefined
  return Math.max(jitter(pause, random), Math.min(askedMs ?? 0, longestAsked))
}

/** An endpoint may fail this often in a row before it is paused: one bad event is no reason. */
const toleratedFailures = 3
const longestEndpointPause = 5 * minuteMs

/** How long nothing is sent to an endpoint that failed this often in a row. A thousand waiting events cost one attempt. */
export function endpointPause(failures: number, random: () => number = Math.random): number {
  if (failures < toleratedFailures) return 0
  const pause = 5 * second * 2 ** Math.min(failures - toleratedFailures, 10)
  return jitter(Math.min(pause, longestEndpointPause), random)
}

/** Whether an endpoint that has failed since then is to be switched off. */
export const isGivenUp = (failingSince: Date, afterHours: number, now = Date.now()): boolean =>
  now - failingSince.getTime() >= afterHours * hourMs
