import type { Backlog } from '../growth/backlog.ts'
import type { Memory } from '../growth/machine.ts'
import type { MinuteOfRequests } from './minutes.ts'

/** A line of the output of `npm run bench -- soak`. */
export type SoakMinute = Backlog &
  Memory & {
    bench: 'soak-minute'
    minute: number
    searches: MinuteOfRequests
    adds: MinuteOfRequests
    /** Documents that became `done` within the minute. */
    done: number
    /** Index builds that ended within the minute. */
    builds: number
    processor: { stolen: number; idle: number }
  }
