import type { Role } from '@reverie/sdk'
import { useMutation } from '@tanstack/react-query'
import { queries, reverie } from '../../data/client.ts'
import { invitationsQuery } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy.tsx'
import { Choice, Field } from '../../parts/field.tsx'
import { Modal } from '../../parts/modal.tsx'
import { Failure } from '../../parts/page.tsx'
import { valuesOf } from '../people/form-values.ts'
import { grantable } from './roles.ts'

export function Invite({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  const { may } = useSession()
  const invite = useMutation({
    mutationFn: ({ email, role }: { email: string; role: string }) =>
      reverie.members.invite({ role: role as Role, ...(email && { email }) }),
    onSettled: () => queries.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  })
  const close = (next: boolean) => {
    onOpenChange(next)
    if (!next) setTimeout(invite.reset, 200)
  }
  if (invite.data)
    return (
      <Modal
        title="Send this link"
        description="It works once, for seven days. Whoever opens it joins your organization."
        open={open}
        onOpenChange={close}
      >
        <div className="flex items-center gap-2 rounded-md bg-rail py-1 pr-1 pl-3 ring-1 ring-line ring-inset">
          <code className="min-w-0 flex-1 break-all py-1 font-mono text-xs">{invite.data.url}</code>
          <CopyButton text={invite.data.url} label="Copy the link" />
        </div>
        <div className="mt-4 flex justify-end">
          <Button look="primary" onClick={() => close(false)}>
            Done
          </Button>
        </div>
      </Modal>
    )
  return (
    <Modal title="Invite somebody" open={open} onOpenChange={close}>
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          invite.mutate(valuesOf(event.currentTarget, 'email', 'role'))
        }}
      >
        <Field
          label="Email (optional)"
          name="email"
          type="email"
          hint="Only this email may then use the link. Reverie sends no mail: you send the link."
        />
        <Choice label="Role" name="role" defaultValue="member" options={grantable(may)} />
        {invite.error && <Failure error={invite.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={() => close(false)}>Cancel</Button>
          <Button type="submit" look="primary" disabled={invite.isPending}>
            Create the link
          </Button>
        </div>
      </form>
    </Modal>
  )
}
