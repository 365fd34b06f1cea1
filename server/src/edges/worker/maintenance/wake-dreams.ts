import { wakeDreamers } from '../../../processes/dreaming/wake-dreamers.ts'
import type { Duty } from './duty.ts'

/** Wakes containers whose memories are still to be formed. */
export const wakeDreamsDuty: Duty = {
  name: 'wake_dreams',
  run: ({ cell, queue }) => wakeDreamers(cell, queue),
}
