import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { reverie } from '../../data/client.ts'
import { useTags } from '../../data/containers.ts'
import { Button } from '../../parts/button.tsx'
import { Choice, Field } from '../../parts/field.tsx'
import { Modal } from '../../parts/modal.tsx'
import { counted } from '../../parts/numbers.ts'
import { Failure } from '../../parts/page.tsx'
import { Slider } from '../../parts/slider.tsx'
import { forgetAll } from './change-memories.ts'

/** Forgets all memories about a topic. What it would forget is shown first, and only that is forgotten. */
export function ForgetMatching({
  tag: given,
  q = '',
  onClose,
}: {
  tag: string | undefined
  q: string | undefined
  onClose(): void
}) {
  const { tags = [] } = useTags()
  const [tag, setTag] = useState(given)
  const [query, setQuery] = useState(q)
  const [threshold, setThreshold] = useState(0.5)
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const containerTag = tag ?? tags[0]
  const settled = useSettled({ query: query.trim(), threshold, containerTag }, 250)
  const trial = useQuery({
    queryKey: ['forget-matching', settled],
    enabled: settled.query !== '' && settled.containerTag !== undefined,
    queryFn: ({ signal }) =>
      reverie.memories.forgetMatching(
        { ...settled, containerTag: settled.containerTag!, dryRun: true, maxForget: 500 },
        { signal },
      ),
    placeholderData: before => before,
    staleTime: 0,
  })
  const candidates = settled.query === '' ? [] : (trial.data?.candidates ?? [])
  const chosen = candidates.filter(({ id }) => !kept.has(id))
  return (
    <Modal
      title="Forget matching"
      description="First you see what would be forgotten. Nothing happens until you press Forget, and that can be undone."
      open
      onOpenChange={open => !open && onClose()}
    >
      <div className="flex flex-col gap-4">
        {!given && (
          <Choice
            label="Container"
            value={containerTag ?? ''}
            onChange={({ target: { value } }) => setTag(value)}
            options={tags.map(value => ({ value, label: value }))}
          />
        )}
        <Field
          label="What to forget"
          value={query}
          autoFocus
          placeholder="everything about my old job"
          onChange={({ target: { value } }) => setQuery(value)}
        />
        <Slider label="At least this similar" value={threshold} onChange={setThreshold} />
        {trial.isError && <Failure error={trial.error} />}
        {settled.query !== '' && candidates.length === 0 && !trial.isPending && (
          <p className="text-muted">Nothing matches. Lower the similarity, or use other words.</p>
        )}
        {candidates.length > 0 && (
          <ul
            aria-label="Would be forgotten"
            className="max-h-64 divide-y divide-line overflow-y-auto border-line border-y"
          >
            {candidates.map(({ id, memory, score }) => (
              <li key={id}>
                <label className="flex items-start gap-2.5 py-2">
                  <input
                    type="checkbox"
                    className="mt-1 size-4 accent-accent"
                    checked={!kept.has(id)}
                    onChange={() => setKept(toggled(kept, id))}
                  />
                  <span className="min-w-0 flex-1">{memory}</span>
                  <span className="figures text-muted text-xs">{score.toFixed(2)}</span>
                </label>
              </li>
            ))}
          </ul>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="danger"
            disabled={chosen.length === 0 || trial.isFetching}
            onClick={() => {
              onClose()
              const reason = `Matched “${settled.query}”`
              void forgetAll(
                chosen.map(({ id, memory }) => ({ id, memory, tag: containerTag })),
                reason,
              )
            }}
          >
            Forget {counted(chosen.length, 'memory', 'memories')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}

/** A value once it has not changed for a while, so that typing asks the server once. */
function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Value), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return settled
}
