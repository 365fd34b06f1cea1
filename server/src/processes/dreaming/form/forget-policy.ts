import type { Fact } from '../../../language/english/fact.ts'
import { dayMs } from '../../../platform/lib/durations.ts'

/** When a memory is to be forgotten by itself, and why. */
export type Forgetting = { forgetAfter: Date | null; forgetReason: string | null }

/**
 * What happened, or was going to, is of interest for a while; what somebody is like, and what is so, is not forgotten by
 * itself. Counted from the last day it is about, or from when it was said. `afterDays` 0: never.
 */
export function forgetEpisodic(
  { kind, isStatic, eventDates, saidAt }: Pick<Fact, 'kind' | 'isStatic' | 'eventDates'> & { saidAt: Date },
  afterDays: number,
): Forgetting {
  const isEpisodic = (kind === 'event' || kind === 'plan') && !isStatic
  if (afterDays === 0 || !isEpisodic) return { forgetAfter: null, forgetReason: null }
  const last = Math.max(...(eventDates.length > 0 ? eventDates : [saidAt]).map(Number))
  return { forgetAfter: new Date(last + afterDays * dayMs), forgetReason: 'episodic' }
}
