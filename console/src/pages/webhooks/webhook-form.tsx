import type { NewWebhook, Webhook, WebhookEvent } from '@reverie/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { queries, reverie } from '../../data/client.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Modal } from '../../parts/modal.tsx'
import { Failure } from '../../parts/page.tsx'
import { valuesOf } from '../people/form-values.ts'
import { WebhookSecret } from './webhook-secret.tsx'
import { allEvents, eventNames } from './webhook-words.ts'

type FormProps = { of?: Webhook | undefined; open: boolean; onOpenChange(open: boolean): void }

/** Creates a webhook, or changes one. */
export function WebhookForm(props: FormProps) {
  const [round, setRound] = useState(0)
  const close = (next: boolean) => {
    props.onOpenChange(next)
    // A new form the next time: the secret of this one is gone for good.
    if (!next) setTimeout(() => setRound(round + 1), 200)
  }
  return <Form key={`${round} ${props.of?.id}`} {...props} onOpenChange={close} />
}

function Form({ of: webhook, open, onOpenChange }: FormProps) {
  const [events, setEvents] = useState<readonly WebhookEvent[]>(
    webhook?.events ?? ['document.done', 'document.failed'],
  )
  const save = useMutation({
    mutationFn: async (body: NewWebhook): Promise<string | undefined> => {
      if (!webhook) return (await reverie.webhooks.create(body)).secret
      await reverie.webhooks.update(webhook.id, body)
      onOpenChange(false)
      return undefined
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  if (save.data)
    return (
      <Modal
        title="Save this secret now"
        description="It is not shown again."
        open={open}
        onOpenChange={onOpenChange}
      >
        <WebhookSecret value={save.data} onDone={() => onOpenChange(false)} />
      </Modal>
    )
  return (
    <Modal title={webhook ? 'Change the webhook' : 'Add a webhook'} open={open} onOpenChange={onOpenChange}>
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          const { url, description, tags } = valuesOf(event.currentTarget, 'url', 'description', 'tags')
          const containerTags = tags.split(/[\s,]+/).filter(Boolean)
          save.mutate({ url, description: description || null, events: [...events], containerTags })
        }}
      >
        <Field
          label="Address"
          name="url"
          type="url"
          required
          autoFocus
          maxLength={2_000}
          defaultValue={webhook?.url}
          placeholder="https://app.example.org/hooks/reverie"
          hint="It gets a signed POST for each event."
        />
        <fieldset>
          <legend className="mb-1 font-medium">Events</legend>
          {allEvents.map(name => (
            <label key={name} className="flex min-h-8 items-center gap-2">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={events.includes(name)}
                onChange={({ target: { checked } }) =>
                  setEvents(checked ? [...events, name] : events.filter(each => each !== name))
                }
              />
              {eventNames[name]}
              <code className="ml-auto font-mono text-muted text-xs">{name}</code>
            </label>
          ))}
        </fieldset>
        <Field
          label="Only these containers"
          name="tags"
          defaultValue={webhook?.containerTags?.join(', ')}
          placeholder="user_42, user_43"
          hint="Leave empty for all."
        />
        <Field label="Note" name="description" maxLength={500} defaultValue={webhook?.description ?? ''} />
        {save.error && <Failure error={save.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" look="primary" disabled={save.isPending || events.length === 0}>
            {webhook ? 'Save' : 'Add'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
