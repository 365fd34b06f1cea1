import type { ConnectionRow } from '../../features/connections/connection-store.ts'
import type { SourceError } from '../../platform/connectors/connector.ts'

const minuteMs = 60_000
/** The first repetition after a failure. The pause doubles up to the usual interval. */
const firstPauseMs = minuteMs
/** A source that asks for a longer pause is asked once a day all the same: a mistake there must not end the imports here. */
const longestPauseMs = 24 * 60 * minuteMs
/** A tenth more or less: connections that were made together do not ask their provider together for ever. */
const jitter = 0.1

const spread = (ms: number, random: () => number) => ms * (1 - jitter + 2 * jitter * random())

/** When the next run begins. Undefined: only when somebody asks. */
export function nextRunAfter(
  { everyMinutes }: Pick<ConnectionRow, 'everyMinutes'>,
  usualMinutes: number,
  random = Math.random,
): Date | null {
  const minutes = everyMinutes ?? usualMinutes
  return minutes === 0 ? null : new Date(Date.now() + spread(minutes * minuteMs, random))
}

/** After a failure the run is repeated sooner, and not before the source wants it. */
export function nextRunAfterFailure(
  { everyMinutes, failures }: Pick<ConnectionRow, 'everyMinutes' | 'failures'>,
  usualMinutes: number,
  error: Pick<SourceError, 'retryAfterMs'>,
  random = Math.random,
): Date | null {
  const minutes = everyMinutes ?? usualMinutes
  if (minutes === 0) return null
  const pauseMs = Math.min(minutes * minuteMs, firstPauseMs * 2 ** Math.min(failures, 20))
  const askedMs = Math.min(error.retryAfterMs ?? 0, longestPauseMs)
  return new Date(Date.now() + Math.max(spread(pauseMs, random), askedMs))
}
