import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { Filter } from '../../platform/filters/schema.ts'
import type { ContainerKey } from '../containers/store.ts'
import { isForgotten, isLearned, isSuperseded } from '../memories/as-of-store.ts'
import { isCurrent, memoryFilter } from '../memories/store.ts'

export type Bucket = { key: string; description: string }

/** The buckets in the settings of an organization, which apply to all its containers. */
export async function readOrganizationBuckets(db: Db, org: string): Promise<Bucket[] | undefined> {
  const { rows } = await sql<{ buckets: Bucket[] | null }>`
    select settings -> 'profileBuckets' as buckets from directory.settings where org = ${org}`.execute(db)
  return rows[0]?.buckets ?? undefined
}

export type ProfileContainer = ContainerKey & { activeSet: number; buckets: Bucket[] | null }

/** Finds a container by its tag, with its own buckets. */
export async function findProfileContainer(
  db: Db,
  shard: number,
  org: string,
  tag: string,
): Promise<ProfileContainer | undefined> {
  const { rows } = await sql<ProfileContainer>`
    select shard, org, container, active_set as "activeSet", profile_buckets as buckets from cell.containers
     where shard = ${shard} and org = ${org} and tag = ${tag}`.execute(db)
  return rows[0]
}

export type ProfilePart = 'static' | 'dynamic'

export type ProfileCriteria = {
  limit: number
  filters?: Filter | undefined
  /** The memories that were known at this time. */
  asOf?: Date | undefined
}

/** A condition on the row `d` of `cell.memories`: it is current, or was known at this time. */
export function isKnownAt(asOf: Date | undefined): RawBuilder<unknown> {
  return asOf ? sql`${isLearned(asOf)} and not ${isForgotten(asOf)} and not ${isSuperseded(asOf)}` : isCurrent
}

/**
 * Memories by people rank first, then those of documents, tools and assistants, then inferences. So a page with many facts
 * cannot push a statement of its owner out of the profile. The same expression is in the index `memories_current`.
 */
const rank = sql`(case when d.is_inference and d.review is distinct from 'approved' then 2 when d.origin in ('user', 'api') then 0 else 1 end)`
const ranks = [0, 1, 2]

type TagKey = { shard: number; org: string; tag: string }
type PartCriteria = ProfileCriteria & { parts: readonly ProfilePart[] }

/** The lasting facts and the recent facts of a container, by rank and newest first. One statement, which also finds the container by its tag. */
export async function listProfile(
  db: Db,
  tag: TagKey,
  criteria: PartCriteria,
): Promise<Record<ProfilePart, string[]>> {
  const { rows } = await sql<{ part: ProfilePart; text: string }>`
    ${criteria.asOf ? knownThen(tag, criteria) : knownNow(tag, criteria)} order by p.place, m.rank, m.id desc`.execute(
    db,
  )
  const of = (part: ProfilePart) => rows.filter(row => row.part === part).map(({ text }) => text)
  return { static: of('static'), dynamic: of('dynamic') }
}

const partsOf = (parts: readonly ProfilePart[]) =>
  sql`unnest(${parts}::text[]) with ordinality p (part, place)`

const ofTag = ({ shard, org, tag }: TagKey) => sql`c.shard = ${shard} and c.org = ${org} and c.tag = ${tag}`

const ofContainer = sql`d.shard = c.shard and d.org = c.org and d.container = c.container`

/** Reads each part from the index of current memories, and only as many rows as are shown. */
function knownNow(tag: TagKey, { parts, limit, filters }: PartCriteria): RawBuilder<unknown> {
  return sql`
    select p.part, m.text from cell.containers c, ${partsOf(parts)}, lateral (
      select d.id, d.text, ${rank} as rank from cell.memories d
       where ${ofContainer} and d.is_static = (p.part = 'static') and ${isCurrent} and ${memoryFilter(filters)}
       order by ${rank}, d.id desc limit ${limit}) m
     where ${ofTag(tag)}`
}

/**
 * There is no index by point in time. So the newest memories of each rank are read in turn, and the next rank only if the
 * ranks before it do not fill the part. Sorting all 10,000 memories took ten times as long.
 */
function knownThen(tag: TagKey, { parts, limit, filters, asOf }: PartCriteria): RawBuilder<unknown> {
  const newest = (of: number) => sql`
    (select d.id, d.text, ${rank} as rank from cell.memories d
      where ${ofContainer} and d.is_static = (p.part = 'static') and ${rank} = ${of} and ${isKnownAt(asOf)} and ${memoryFilter(filters)}
      order by d.id desc limit ${limit})`
  return sql`
    select p.part, m.text from cell.containers c, ${partsOf(parts)}, lateral (
      ${sql.join(ranks.map(newest), sql` union all `)} limit ${limit}) m
     where ${ofTag(tag)}`
}
