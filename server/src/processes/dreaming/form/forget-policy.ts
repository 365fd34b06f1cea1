import type { Fact } from '../../../language/english/fact.ts'
import { dayMs } from '../../../platform/lib/durations.ts'

/** When a memory is forgotten automatically, and why. */
export type ForgetPolicy = { forgetAfter: Date | null; forgetReason: string | null }

/**
 * Events and plans are of interest for a while only; attributes, preferences and other facts are not forgotten
 * automatically. The time counts from the last day the fact is about, or from when it was said. `afterDays` 0 means
 * never.
 */
export function forgetEpisodic(
  { kind, isStatic, eventDates, saidAt }: Pick<Fact, 'kind' | 'isStatic' | 'eventDates'> & { saidAt: Date },
  afterDays: number,
): ForgetPolicy {
  const isEpisodic = (kind === 'event' || kind === 'plan') && !isStatic
  if (afterDays === 0 || !isEpisodic) return { forgetAfter: null, forgetReason: null }
  const last = Math.max(...(eventDates.length > 0 ? eventDates : [saidAt]).map(Number))
  return { forgetAfter: new Date(last + afterDays * dayMs), forgetReason: 'episodic' }
}
