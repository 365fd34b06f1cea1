import { partName } from '../../data/part-names.ts'
import type { ProcessingRow } from './use-processing.ts'

/** What an unfinished document waits for, in a few words. */
export function waitsFor({ status, gate, stuck, progress }: ProcessingRow): string | undefined {
  if (gate) return `Waits for ${partName(gate.name)}`
  if (stuck) return 'No change for 4 hours'
  if (progress) return `${progress.done} of ${progress.total}`
  return status === 'queued' ? 'Waits for its turn' : undefined
}
