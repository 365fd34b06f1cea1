import type { Document } from '@reverie/sdk'

/** Why no memory came of a document, and what would change that. */
export function noMemoryWords({ memoryState, dreamingOutcome }: Document): string {
  const { reason, message } = memoryState
  switch (reason) {
    case 'nothing_found':
      return 'There was no lasting fact in it. It is searchable all the same.'
    case 'filtered':
      return `The setting ${dreamingOutcome?.setting ?? 'of the organization'} filtered out every fact. An admin can change it in Settings; reprocess the document afterwards.`
    case 'not_current':
      return 'Its memories were forgotten or superseded since. Memories has them under “Changed” and “Forgotten”.'
    case 'rag':
      return 'It was added for search only (taskType “rag”), so nothing is remembered of it.'
    case 'processing':
      return 'It is still in work. Remembering begins when it is done.'
    case 'dreaming':
      return 'Remembering waits until the container is quiet, or runs now.'
    case 'retry':
      return `Remembering is tried again later. ${message ?? ''}`
    case 'processing_failed':
      return `It could not be read, so nothing was remembered. ${message ?? ''}`
    case 'dreaming_failed':
      return `Remembering failed. ${message ?? ''} ${dreamingOutcome?.errorCode ?? ''}`
    default:
      return message ?? 'It has not been remembered yet.'
  }
}
