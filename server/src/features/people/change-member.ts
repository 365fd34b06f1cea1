import type { Principal } from '../../platform/access/principal.ts'
import { type Role, reaches } from '../../platform/access/roles.ts'
import { type Db, unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { PeopleApp } from './join.ts'
import { deleteMember, findRole, lockOwners, updateRole } from './members-store.ts'

/** Changes a member's role. Nobody raises a role above their own, and an organization keeps an owner. */
export async function changeRole(
  app: PeopleApp,
  caller: Principal,
  person: string,
  role: Role,
): Promise<void> {
  assertMayGrant(caller, role)
  await change(app, caller, person, async (db, org) => {
    if (role !== 'owner') await assertOwnerRemains(db, org, person)
    await updateRole(db, org, person, role)
  })
}

export async function removeMember(app: PeopleApp, caller: Principal, person: string): Promise<void> {
  await change(app, caller, person, async (db, org) => {
    await assertOwnerRemains(db, org, person)
    await deleteMember(db, org, person)
  })
}

/** Nobody grants a role above their own. A key of the organization counts as an owner. */
export function assertMayGrant({ person }: Principal, role: Role): void {
  if (!person || reaches(person.role, role)) return
  throw new AppError('auth.role_required', { message: `Only an owner may make somebody ${role}` })
}

async function change(
  { cells: { directory }, sessions }: PeopleApp,
  caller: Principal,
  person: string,
  work: (db: Db, org: string) => Promise<void>,
): Promise<void> {
  const org = caller.organization.id
  await unscoped(directory, async db => {
    const role = await findRole(db, org, person)
    if (!role) throw new AppError('member.not_found')
    assertMayGrant(caller, role)
    await work(db, org)
  })
  sessions.forget()
}

async function assertOwnerRemains(db: Db, org: string, leaving: string): Promise<void> {
  const owners = await lockOwners(db, org)
  if (owners.length === 1 && owners[0] === leaving) throw new AppError('member.last_owner')
}
