import { saveFile } from '../../parts/save-file.ts'
import type { MemoryRow } from './use-memories.ts'

/** Saves memories as JSON lines, to look at them elsewhere. The export of a container has all of it. */
export function exportMemories(memories: readonly MemoryRow[]): void {
  const lines = memories.map(({ id, memory, tag, createdAt, version, before }) =>
    JSON.stringify({ id, memory, containerTag: tag, createdAt, version, before }),
  )
  saveFile('memories.jsonl', new Blob([`${lines.join('\n')}\n`], { type: 'application/x-ndjson' }))
}
