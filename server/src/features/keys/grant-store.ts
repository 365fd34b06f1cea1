import { sql } from 'kysely'
import type { Role } from '../../platform/access/roles.ts'
import type { Db } from '../../platform/db/tx.ts'

/** Keys that people gave to plugins on the log-in page: rows of `directory.keys` with a client. */

export type GrantRow = {
  id: string
  client: string
  name: string
  role: Role
  containerTag: string | null
  personId: string
  personName: string | null
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
}

/** The grants that still work, the latest first: of one person, or of all people of an organization. */
export async function selectGrants(db: Db, org: string, person: string | undefined): Promise<GrantRow[]> {
  const { rows } = await sql<GrantRow>`
    select k.id, k.client, k.name, k.role, k.container_tag as "containerTag", k.person as "personId", p.name as "personName",
           k.created_at as "createdAt", k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt"
      from directory.keys k join directory.members m on m.org = k.org and m.person = k.person
      left join directory.people p on p.id = k.person
     where k.org = ${org} and k.client is not null and k.disabled_at is null and (k.expires_at is null or k.expires_at > now())
       and (${person ?? null}::text is null or k.person = ${person ?? null})
     order by k.created_at desc, k.id`.execute(db)
  return rows
}

/** Disables grants by the id of the key or of the client. Returns the ids of the keys. */
export async function disableGrants(
  db: Db,
  org: string,
  { grant, person }: { grant: string; person: string | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update directory.keys set disabled_at = now()
     where org = ${org} and client is not null and disabled_at is null and (id = ${grant} or client = ${grant})
       and (${person ?? null}::text is null or person = ${person ?? null})
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Disables all but the latest `keep` keys of a person for a client: each log-in makes another. */
export async function disableOldest(
  db: Db,
  org: string,
  { person, client, keep }: { person: string; client: string; keep: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update directory.keys set disabled_at = now() where id in (
      select id from directory.keys where org = ${org} and person = ${person} and client = ${client} and disabled_at is null
       order by created_at desc, id offset ${keep})
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
