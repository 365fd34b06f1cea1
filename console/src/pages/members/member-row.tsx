import type { Member, Role } from '@reverie/sdk'
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { queries, reverie } from '../../data/client.ts'
import { membersQuery } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { IconButton } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { selectLook } from '../../parts/field.tsx'
import { Time } from '../../parts/time.tsx'
import { say, sayError } from '../../parts/toasts.tsx'
import { grantable, roleOptions } from './roles.ts'

export function MemberRow({ of: member }: { of: Member }) {
  const { may, user } = useSession()
  const [asking, setAsking] = useState(false)
  const isMe = member.id === user.id
  const mayChange = may('admin') && may(member.role) && !isMe
  return (
    <li data-row className="flex min-h-14 items-center gap-x-2 py-2 sm:gap-x-4">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          {member.name}
          {isMe && <span className="font-normal text-muted"> · you</span>}
        </p>
        <p className="truncate text-muted text-xs">
          {member.email}
          {member.lastSeenAt && (
            <>
              {' · seen '}
              <Time at={member.lastSeenAt} />
            </>
          )}
        </p>
      </div>
      {mayChange ? (
        <>
          <select
            aria-label={`Role of ${member.name}`}
            className={`${selectLook} h-8 w-28! pointer-coarse:h-10`}
            value={member.role}
            onChange={({ target: { value } }) => void changeRole(member, value as Role)}
          >
            {grantable(may).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <IconButton label={`Remove ${member.name}`} onClick={() => setAsking(true)}>
            <UserMinus size={16} />
          </IconButton>
        </>
      ) : (
        <p className="mr-10 w-28 px-3 sm:mr-12">
          {roleOptions.find(({ value }) => value === member.role)!.label}
        </p>
      )}
      <Confirm
        title={`Remove ${member.name}?`}
        action="Remove"
        open={asking}
        onOpenChange={setAsking}
        onConfirm={() => void remove(member)}
      >
        They can no longer open this organization. What they added stays. You can invite them again.
      </Confirm>
    </li>
  )
}

const { queryKey } = membersQuery

const showRole = (id: string, role: Role) =>
  queries.setQueryData(queryKey, members =>
    members?.map(member => (member.id === id ? { ...member, role } : member)),
  )

async function changeRole({ id, name, role: before }: Member, role: Role): Promise<void> {
  showRole(id, role)
  try {
    await reverie.members.changeRole(id, role)
    say(`${name} is now ${role}.`, { undo: () => void changeRole({ id, name, role } as Member, before) })
  } catch (error) {
    showRole(id, before)
    sayError(error)
  }
}

async function remove({ id, name }: Member): Promise<void> {
  const before = queries.getQueryData(queryKey)
  queries.setQueryData(queryKey, members => members?.filter(member => member.id !== id))
  try {
    await reverie.members.remove(id)
    say(`${name} was removed.`)
  } catch (error) {
    queries.setQueryData(queryKey, before)
    sayError(error)
  }
}
