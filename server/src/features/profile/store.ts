import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { Filter } from '../../platform/filters/schema.ts'
import type { ContainerKey } from '../containers/store.ts'
import { isForgotten, isLearned, isSuperseded } from '../memories/as-of-store.ts'
import { isCurrent, memoryFilter } from '../memories/store.ts'

export type Bucket = { key: string; description: string }

/** The buckets an organization's settings name for all its containers. */
export async function readOrganizationBuckets(db: Db, org: string): Promise<Bucket[] | undefined> {
  const { rows } = await sql<{ buckets: Bucket[] | null }>`
    select settings -> 'profileBuckets' as buckets from directory.settings where org = ${org}`.execute(db)
  return rows[0]?.buckets ?? undefined
}

export type Profiled = ContainerKey & { activeSet: number; buckets: Bucket[] | null }

/** A container by its tag, with the buckets it names itself. */
export async function findProfiled(
  db: Db,
  shard: number,
  org: string,
  tag: string,
): Promise<Profiled | undefined> {
  const { rows } = await sql<Profiled>`
    select shard, org, container, active_set as "activeSet", profile_buckets as buckets from cell.containers
     where shard = ${shard} and org = ${org} and tag = ${tag}`.execute(db)
  return rows[0]
}

export type ListedPart = 'static' | 'dynamic'

export type Wanted = {
  limit: number
  filters?: Filter | undefined
  /** As it was known then. */
  asOf?: Date | undefined
}

/** What is known now, or was at a moment, of the row `d` of `cell.memories`. */
export function isKnownAt(asOf: Date | undefined): RawBuilder<unknown> {
  return asOf ? sql`${isLearned(asOf)} and not ${isForgotten(asOf)} and not ${isSuperseded(asOf)}` : isCurrent
}

/**
 * People's memories come first, then those of documents, tools and assistants, then inferences: a page with many facts pushes
 * nothing that its owner said out of the profile. The same expression as in the index `memories_current`.
 */
const rank = sql`(case when d.is_inference and d.review is distinct from 'approved' then 2 when d.origin in ('user', 'api') then 0 else 1 end)`
const ranks = [0, 1, 2]

type Place = { shard: number; org: string; tag: string }
type WantedParts = Wanted & { parts: readonly ListedPart[] }

/** What is known of what lasts, and of what passes: by rank, newest first. By the tag, in one statement. */
export async function listProfile(
  db: Db,
  place: Place,
  wanted: WantedParts,
): Promise<Record<ListedPart, string[]>> {
  const { rows } = await sql<{ part: ListedPart; text: string }>`
    ${wanted.asOf ? knownThen(place, wanted) : knownNow(place, wanted)} order by p.place, m.rank, m.id desc`.execute(
    db,
  )
  const of = (part: ListedPart) => rows.filter(row => row.part === part).map(({ text }) => text)
  return { static: of('static'), dynamic: of('dynamic') }
}

const partsOf = (parts: readonly ListedPart[]) =>
  sql`unnest(${parts}::text[]) with ordinality p (part, place)`

const ofTag = ({ shard, org, tag }: Place) => sql`c.shard = ${shard} and c.org = ${org} and c.tag = ${tag}`

const ofContainer = sql`d.shard = c.shard and d.org = c.org and d.container = c.container`

/** Each part is read from the end of an index of what is current, as far as it is shown, however much there is. */
function knownNow(place: Place, { parts, limit, filters }: WantedParts): RawBuilder<unknown> {
  return sql`
    select p.part, m.text from cell.containers c, ${partsOf(parts)}, lateral (
      select d.id, d.text, ${rank} as rank from cell.memories d
       where ${ofContainer} and d.is_static = (p.part = 'static') and ${isCurrent} and ${memoryFilter(filters)}
       order by ${rank}, d.id desc limit ${limit}) m
     where ${ofTag(place)}`
}

/**
 * There is no index by point in time: the newest of each rank are looked at in turn, and the next rank only when
 * those before do not fill the part. Sorting all of 10,000 took ten times as long.
 */
function knownThen(place: Place, { parts, limit, filters, asOf }: WantedParts): RawBuilder<unknown> {
  const newest = (of: number) => sql`
    (select d.id, d.text, ${rank} as rank from cell.memories d
      where ${ofContainer} and d.is_static = (p.part = 'static') and ${rank} = ${of} and ${isKnownAt(asOf)} and ${memoryFilter(filters)}
      order by d.id desc limit ${limit})`
  return sql`
    select p.part, m.text from cell.containers c, ${partsOf(parts)}, lateral (
      ${sql.join(ranks.map(newest), sql` union all `)} limit ${limit}) m
     where ${ofTag(place)}`
}
