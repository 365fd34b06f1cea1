import { wakeConnections } from '../../../processes/sync/run-sync-step.ts'
import type { Duty } from './duty.ts'

/** Wakes connections whose next run is due, and those whose worker died. */
export const wakeConnectionsDuty: Duty = {
  name: 'wake_connections',
  run: ({ cell, queue, signal }) => wakeConnections(cell, queue, signal),
}
