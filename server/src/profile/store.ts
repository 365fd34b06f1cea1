import { sql } from 'kysely'
import type { Db } from '../db/tx.ts'

export type Bucket = { key: string; description: string }

/** The buckets an organization's settings name for all its containers. */
export async function readOrganizationBuckets(db: Db, org: string): Promise<Bucket[] | undefined> {
  const { rows } = await sql<{ buckets: Bucket[] | null }>`
    select settings -> 'profileBuckets' as buckets from directory.settings where org = ${org}`.execute(db)
  return rows[0]?.buckets ?? undefined
}
