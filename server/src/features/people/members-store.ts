import { sql } from 'kysely'
import type { Organization } from '../../platform/access/principal.ts'
import type { Role } from '../../platform/access/roles.ts'
import type { Db } from '../../platform/db/tx.ts'

export type Membership = { organization: Organization; role: Role }

/** The organizations of a person, the first joined first. */
export async function selectMemberships(db: Db, person: string): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select m.role,
           json_build_object('id', o.id, 'slug', o.slug, 'name', o.name, 'homeShard', o.home_shard, 'spread', o.spread,
             'tokenQuota', o.token_quota) as organization
      from directory.members m join directory.organizations o on o.id = m.org
     where m.person = ${person} order by m.created_at, o.slug`.execute(db)
  return rows
}

/** The ids of the organizations of the person with this email; none for an unknown one. */
export async function selectOrganizationsOf(db: Db, email: string): Promise<string[]> {
  const { rows } = await sql<{ org: string }>`
    select m.org from directory.members m join directory.people p on p.id = m.person where p.email = ${email}`.execute(
    db,
  )
  return rows.map(({ org }) => org)
}

export type MemberRow = {
  id: string
  name: string
  email: string
  role: Role
  joinedAt: Date
  lastSeenAt: Date | null
}

export async function selectMembers(db: Db, org: string): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select p.id, p.name, p.email, m.role, m.created_at as "joinedAt",
           (select max(s.updated_at) from directory.sessions s where s.person = p.id) as "lastSeenAt"
      from directory.members m join directory.people p on p.id = m.person
     where m.org = ${org} order by m.created_at, p.id`.execute(db)
  return rows
}

/** Locks the rows of an organization's owners, so that two requests cannot remove the last two at once. */
export async function lockOwners(db: Db, org: string): Promise<string[]> {
  const { rows } = await sql<{ person: string }>`
    select person from directory.members where org = ${org} and role = 'owner' order by person for update`.execute(
    db,
  )
  return rows.map(({ person }) => person)
}

export async function findRole(db: Db, org: string, person: string): Promise<Role | undefined> {
  const { rows } = await sql<{ role: Role }>`
    select role from directory.members where org = ${org} and person = ${person}`.execute(db)
  return rows[0]?.role
}

/** Adds a member. A person who is a member already keeps the higher role. */
export async function upsertMember(db: Db, org: string, person: string, role: Role): Promise<void> {
  await sql`
    insert into directory.members as m (org, person, role) values (${org}, ${person}, ${role})
    on conflict (org, person) do update set role = excluded.role
     where array_position(array['viewer', 'member', 'admin', 'owner'], excluded.role)
         > array_position(array['viewer', 'member', 'admin', 'owner'], m.role)`.execute(db)
}

export async function updateRole(db: Db, org: string, person: string, role: Role): Promise<void> {
  await sql`update directory.members set role = ${role} where org = ${org} and person = ${person}`.execute(db)
}

export async function deleteMember(db: Db, org: string, person: string): Promise<void> {
  await sql`delete from directory.members where org = ${org} and person = ${person}`.execute(db)
}

/** True while nobody can sign in. */
export async function hasNobody(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from directory.members) as found`.execute(db)
  return !rows[0]!.found
}
