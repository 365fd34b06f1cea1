import { sql } from 'kysely'
import type { Db } from '../../../platform/db/tx.ts'

/** The organization of a slug. Undefined while it has no owner: whoever comes by the provider must not be its first person. */
export async function findOwnedOrganization(db: Db, slug: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select o.id from directory.organizations o
     where o.slug = ${slug}
       and exists (select from directory.members m where m.org = o.id and m.role = 'owner')`.execute(db)
  return rows[0]?.id
}

export async function deletePassword(db: Db, person: string): Promise<void> {
  await sql`
    delete from directory.accounts where person = ${person} and provider_id = 'credential'`.execute(db)
}
