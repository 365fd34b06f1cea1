import { sql } from 'kysely'
import type { Db } from '../db/tx.ts'
import type { Filter } from '../filters/schema.ts'
import { isForgotten, isLearned, isSuperseded } from '../memories/as-of-store.ts'
import { isCurrent, memoryFilter } from '../memories/store.ts'

export type Bucket = { key: string; description: string }

/** The buckets an organization's settings name for all its containers. */
export async function readOrganizationBuckets(db: Db, org: string): Promise<Bucket[] | undefined> {
  const { rows } = await sql<{ buckets: Bucket[] | null }>`
    select settings -> 'profileBuckets' as buckets from directory.settings where org = ${org}`.execute(db)
  return rows[0]?.buckets ?? undefined
}

export type ListedPart = 'static' | 'dynamic'

export type Wanted = {
  parts: readonly ListedPart[]
  limit: number
  filters?: Filter | undefined
  /** As it was known then. */
  asOf?: Date | undefined
}

/**
 * What is known of what lasts, and of what passes: newest first, inferences nobody approved last. By the tag, in one
 * statement: each part is read from the end of an index of what is current, as far as it is shown, however much there is.
 */
export async function listProfile(
  db: Db,
  { shard, org, tag }: { shard: number; org: string; tag: string },
  { parts, limit, filters, asOf }: Wanted,
): Promise<Record<ListedPart, string[]>> {
  const known = asOf
    ? sql`${isLearned(asOf)} and not ${isForgotten(asOf)} and not ${isSuperseded(asOf)}`
    : isCurrent
  const { rows } = await sql<{ part: ListedPart; text: string }>`
    select p.part, m.text from cell.containers c, unnest(${parts}::text[]) with ordinality p (part, place), lateral (
      select d.id, d.text, (d.is_inference and d.review is distinct from 'approved') as "isGuess" from cell.memories d
       where d.shard = c.shard and d.org = c.org and d.container = c.container and d.is_static = (p.part = 'static')
         and ${known} and ${memoryFilter(filters)}
       order by (d.is_inference and d.review is distinct from 'approved'), d.id desc limit ${limit}) m
     where c.shard = ${shard} and c.org = ${org} and c.tag = ${tag} order by p.place, m."isGuess", m.id desc`.execute(
    db,
  )
  const of = (part: ListedPart) => rows.filter(row => row.part === part).map(({ text }) => text)
  return { static: of('static'), dynamic: of('dynamic') }
}
