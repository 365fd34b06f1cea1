import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { membersQuery } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Button } from '../../parts/button.tsx'
import { Failure, Page, RowSkeletons } from '../../parts/page.tsx'
import { membersRoute } from '../../router.tsx'
import { PageTabs } from '../../shell/page-tabs.tsx'
import { settingsTabs } from '../../shell/places.ts'
import { Invitations } from './invitations.tsx'
import { Invite } from './invite.tsx'
import { MemberRow } from './member-row.tsx'

/** Who may see and change this memory? */
export function MembersPage() {
  const { invite = false } = membersRoute.useSearch()
  const [inviting, setInviting] = useState(invite)
  const { may } = useSession()
  const members = useQuery(membersQuery)
  return (
    <Page
      title="Members"
      question="Who may see and change this memory?"
      tabs={<PageTabs label="Settings" tabs={settingsTabs} />}
      actions={
        may('admin') && (
          <Button look="primary" onClick={() => setInviting(true)}>
            <UserPlus size={16} aria-hidden />
            Invite somebody
          </Button>
        )
      }
    >
      {members.isError && <Failure error={members.error} retry={() => members.refetch()} />}
      {members.isPending && <RowSkeletons rows={2} />}
      {members.data && (
        <ul className="divide-y divide-line border-line border-y">
          {members.data.map(member => (
            <MemberRow key={member.id} of={member} />
          ))}
        </ul>
      )}
      {may('admin') && <Invitations />}
      <Roles />
      <Invite open={inviting} onOpenChange={setInviting} />
    </Page>
  )
}

const rights = [
  ['Viewer', 'reads everything and changes nothing'],
  ['Member', 'also adds, corrects and deletes documents and memories'],
  ['Admin', 'also manages keys, members, settings and containers'],
  ['Owner', 'also makes and removes owners'],
]

function Roles() {
  return (
    <dl className="mt-10 grid grid-cols-[5rem_1fr] gap-x-4 gap-y-1 text-muted text-xs">
      {rights.map(([role, words]) => (
        <div key={role} className="contents">
          <dt className="font-medium text-ink">{role}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  )
}
