import type { Document } from '@reverie/sdk'

/** Why no memory came of a document, by its outcome. */
export function noMemoryWords({ status, taskType, dreamingOutcome }: Document): string {
  if (status === 'failed') return 'It could not be read, so nothing was remembered.'
  switch (dreamingOutcome?.outcome) {
    case 'nothing':
      return 'There was no lasting fact in it. It is searchable all the same.'
    case 'filtered':
      return `Every fact was filtered out by the setting ${dreamingOutcome.setting ?? 'of the organization'}.`
    case 'skipped':
      return 'It was added for search only (taskType “rag”), so nothing is remembered of it.'
    case 'failed':
      return `${dreamingOutcome.errorMessage ?? 'Remembering failed.'} ${dreamingOutcome.errorCode ?? ''}`
    case 'waiting':
      return 'Remembering is tried again later.'
    case 'formed':
      return 'Its memories were forgotten or superseded since.'
    default:
      return taskType === 'rag' ? 'It was added for search only.' : 'It has not been remembered yet.'
  }
}
