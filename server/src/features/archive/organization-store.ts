import { sql } from 'kysely'
import type { Organization } from '../../platform/access/principal.ts'
import type { Db } from '../../platform/db/tx.ts'

/** The organization of a job, with its quota as it is now. */
export async function findJobOrganization(db: Db, id: string): Promise<Organization | undefined> {
  const { rows } = await sql<Organization>`
    select id, slug, name, home_shard as "homeShard", spread, token_quota as "tokenQuota" from directory.organizations where id = ${id}`.execute(
    db,
  )
  return rows[0]
}
