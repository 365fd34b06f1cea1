import { wakeDreamers } from '../../../processes/dreaming/wake-dreamers.ts'
import type { Duty } from './duty.ts'

/** Wakes containers whose memories are due to be formed. */
export const wakeDreamsDuty: Duty = {
  name: 'wake_dreams',
  run({ cell, queue, config, signal }) {
    const pace = { quietMs: config.DREAM_QUIET_MS, maxWaitMs: config.DREAM_MAX_WAIT_MS }
    return wakeDreamers(cell, queue, pace, signal)
  },
}
