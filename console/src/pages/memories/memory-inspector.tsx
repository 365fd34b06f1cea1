import type { Memory } from '@reverie/sdk'
import { useQuery } from '@tanstack/react-query'
import { Check, Eraser, Pencil, Undo2, X } from 'lucide-react'
import { useTags } from '../../data/containers.ts'
import { memoryQuery } from '../../data/document.ts'
import { useSession } from '../../data/session.ts'
import { Button } from '../../parts/button.tsx'
import { cx } from '../../parts/class-names.ts'
import { Facts, Inspector, InspectorSection } from '../../parts/inspector.tsx'
import { Failure } from '../../parts/page.tsx'
import { Day, Time } from '../../parts/time.tsx'
import { Skeleton } from '../documents/document-inspector.tsx'
import { After } from './after.tsx'
import { Because } from './because.tsx'
import { forget, review, undo } from './change-memories.ts'
import { CorrectForm, ForgetAfter } from './correct-form.tsx'
import { History } from './history.tsx'

/** A memory, whole: the sentence, because of what, before, and what can be done about it. */
export function MemoryInspector({
  id,
  isEditing,
  setEditing,
  onShow,
  onClose,
}: {
  id: string
  isEditing: boolean
  setEditing(editing: boolean): void
  onShow(id: string): void
  onClose(): void
}) {
  const { data, isError, error, refetch } = useQuery(memoryQuery(id))
  return (
    <Inspector title="Memory" onClose={onClose}>
      {isError && <Failure error={error} retry={() => refetch()} />}
      {!data && !isError && <Skeleton />}
      {data && <Content memory={data} isEditing={isEditing} setEditing={setEditing} onShow={onShow} />}
    </Inspector>
  )
}

function Content({
  memory,
  isEditing,
  setEditing,
  onShow,
}: {
  memory: Memory
  isEditing: boolean
  setEditing(editing: boolean): void
  onShow(id: string): void
}) {
  const { may } = useSession()
  const { tagOf } = useTags()
  const target = { id: memory.id, memory: memory.memory, tag: tagOf(memory.spaceId) }
  if (isEditing && may('member'))
    return <CorrectForm of={target} onShow={onShow} onDone={() => setEditing(false)} />
  return (
    <>
      <h2
        className={cx(
          'text-pretty font-medium text-lg leading-7',
          (memory.isForgotten || !memory.isLatest) && 'text-muted line-through decoration-1',
        )}
      >
        {memory.memory}
      </h2>
      <p className="mt-1 text-muted text-xs">
        <Since of={memory} />
      </p>
      {may('member') && (
        <Actions of={memory} target={target} onShow={onShow} onEdit={() => setEditing(true)} />
      )}
      <InspectorSection title={memory.isInference ? 'Inferred from' : 'Because'}>
        <Because of={memory} onShow={onShow} />
      </InspectorSection>
      <InspectorSection title="Before">
        <History of={memory} />
      </InspectorSection>
      <After id={memory.id} tag={target.tag} onShow={onShow} />
      <InspectorSection title="About it">
        <Facts
          of={[
            ['Container', target.tag],
            ['Said by', origins[memory.origin]],
            ['Confidence', memory.confidence === null ? null : memory.confidence.toFixed(2)],
            ['True from', memory.trueFrom && <Day key="from" at={memory.trueFrom} />],
            ['True until', memory.trueUntil && <Day key="until" at={memory.trueUntil} />],
            ['Forgotten because', memory.forgetReason],
            ['Forgotten on', memory.forgetAfter && <Day key="after" at={memory.forgetAfter} />],
            [
              'Id',
              <code key="id" className="font-mono text-xs">
                {memory.id}
              </code>,
            ],
          ]}
        />
      </InspectorSection>
      {may('member') && memory.isLatest && !memory.isForgotten && (
        <ForgetAfter of={target} at={memory.forgetAfter} onShow={onShow} />
      )}
    </>
  )
}

export const origins: Record<Memory['origin'], string> = {
  api: 'a program, through the API',
  user: 'the user',
  assistant: 'an assistant',
  document: 'a document',
  tool: 'a tool',
}

const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "since May 2026 · learned 12 days ago". */
function Since({ of: { trueFrom, createdAt, isStatic, isForgotten, isLatest } }: { of: Memory }) {
  return (
    <>
      {trueFrom &&
        `${new Date(trueFrom) > new Date() ? 'from' : 'since'} ${month.format(new Date(trueFrom))} · `}
      learned <Time at={createdAt} />
      {isStatic && ' · lasting'}
      {isForgotten && ' · forgotten'}
      {!isLatest && ' · superseded'}
    </>
  )
}

type ActionProps = {
  of: Memory
  target: { id: string; memory: string; tag: string | undefined }
  onShow(id: string): void
  onEdit(): void
}

function Actions({ of: memory, target, onShow, onEdit }: ActionProps) {
  const isCurrent = memory.isLatest && !memory.isForgotten
  const mayUndo =
    memory.isForgotten ||
    memory.decisions.some(({ relation }) => relation === 'updates') ||
    memory.version > 1
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {memory.isInference && isCurrent && (
        <>
          <Button look="primary" onClick={() => void review(target, 'approve')}>
            <Check size={14} aria-hidden /> Approve
          </Button>
          <Button onClick={() => void review(target, 'decline')}>
            <X size={14} aria-hidden /> Decline
          </Button>
        </>
      )}
      {isCurrent && (
        <>
          <Button onClick={onEdit}>
            <Pencil size={14} aria-hidden /> Correct
          </Button>
          {!memory.isInference && (
            <Button onClick={() => void forget(target)}>
              <Eraser size={14} aria-hidden /> Forget
            </Button>
          )}
        </>
      )}
      {memory.isLatest && mayUndo && (
        <Button onClick={() => void undo([memory.id]).then(id => id && onShow(id))}>
          <Undo2 size={14} aria-hidden /> {memory.isForgotten ? 'Restore' : 'Undo the last change'}
        </Button>
      )}
    </div>
  )
}
