import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'

/** Where the rows of an organization are in one cell. */
export type Reach = { org: string; shards: readonly number[] }

export type Counters = { documents: number; pending: number; failed: number; memories: number }

/** Counters that triggers keep, so this costs the same for any number of documents. */
export async function readCounters(db: Db, { org, shards }: Reach): Promise<Counters> {
  const { rows } = await sql<Record<keyof Counters, string | null>>`
    select sum(documents) as documents, sum(pending) as pending, sum(failed) as failed, sum(memories) as memories
      from cell.organization_counters where org = ${org} and shard = any(${shards}::smallint[])`.execute(db)
  const { documents, pending, failed, memories } = rows[0]!
  return {
    documents: Number(documents),
    pending: Number(pending),
    failed: Number(failed),
    memories: Number(memories),
  }
}

export type RecentMemory = {
  id: string
  text: string
  containerTag: string
  learnedAt: Date
  version: number
  isInference: boolean
  /** The text of the version that it replaced. */
  before: string | null
}

/** The memories learned last in all containers. Each shard has its own index, so this reads `limit` rows of each. */
export async function selectRecent(db: Db, { org, shards }: Reach, limit: number): Promise<RecentMemory[]> {
  const { rows } = await sql<RecentMemory>`
    select m.id, m.text, c.tag as "containerTag", m.learned_at as "learnedAt", m.version, m.is_inference as "isInference",
           (select p.text from cell.memories p
             where p.shard = m.shard and p.org = m.org and p.container = m.container and p.id = m.parent) as before
      from unnest(${shards}::smallint[]) as s (shard)
     cross join lateral (
       select * from cell.memories m
        where m.shard = s.shard and m.org = ${org} and m.is_latest and not m.is_forgotten
        order by m.learned_at desc limit ${limit}
     ) m
      join cell.containers c on c.shard = m.shard and c.org = m.org and c.container = m.container
     order by m.learned_at desc, m.id desc limit ${limit}`.execute(db)
  return rows
}

/** Current memories that were learned since a time, up to `most`. */
export async function countLearned(
  db: Db,
  { org, shards }: Reach,
  since: Date,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from (
      select from cell.memories
       where shard = any(${shards}::smallint[]) and org = ${org} and is_latest and not is_forgotten and learned_at >= ${since}
       limit ${most}
    ) learned`.execute(db)
  return Number(rows[0]!.count)
}
