import type { DreamState } from './dream-store.ts'
import type { DocumentJson } from './schema.ts'
import type { DocumentRow } from './store.ts'

type StateRow = DreamState &
  Pick<DocumentRow, 'status' | 'taskType' | 'dreamingStatus' | 'memoryCount' | 'errorCode' | 'errorMessage'>

type MemoryState = DocumentJson['memoryState']

const state = (
  name: MemoryState['state'],
  reason: MemoryState['reason'],
  message: string | null,
): MemoryState => ({ state: name, reason, message })

/** Whether a document has memories now and, if it has none, why. */
export function presentMemoryState(row: StateRow): MemoryState {
  if (row.memoryCount > 0) return state('formed', null, null)
  if (row.taskType === 'rag')
    return state(
      'off',
      'rag',
      'The taskType of the document is rag: it is searchable, and forms no memories.',
    )
  if (row.status === 'failed') return state('failed', 'processing_failed', row.errorMessage)
  if (row.status !== 'done')
    return state('waiting', 'processing', `The document is ${row.status}. Dreaming starts when it is done.`)
  switch (row.dreamingStatus) {
    case 'failed':
      return state('failed', 'dreaming_failed', row.dreamErrorMessage)
    case 'dreaming':
      return waiting(row)
    case 'done':
      return none(row)
  }
}

function waiting({ dreamErrorCode, dreamErrorMessage, dreamSince }: StateRow): MemoryState {
  if (dreamErrorCode !== null && dreamSince !== null) return state('waiting', 'retry', dreamErrorMessage)
  return state(
    'waiting',
    'dreaming',
    'Dreaming waits until the container is quiet, or runs now. With dreaming: instant it does not wait.',
  )
}

function none({ dreamOutcome, dreamSetting }: StateRow): MemoryState {
  switch (dreamOutcome) {
    case 'filtered':
      return state('none', 'filtered', `The setting ${dreamSetting} filtered out all facts.`)
    case 'formed':
      return state('none', 'not_current', 'Its memories have been superseded or forgotten since.')
    case 'nothing':
      return state('none', 'nothing_found', 'No facts were found in the text.')
    case null:
      return state(
        'none',
        'unknown',
        'Dreaming ended before the server stored its results. Reprocess the document to learn more.',
      )
  }
}
