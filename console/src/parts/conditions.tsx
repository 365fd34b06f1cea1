import { ListFilter } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { type Condition, operators } from '../data/view.ts'
import { Button } from './button.tsx'
import { Chip } from './chips.tsx'
import { Choice, Field } from './field.tsx'

/** Conditions on metadata: each is a chip, and a small form adds one, joined to the last one by "and" or "or". */
export function Conditions({
  of: conditions = [],
  onChange,
}: {
  of: readonly Condition[] | undefined
  onChange(conditions: Condition[] | undefined): void
}) {
  const [open, setOpen] = useState(false)
  const set = (next: Condition[]) => onChange(next.length > 0 ? next : undefined)
  return (
    <>
      {conditions.map((condition, at) => (
        <Chip
          key={`${condition.key} ${condition.op} ${condition.value}`}
          onRemove={() => set(conditions.filter(each => each !== condition))}
        >
          {at > 0 && <span className="text-muted">{condition.or ? 'or ' : 'and '}</span>}
          {condition.key} {condition.op} <b className="font-medium">{condition.value}</b>
        </Chip>
      ))}
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <Button look="quiet" className="h-7! px-2! text-xs! pointer-coarse:h-9!">
            <ListFilter size={14} aria-hidden />
            Metadata
          </Button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="start"
            sideOffset={4}
            className="appear z-60 w-72 rounded-lg bg-raised p-3 shadow-float ring-1 ring-line"
          >
            <ConditionForm
              isFirst={conditions.length === 0}
              onAdd={condition => {
                setOpen(false)
                set([...conditions, condition])
              }}
            />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </>
  )
}

function ConditionForm({ isFirst, onAdd }: { isFirst: boolean; onAdd(condition: Condition): void }) {
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={event => {
        event.preventDefault()
        const values = new FormData(event.currentTarget)
        const text = (name: string) => String(values.get(name) ?? '').trim()
        onAdd({
          ...{ key: text('key'), op: text('op') as Condition['op'], value: text('value') },
          ...(text('join') === 'or' && { or: true }),
        })
      }}
    >
      {!isFirst && (
        <Choice
          label="Joined by"
          name="join"
          options={[
            { value: 'and', label: 'and: both must match' },
            { value: 'or', label: 'or: this one or the last one' },
          ]}
        />
      )}
      <Field label="Key" name="key" required autoFocus maxLength={255} placeholder="project" />
      <Choice
        label="Compare"
        name="op"
        options={operators.map(op => ({ value: op, label: op === 'has' ? 'list has' : op }))}
      />
      <Field label="Value" name="value" required placeholder="atlas" />
      <Button type="submit" look="primary">
        Add the filter
      </Button>
    </form>
  )
}
