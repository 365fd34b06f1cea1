import type { Connection } from '@reverie/sdk'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Modal } from '../../parts/modal.tsx'
import { counted } from '../../parts/numbers.ts'
import { deleteConnection } from '../connections/change-connection.ts'

/** Asks what becomes of the documents, and says what each answer means. */
export function DeleteConnection({
  of: connection,
  open,
  onOpenChange,
}: {
  of: Connection
  open: boolean
  onOpenChange(open: boolean): void
}) {
  const [keeps, setKeeps] = useState(false)
  const navigate = useNavigate()
  const documents = counted(connection.documentCount, 'document')
  const act = async () => {
    onOpenChange(false)
    await navigate({ to: '/connections', search: {} })
    await deleteConnection(connection, !keeps)
  }
  return (
    <Modal
      title="Delete this connection?"
      description="It stops at once, and its authorization ends. This cannot be undone."
      open={open}
      onOpenChange={onOpenChange}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          void act()
        }}
      >
        <fieldset className="flex flex-col gap-2">
          <legend className="sr-only">Its documents</legend>
          <Answer isChosen={!keeps} onChoose={() => setKeeps(false)} title={`Delete its ${documents}`}>
            They leave search at once. Memories that came from them alone are forgotten.
          </Answer>
          <Answer isChosen={keeps} onChoose={() => setKeeps(true)} title={`Keep its ${documents}`}>
            They stay as they are and no longer follow the source. If you connect the source again, everything
            is imported a second time.
          </Answer>
        </fieldset>
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" look="danger">
            {keeps ? 'Delete the connection' : `Delete it and ${documents}`}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function Answer({
  isChosen,
  onChoose,
  title,
  children,
}: {
  isChosen: boolean
  onChoose(): void
  title: string
  children: ReactNode
}) {
  return (
    <label className="flex gap-3 rounded-md px-3 py-2.5 ring-1 ring-line ring-inset has-checked:bg-accent-soft has-checked:ring-accent/40">
      <input
        type="radio"
        name="documents"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={isChosen}
        // biome-ignore lint/a11y/noAutofocus: the answer is what the dialog asks for
        autoFocus={isChosen}
        onChange={onChoose}
      />
      <span>
        <span className="block font-medium">{title}</span>
        <span className="block text-muted">{children}</span>
      </span>
    </label>
  )
}
