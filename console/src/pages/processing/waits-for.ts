import type { ProcessingRow } from './use-processing.ts'

const parts: Record<string, string> = {
  embedding: 'the embedding model',
  llm: 'the language model',
  transcriber: 'the transcriber',
  blobs: 'the file store',
  directory: 'the directory database',
  disk: 'room on the disk',
}

export const partName = (gate: string) => parts[gate] ?? gate

/** What an unfinished document waits for, in a few words. */
export function waitsFor({ status, gate, stuck, progress }: ProcessingRow): string | undefined {
  if (gate) return `Waits for ${partName(gate.name)}`
  if (stuck) return 'No change for 4 hours'
  if (progress) return `${progress.done} of ${progress.total}`
  return status === 'queued' ? 'Waits for its turn' : undefined
}
