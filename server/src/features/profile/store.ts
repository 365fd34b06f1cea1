import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { Filter } from '../../platform/filters/schema.ts'
import type { ContainerKey } from '../containers/store.ts'
import { isForgotten, isLearned, isSuperseded } from '../memories/as-of-store.ts'
import { isCurrent, memoryFilter } from '../memories/store.ts'
import type { Candidate } from './candidate.ts'

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

const isGuess = sql`d.is_inference and d.review is distinct from 'approved'`

/** These three expressions are also in the index `memories_briefing` (migration 0049), and must be the same there. */
const kind = sql`(case when ${isGuess} and d.attribute is null then 'guess'
  when d.origin in ('document', 'tool') then 'document'
  when d.attribute is null then 'unjudged'
  when d.attribute in ('plan', 'event', 'status') then d.attribute
  when d.lasts = 'passing' then 'passing'
  when d.lasts is null and not d.is_static then 'passing'
  else d.attribute end)`
const isLasting = sql`(case when d.lasts is null then d.is_static
  when d.lasts = 'dated' and d.attribute in ('plan', 'event') then false
  else d.lasts <> 'passing' end)`
const precedence = sql`(case when ${isGuess} then 8 when d.origin in ('user', 'api') then 0 else 4 end
  + case d.about when 'owner' then 0 when 'person' then 1 when 'thing' then 2 else 3 end)`

/** The first date of an event. The index `memories_coming` is sorted by it. */
const eventAt = sql`d.event_dates[1]`

const candidate = sql`d.id, d.text, ${kind} as kind, ${isLasting} as "isLasting", ${precedence} / 4 as source,
  ${precedence} % 4 as subject, d.confidence::float8, ${eventAt} as "eventAt", d.lasts,
  coalesce(d.document_date, d.learned_at) as "saidAt"`

type TagKey = { shard: number; org: string; tag: string }

/** Memories to read: this many of each kind, and this many dated ones that are to come after `at`. */
export type CandidateQuestion = Omit<ProfileCriteria, 'limit'> & {
  takes: readonly { kind: string; isLasting: boolean; read: number }[]
  coming: number
  at: Date
}

/** The memories that the profile chooses from. One statement, which also finds the container by its tag. */
export async function listCandidates(db: Db, tag: TagKey, question: CandidateQuestion): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`${statementFor(tag, question)}`.execute(db)
  return rows
}

/**
 * A filter may leave few memories, so those that it leaves are read and numbered. Otherwise each kind is read from its index.
 * Memories that were current at an earlier date and are not now are few, and in no order: they are numbered as well.
 */
function statementFor(tag: TagKey, question: CandidateQuestion): RawBuilder<unknown> {
  const { filters, asOf } = question
  if (filters) return numbered(tag, question, sql`${isKnownAt(asOf)} and ${memoryFilter(filters)}`)
  if (!asOf) return byKind(tag, question, isCurrent)
  const isStillCurrent = sql`d.is_latest and not d.is_forgotten and not ${isForgotten(asOf)} and ${isLearned(asOf)}`
  return sql`${byKind(tag, question, isStillCurrent)}
    union all (${numbered(tag, question, sql`(not d.is_latest or d.is_forgotten) and ${isKnownAt(asOf)}`)})`
}

const takesOf = ({ takes }: CandidateQuestion) =>
  sql`unnest(${takes.map(each => each.kind)}::text[], ${takes.map(each => each.isLasting)}::boolean[],
             ${takes.map(({ read }) => read)}::int[]) p (kind, lasts, read)`

const ofTag = ({ shard, org, tag }: TagKey) => sql`c.shard = ${shard} and c.org = ${org} and c.tag = ${tag}`

const ofContainer = sql`d.shard = c.shard and d.org = c.org and d.container = c.container`

/** Reads each kind from the index of current memories, and the dated ones from theirs: only as many rows as may be shown. */
function byKind(tag: TagKey, question: CandidateQuestion, isKnown: RawBuilder<unknown>): RawBuilder<unknown> {
  const { coming, at } = question
  return sql`
    select m.* from cell.containers c, ${takesOf(question)}, lateral (
      select ${candidate} from cell.memories d
       where ${ofContainer} and ${kind} = p.kind and ${isLasting} = p.lasts and ${isKnown}
       order by ${precedence}, d.id desc limit p.read) m
     where ${ofTag(tag)}
    union all
    select m.* from cell.containers c, lateral (
      select ${candidate} from cell.memories d
       where ${ofContainer} and ${eventAt} >= ${at} and ${kind} not in ('guess', 'document') and ${isKnown}
       order by ${eventAt} limit ${coming}) m
     where ${ofTag(tag)}`
}

/** Reads the memories in question once and numbers them within their kind. Kinds are compared as bytes, which sorts faster. */
function numbered(
  tag: TagKey,
  question: CandidateQuestion,
  isKnown: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { coming, at } = question
  return sql`
    with known as materialized (
      select d.shard, d.org, d.container, d.id, ${kind} collate "C" as kind, ${isLasting} as lasts, ${precedence} as precedence,
             case when ${eventAt} >= ${at} and ${kind} not in ('guess', 'document') then ${eventAt} end as coming_at
        from cell.containers c join cell.memories d on ${ofContainer}
       where ${ofTag(tag)} and ${isKnown}),
    chosen as (
      select k.shard, k.org, k.container, k.id
        from (select *, row_number() over (partition by kind, lasts order by precedence, id desc) as place from known) k
        join ${takesOf(question)} on p.kind collate "C" = k.kind and p.lasts = k.lasts and k.place <= p.read
      union
      (select shard, org, container, id from known where coming_at is not null order by coming_at limit ${coming}))
    select ${candidate} from chosen join cell.memories d using (shard, org, container, id)`
}
