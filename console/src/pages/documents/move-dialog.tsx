import { useQuery } from '@tanstack/react-query'
import { containersQuery } from '../../data/containers.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Modal } from '../../parts/modal.tsx'
import { counted } from '../../parts/numbers.ts'

export function MoveDialog({
  count,
  open,
  onOpenChange,
  onMove,
}: {
  count: number
  open: boolean
  onOpenChange(open: boolean): void
  onMove(tag: string): void
}) {
  const { data } = useQuery(containersQuery)
  return (
    <Modal
      title={`Move ${counted(count, 'document')}`}
      description="Their memories move with them. A container need not exist yet."
      open={open}
      onOpenChange={onOpenChange}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          onOpenChange(false)
          onMove(String(new FormData(event.currentTarget).get('tag')).trim())
        }}
      >
        <Field
          label="Container"
          name="tag"
          list="containers"
          required
          autoFocus
          autoComplete="off"
          maxLength={100}
          pattern="[A-Za-z0-9_:.\-]+"
        />
        <datalist id="containers">
          {data?.map(({ containerTag }) => (
            <option key={containerTag} value={containerTag} />
          ))}
        </datalist>
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" look="primary">
            Move {count}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
