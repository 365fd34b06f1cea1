import { reconcileLanes } from '../../../platform/lanes/reconcile.ts'
import type { Duty } from './duty.ts'

/** Wakes lanes that hold a due document, because a wake may be lost. */
export const reconcileLanesDuty: Duty = {
  name: 'reconcile_lanes',
  async run({ cell, queue, signal }) {
    await reconcileLanes(cell, queue, signal)
  },
}
