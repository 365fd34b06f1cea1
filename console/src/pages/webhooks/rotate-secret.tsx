import type { Webhook } from '@reverie/sdk'
import { useMutation } from '@tanstack/react-query'
import { queries, reverie } from '../../data/client.ts'
import { Button } from '../../parts/button.tsx'
import { Modal } from '../../parts/modal.tsx'
import { Failure } from '../../parts/page.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

/** Replaces the secret. The old one goes on to sign for a day, so that no message is lost meanwhile. */
export function RotateSecret({
  of: { id },
  open,
  onOpenChange,
}: {
  of: Webhook
  open: boolean
  onOpenChange(open: boolean): void
}) {
  const rotate = useMutation({
    mutationFn: () => reverie.webhooks.rotateSecret(id),
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  const close = (next: boolean) => {
    onOpenChange(next)
    if (!next) rotate.reset()
  }
  if (rotate.data)
    return (
      <Modal
        title="Save this secret now"
        description="It is not shown again."
        open={open}
        onOpenChange={close}
      >
        <WebhookSecret value={rotate.data.secret} onDone={() => close(false)} />
      </Modal>
    )
  return (
    <Modal
      title="Rotate the secret?"
      description="For 24 hours, each message is signed with the new and with the old secret. Give the receiver the new one within that time."
      open={open}
      onOpenChange={close}
    >
      {rotate.error && <Failure error={rotate.error} />}
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={() => close(false)}>Cancel</Button>
        <Button look="primary" disabled={rotate.isPending} onClick={() => rotate.mutate()}>
          Rotate
        </Button>
      </div>
    </Modal>
  )
}
