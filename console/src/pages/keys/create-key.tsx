import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { queries, reverie } from '../../data/client.ts'
import { keysQuery } from '../../data/queries.ts'
import { Button } from '../../parts/button.tsx'
import { Choice, Field } from '../../parts/field.tsx'
import { Modal } from '../../parts/modal.tsx'
import { Failure } from '../../parts/page.tsx'
import { valuesOf } from '../people/form-values.ts'
import { KeySecret } from './key-secret.tsx'

type Values = { name: string; containerTag: string; days: string; limit: string }

const lifetimes = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]

export function CreateKey({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  const [round, setRound] = useState(0)
  const close = (next: boolean) => {
    onOpenChange(next)
    // A new form the next time: the secret of this one is gone for good.
    if (!next) setTimeout(() => setRound(round + 1), 200)
  }
  return <CreateKeyForm key={round} open={open} onOpenChange={close} />
}

function CreateKeyForm({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  const [isScoped, setScoped] = useState(false)
  const create = useMutation({
    mutationFn: ({ name, containerTag, days, limit }: Values) => {
      const expiry = days === '' ? {} : { expiresInDays: Number(days) }
      return containerTag
        ? reverie.keys.createScoped({
            ...{ name, containerTag, ...expiry },
            ...(limit !== '' && { rateLimitMax: Number(limit) }),
          })
        : reverie.keys.create({ name, ...expiry })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keysQuery.queryKey }),
  })
  if (create.data)
    return (
      <Modal
        title="Save this key now"
        description="It is not shown again."
        open={open}
        onOpenChange={onOpenChange}
      >
        <KeySecret value={create.data.key} onDone={() => onOpenChange(false)} />
      </Modal>
    )
  return (
    <Modal title="Create a key" open={open} onOpenChange={onOpenChange}>
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          create.mutate(valuesOf(event.currentTarget, 'name', 'containerTag', 'days', 'limit'))
        }}
      >
        <Field
          label="Name"
          name="name"
          required
          maxLength={255}
          autoFocus
          placeholder="Laptop, agent, server…"
        />
        <Field
          label="Only this container"
          name="containerTag"
          maxLength={100}
          pattern="[A-Za-z0-9_:.\-]+"
          hint="Leave empty for the whole organization. A tag need not exist yet."
          placeholder="user_42"
          onChange={({ target: { value } }) => setScoped(value !== '')}
        />
        {isScoped && (
          <Field
            label="Requests a minute"
            name="limit"
            type="number"
            min={1}
            max={10_000}
            placeholder="500"
            hint="More are refused with 429 until the minute has passed."
          />
        )}
        <Choice label="Expires" name="days" options={lifetimes} />
        {create.error && <Failure error={create.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" look="primary" disabled={create.isPending}>
            Create
          </Button>
        </div>
      </form>
    </Modal>
  )
}
