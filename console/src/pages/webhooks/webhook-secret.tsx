import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy.tsx'

/** The secret of a webhook, the only time that it is shown. */
export function WebhookSecret({ value, onDone }: { value: string; onDone(): void }) {
  return (
    <>
      <p className="mb-3 text-muted">
        The receiver verifies messages with it, by the Standard Webhooks specification.
      </p>
      <div className="flex items-center gap-2 rounded-md bg-rail py-1 pr-1 pl-3 ring-1 ring-line ring-inset">
        <code className="min-w-0 flex-1 break-all py-1 font-mono text-xs">{value}</code>
        <CopyButton text={value} label="Copy the secret" />
      </div>
      <div className="mt-4 flex justify-end">
        <Button look="primary" onClick={onDone}>
          I have saved it
        </Button>
      </div>
    </>
  )
}
