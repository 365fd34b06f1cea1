import type { DreamState } from './dream-store.ts'
import type { DocumentJson } from './schema.ts'
import type { DocumentRow } from './store.ts'

type DreamingRow = DreamState &
  Pick<DocumentRow, 'taskType' | 'dreamingStatus' | 'memoryCount' | 'errorCode' | 'errorMessage'>

const nothing = {
  memories: 0,
  setting: null,
  truncated: false,
  errorCode: null,
  errorMessage: null,
  until: null,
}

/** The result of dreaming for a document, or the reason why it waits; null while neither is known. */
export function presentOutcome(row: DreamingRow): DocumentJson['dreamingOutcome'] {
  switch (row.dreamingStatus) {
    case 'failed': {
      // Dreaming failed, or processing failed before dreaming could start.
      const errorCode = row.dreamErrorCode ?? row.errorCode
      const errorMessage = row.dreamErrorCode === null ? row.errorMessage : row.dreamErrorMessage
      return { ...nothing, outcome: 'failed', errorCode, errorMessage }
    }
    case 'dreaming':
      return row.dreamErrorCode === null || row.dreamSince === null
        ? null
        : {
            ...nothing,
            outcome: 'waiting',
            errorCode: row.dreamErrorCode,
            errorMessage: row.dreamErrorMessage,
            until: row.dreamSince.toISOString(),
          }
    case 'done':
      return presentDone(row)
  }
}

function presentDone(row: DreamingRow) {
  const { dreamOutcome, dreamMemories, dreamSetting, dreamCapped, taskType, memoryCount } = row
  const memories = dreamMemories ?? 0
  if (dreamOutcome !== null)
    return { ...nothing, outcome: dreamOutcome, memories, setting: dreamSetting, truncated: dreamCapped }
  if (taskType === 'rag') return { ...nothing, outcome: 'skipped' as const }
  // Dreaming ended before outcomes were stored. Memories that cite the document prove `formed`; otherwise it is unknown.
  return memoryCount > 0 ? { ...nothing, outcome: 'formed' as const, memories: memoryCount } : null
}
