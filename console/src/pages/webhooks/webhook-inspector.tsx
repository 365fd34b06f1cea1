import type { Webhook } from '@reverie/sdk'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Facts, Inspector, InspectorSection } from '../../parts/inspector.tsx'
import { StateMark } from '../../parts/state.tsx'
import { Time } from '../../parts/time.tsx'
import { deleteWebhook, sendTest, setEnabled } from './change-webhook.ts'
import { Deliveries } from './deliveries.tsx'
import { RotateSecret } from './rotate-secret.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { stateOf, trouble } from './webhook-words.ts'

type Dialog = 'edit' | 'rotate' | 'delete'

/** A webhook, whole: what it gets, how it fares, and what was sent. */
export function WebhookInspector({ of: webhook, onClose }: { of: Webhook; onClose(): void }) {
  const [dialog, setDialog] = useState<Dialog | undefined>()
  const toggle = (name: Dialog) => (open: boolean) => setDialog(open ? name : undefined)
  const problem = trouble(webhook)
  return (
    <Inspector title="Webhook" onClose={onClose}>
      <h2 className="break-all font-mono font-semibold text-base">{webhook.url}</h2>
      {problem && (
        <p role="status" className="mt-3 rounded-md bg-failed-soft px-4 py-3 text-failed">
          {problem}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => void setEnabled(webhook, !webhook.enabled)}>
          {webhook.enabled ? 'Switch off' : 'Switch on'}
        </Button>
        <Button disabled={!webhook.enabled} onClick={() => void sendTest(webhook)}>
          Send a test
        </Button>
        <Button onClick={() => setDialog('edit')}>Change</Button>
        <Button onClick={() => setDialog('rotate')}>Rotate the secret</Button>
        <Button onClick={() => setDialog('delete')}>Delete</Button>
      </div>
      <InspectorSection title="About it">
        <Facts
          of={[
            ['State', <StateMark key="state" {...stateOf(webhook)} />],
            ['Events', webhook.events.join(', ')],
            ['Containers', webhook.containerTags?.join(', ') ?? 'all'],
            ['Note', webhook.description],
            ['Failing since', webhook.failingSince && <Time key="failing" at={webhook.failingSince} />],
            ['Next attempt', webhook.pausedUntil && <Time key="paused" at={webhook.pausedUntil} />],
            ['Off since', webhook.disabledAt && <Time key="off" at={webhook.disabledAt} />],
            [
              'Old secret ends',
              webhook.previousSecretUntil && <Time key="old" at={webhook.previousSecretUntil} />,
            ],
            ['Created', <Time key="created" at={webhook.createdAt} />],
          ]}
        />
      </InspectorSection>
      <InspectorSection title="Deliveries">
        <Deliveries of={webhook} />
      </InspectorSection>
      <WebhookForm of={webhook} open={dialog === 'edit'} onOpenChange={toggle('edit')} />
      <RotateSecret of={webhook} open={dialog === 'rotate'} onOpenChange={toggle('rotate')} />
      <Confirm
        title="Delete this webhook?"
        action="Delete the webhook"
        open={dialog === 'delete'}
        onOpenChange={toggle('delete')}
        onConfirm={() => {
          onClose()
          void deleteWebhook(webhook)
        }}
      >
        Events that wait for it are dropped, and its log is no longer shown.
      </Confirm>
    </Inspector>
  )
}
