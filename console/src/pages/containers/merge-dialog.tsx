import type { ContainerTag } from '@reverie/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries, reverie } from '../../data/client.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Modal } from '../../parts/modal.tsx'
import { counted, figure } from '../../parts/numbers.ts'
import { Failure } from '../../parts/page.tsx'
import { StateMark } from '../../parts/state.tsx'
import { valuesOf } from '../people/form-values.ts'

/** Moves all that some containers hold into another one. It says the numbers before, and the progress after. */
export function MergeDialog({
  sources: given,
  tags,
  onClose,
}: {
  sources: readonly ContainerTag[]
  tags: readonly string[]
  onClose(): void
}) {
  // The list is read again while the merge runs, and then has the sources no more.
  const [sources] = useState(given)
  const names = sources.map(({ containerTag }) => containerTag)
  const documents = sources.reduce((sum, { documentCount }) => sum + documentCount, 0)
  const memories = sources.reduce((sum, { memoryCount }) => sum + memoryCount, 0)
  const merge = useMutation({
    mutationFn: (target: string) =>
      reverie.containerTags.merge({ containerTags: names, targetContainerTag: target }),
  })
  if (merge.data)
    return (
      <Modal title="Merging" open onOpenChange={open => !open && onClose()}>
        <Progress id={merge.data.mergeId} total={documents} onClose={onClose} />
      </Modal>
    )
  return (
    <Modal
      title={`Merge ${counted(sources.length, 'container')}`}
      description={`${counted(documents, 'document')} and ${counted(memories, 'memory', 'memories')} of ${names.join(', ')} move. Then ${names.length === 1 ? 'the tag is' : 'the tags are'} removed. This cannot be undone.`}
      open
      onOpenChange={open => !open && onClose()}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          merge.mutate(valuesOf(event.currentTarget, 'target').target.trim())
        }}
      >
        <Field
          label="Into the container"
          name="target"
          list="merge-targets"
          required
          autoFocus
          maxLength={100}
          pattern="[A-Za-z0-9_:.\-]+"
          hint="It is made if it does not exist."
        />
        <datalist id="merge-targets">
          {tags
            .filter(tag => !names.includes(tag))
            .map(tag => (
              <option key={tag} value={tag} />
            ))}
        </datalist>
        {merge.error && <Failure error={merge.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={merge.isPending}>
            Move {counted(documents, 'document')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** A merge has no events, so it is looked at again each second while the dialog is open. */
function Progress({ id, total, onClose }: { id: string; total: number; onClose(): void }) {
  const { data } = useQuery({
    queryKey: ['merge', id],
    async queryFn({ signal }) {
      const merge = await reverie.containerTags.getMerge(id, { signal })
      if (merge.status === 'done') void queries.invalidateQueries({ queryKey: ['documents'] })
      return merge
    },
    refetchInterval: query => (query.state.data?.status === 'done' ? false : 1_000),
  })
  return (
    <>
      <p className="flex items-center gap-3" aria-live="polite">
        {data?.status === 'done' ? (
          <StateMark state="done" label="Merged" />
        ) : (
          <StateMark
            state={data?.status === 'running' ? 'running' : 'waiting'}
            label={data?.status ?? 'queued'}
          />
        )}
        <span className="figures text-muted">
          {figure(data?.movedDocuments ?? 0)} of {figure(total)} documents
        </span>
      </p>
      <p className="mt-2 text-muted">It goes on if you close this.</p>
      <div className="mt-4 flex justify-end">
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  )
}
