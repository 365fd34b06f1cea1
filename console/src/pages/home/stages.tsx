import type { DocumentEvent } from '@reverie/sdk'
import { useQuery } from '@tanstack/react-query'
import { reverie } from '../../data/client.ts'
import { useDocumentEvents } from '../../data/use-document.ts'
import { type State, StateMark } from '../../parts/state.tsx'
import { noMemoryWords } from '../document/no-memory.ts'

const stages = [
  { status: 'queued', label: 'Queued' },
  { status: 'extracting', label: 'Read' },
  { status: 'chunking', label: 'Cut into chunks' },
  { status: 'embedding', label: 'Embedded' },
  { status: 'indexing', label: 'Indexed' },
  { status: 'done', label: 'Searchable' },
  { status: 'dreamt', label: 'Remembered' },
] as const

/** A document on its way, live: each stage ticks itself. */
export function Stages({ id }: { id: string }) {
  const event = useDocumentEvents(id)
  const reached = event ? positionOf(event) : 0
  const isFailed = event?.status === 'failed'
  return (
    <div className="mt-4" aria-live="polite">
      <ol className="flex flex-col gap-1">
        {stages.map(({ status, label }, at) => (
          <li key={status} className="flex h-6 items-center" data-state={stateAt(at, reached, isFailed)}>
            <StateMark state={stateAt(at, reached, isFailed)} label={label} />
          </li>
        ))}
      </ol>
      {isFailed && (
        <p className="mt-2 text-failed">
          {event.errorMessage ?? 'It failed.'}{' '}
          {event.errorCode && <code className="font-mono text-xs">{event.errorCode}</code>}
        </p>
      )}
      {reached > stages.length - 1 && <Formed id={id} />}
    </div>
  )
}

/** The stage that is in work; one more than the last when all is done. */
function positionOf({ status, dreamingStatus }: DocumentEvent): number {
  if (status !== 'done')
    return Math.max(
      0,
      stages.findIndex(stage => stage.status === status),
    )
  return dreamingStatus === 'dreaming' ? stages.length - 1 : stages.length
}

function stateAt(at: number, reached: number, isFailed: boolean): State {
  if (at < reached) return 'done'
  if (at > reached) return 'ahead'
  return isFailed ? 'failed' : 'running'
}

/** The memories that came of it, or that none did. */
function Formed({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ['document', id],
    queryFn: ({ signal }) => reverie.get(id, { signal }),
  })
  const memories = (data?.memories ?? []) as { memory: string }[]
  if (!data) return null
  return memories.length === 0 ? (
    <p className="mt-2 text-muted">{noMemoryWords(data)}</p>
  ) : (
    <ul className="mt-2 flex flex-col gap-1 border-accent border-l-2 pl-3 text-base">
      {memories.map(({ memory }) => (
        <li key={memory}>{memory}</li>
      ))}
    </ul>
  )
}
