import type { Document } from '@reverie/sdk'
import { type State, StateMark } from './state.tsx'

type Processed = Pick<Document, 'status' | 'dreamingStatus'> & { errorCode?: string | null }

const stages: Record<Document['status'], { state: State; label: string }> = {
  unknown: { state: 'waiting', label: 'Unknown' },
  queued: { state: 'waiting', label: 'Queued' },
  extracting: { state: 'running', label: 'Reading' },
  chunking: { state: 'running', label: 'Chunking' },
  embedding: { state: 'running', label: 'Embedding' },
  indexing: { state: 'running', label: 'Indexing' },
  done: { state: 'done', label: 'Done' },
  failed: { state: 'failed', label: 'Failed' },
}

export function stateOf({ status, dreamingStatus }: Processed): { state: State; label: string } {
  if (status !== 'done') return stages[status]
  if (dreamingStatus === 'dreaming') return { state: 'running', label: 'Remembering' }
  return dreamingStatus === 'failed' ? { state: 'failed', label: 'Not remembered' } : stages.done
}

export const hasFailed = (document: Processed) => stateOf(document).state === 'failed'

export function DocumentState({ of }: { of: Processed }) {
  return <StateMark {...stateOf(of)} />
}
