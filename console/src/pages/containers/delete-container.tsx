import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries, reverie } from '../../data/client.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Modal } from '../../parts/modal.tsx'
import { counted } from '../../parts/numbers.ts'
import { Failure } from '../../parts/page.tsx'
import { sayError } from '../../parts/toasts.tsx'

/** Deletes a container with all it holds. The numbers are read when the dialog opens, and the tag is typed by hand. */
export function DeleteContainer({
  tag,
  onDeleted,
  onClose,
}: {
  tag: string
  onDeleted(erasureId: string): void
  onClose(): void
}) {
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const { data, isError, error } = useQuery({
    queryKey: ['container', tag],
    queryFn: ({ signal }) => reverie.containerTags.get(tag, { signal }),
    staleTime: 0,
  })
  const act = async () => {
    setBusy(true)
    try {
      const { erasureId } = await reverie.containerTags.delete(tag)
      // Everything that is shown may have been part of it.
      void queries.invalidateQueries()
      onDeleted(erasureId)
    } catch (failure) {
      sayError(failure)
    }
    onClose()
  }
  return (
    <Modal
      title={`Delete ${tag}?`}
      description="This cannot be undone. You get a receipt."
      open
      onOpenChange={open => !open && onClose()}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          void act()
        }}
      >
        {isError && <Failure error={error} />}
        {!data && !isError && <div aria-busy="true" className="skeleton h-5 w-64" />}
        {data && (
          <p>
            <b className="font-medium">{counted(data.documentCount, 'document')}</b> and{' '}
            <b className="font-medium">{counted(data.memoryCount, 'memory', 'memories')}</b> leave search at
            once. Their text, vectors and files are purged in the background.
          </p>
        )}
        <Field
          label={`Type ${tag} to confirm`}
          value={typed}
          autoFocus
          autoComplete="off"
          onChange={({ target: { value } }) => setTyped(value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={typed !== tag || !data || busy}>
            Delete the container
          </Button>
        </div>
      </form>
    </Modal>
  )
}
