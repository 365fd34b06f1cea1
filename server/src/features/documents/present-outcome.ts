import type { DreamState } from './dream-store.ts'
import type { DocumentJson } from './schema.ts'
import type { DocumentRow } from './store.ts'

type Dreamed = DreamState &
  Pick<DocumentRow, 'taskType' | 'dreamingStatus' | 'memoryCount' | 'errorCode' | 'errorMessage'>

const nothing = {
  memories: 0,
  setting: null,
  truncated: false,
  errorCode: null,
  errorMessage: null,
  until: null,
}

/** How dreaming of a document ended, or why it waits; null while nobody can say. */
export function presentOutcome(row: Dreamed): DocumentJson['dreamingOutcome'] {
  switch (row.dreamingStatus) {
    case 'failed': {
      // Dreaming failed, or the document did before there was anything to dream of.
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

function presentDone(row: Dreamed) {
  const { dreamOutcome, dreamMemories, dreamSetting, dreamCapped, taskType, memoryCount } = row
  const memories = dreamMemories ?? 0
  if (dreamOutcome !== null)
    return { ...nothing, outcome: dreamOutcome, memories, setting: dreamSetting, truncated: dreamCapped }
  if (taskType === 'rag') return { ...nothing, outcome: 'skipped' as const }
  // Dreamed of before outcomes were kept: what is cited today was formed then, and of the rest nobody can say.
  return memoryCount > 0 ? { ...nothing, outcome: 'formed' as const, memories: memoryCount } : null
}
