import type { Invitation } from '@reverie/sdk'
import { useQuery } from '@tanstack/react-query'
import { queries, reverie } from '../../data/client.ts'
import { invitationsQuery } from '../../data/queries.ts'
import { Button } from '../../parts/button.tsx'
import { Section } from '../../parts/page.tsx'
import { Time } from '../../parts/time.tsx'
import { say, sayError } from '../../parts/toasts.tsx'

/** Links that nobody has opened yet. */
export function Invitations() {
  const { data } = useQuery(invitationsQuery)
  if (!data || data.length === 0) return null
  return (
    <Section title="Invited">
      <ul className="divide-y divide-line border-line border-y">
        {data.map(invitation => (
          <li data-row key={invitation.id} className="flex min-h-14 items-center gap-x-4 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate">
                {invitation.email ?? 'Anybody with the link'}
                <span className="text-muted"> · as {invitation.role}</span>
              </p>
              <p className="text-muted text-xs">
                {invitation.invitedBy && `by ${invitation.invitedBy} · `}expires{' '}
                <Time at={invitation.expiresAt} />
              </p>
            </div>
            <Button look="quiet" onClick={() => void revoke(invitation)}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

async function revoke({ id }: Invitation): Promise<void> {
  const { queryKey } = invitationsQuery
  const before = queries.getQueryData(queryKey)
  queries.setQueryData(queryKey, invitations => invitations?.filter(each => each.id !== id))
  try {
    await reverie.members.revokeInvitation(id)
    say('The link no longer works.')
  } catch (error) {
    queries.setQueryData(queryKey, before)
    sayError(error)
  }
}
