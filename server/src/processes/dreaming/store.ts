import { type RawBuilder, sql } from 'kysely'
import type { ContainerKey } from '../../features/containers/store.ts'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { Turn } from '../../platform/lib/turn.ts'
import { contextCharacters, type LoadedPart, windowCharacters } from './extract/windows.ts'

/** Documents that wait for dreaming. */

export type Pace = { quietMs: number; maxWaitMs: number }

/**
 * When the container's documents are to be read: when nothing has come for a while, or the first has waited long enough. One
 * that was put off waits for its time alone: it holds up nobody, and nobody has it read earlier.
 */
export async function findDue(
  db: Db,
  key: ContainerKey,
  { quietMs, maxWaitMs }: Pace,
): Promise<{ inMs: number; atOnce: boolean } | undefined> {
  const { rows } = await sql<{ inMs: number | null; atOnce: boolean | null }>`
    select extract(epoch from least(newest + ${quietMs} * interval '1 millisecond', oldest + ${maxWaitMs} * interval '1 millisecond', later)
             - clock_timestamp())::float8 * 1000 as "inMs", oldest = to_timestamp(0) as "atOnce"
      from (select (${first(key, sql`<= clock_timestamp()`, sql`asc`)}) as oldest, (${first(key, sql`<= clock_timestamp()`, sql`desc`)}) as newest,
                   (${first(key, sql`> clock_timestamp()`, sql`asc`)}) as later) waiting`.execute(db)
  const { inMs, atOnce } = rows[0]!
  return inMs === null ? undefined : { inMs, atOnce: atOnce ?? false }
}

const first = (key: ContainerKey, when: RawBuilder<unknown>, direction: RawBuilder<unknown>) =>
  sql`select dream_since from cell.documents where ${ofContainer(key)} and dream_since ${when} order by dream_since ${direction} limit 1`

/** A document that waits, with the part of its text that one step reads. */
export type Dreamable = LoadedPart & {
  id: string
  revision: number
  isDeleted: boolean
  /** Where `unread` begins, in characters as Postgres counts them. */
  fromChars: number
  /** Characters of the whole text; of one that is far longer than a window its bytes. */
  length: number
  /** Facts that are known of the text before `from`. */
  factCount: number
  /** A step before this one has read a part of this very revision. */
  isBegun: boolean
  saidAt: Date
  source: string | null
  /** Its text was fetched from an address, read from a file or brought by a connection: nobody gave it as a text. */
  isFetched: boolean
  /** The turns, if it is a conversation. */
  turns: Turn[] | null
  metadata: Record<string, unknown> | null
  entityContext: string | null
  filterByMetadata: Record<string, unknown> | null
  /** This one included. */
  attempts: number
  /** Fence of this claim; a change that makes the reading worthless raises it. */
  fence: number
}

export type BatchSize = { documents: number; characters: number }

/**
 * Claimed twice without an answer: workers die on it, or on one that was read with it. Or it was not read in time. It is read
 * alone from then on, after the others, so that such a document uses up its own attempts and not those of its neighbours.
 */
const isSuspect = sql`d.tombstoned_at is null and (coalesce(d.dream_error_code, '') = 'dream.timeout'
  or d.dream_attempts >= 2 and coalesce(d.dream_error_code, 'dream.crashed') = 'dream.crashed')`

/** The oldest documents that wait, by when they were said; of those that do not want to wait, only these. */
export async function listDreamable(
  db: Db,
  key: ContainerKey,
  atOnce: boolean,
  size: BatchSize,
): Promise<Dreamable[]> {
  const which = atOnce ? sql`d.dream_since = to_timestamp(0)` : sql`d.dream_since <= clock_timestamp()`
  const documents = await listOldest(db, key, sql`${which} and not (${isSuspect})`, size)
  return documents.length > 0
    ? documents
    : listOldest(db, key, sql`${which} and ${isSuspect}`, { ...size, documents: 1 })
}

/** A text up to so long comes with all that lies before `from`: what is ordinary is read as a whole. */
const wholeCharacters = windowCharacters + contextCharacters

const ofRevision = (key: ContainerKey, alias: string, revision: RawBuilder<unknown>) =>
  sql`${ofContainer(key, alias)} and ${sql.ref(`${alias}.document`)} = d.id and ${sql.ref(`${alias}.revision`)} = ${revision}`

/** UTF-16 code units, of which characters beyond the basic plane take two. */
const unitsOf = (text: RawBuilder<unknown>) =>
  sql`(char_length(${text}) + char_length(regexp_replace(${text}, '[^\\U00010000-\\U0010FFFF]', '', 'g')))`

/**
 * How far a document was read, in characters. Facts of an earlier revision stay good where the text goes on from where that
 * one had been read.
 */
const readTo = sql`case when b.text is null then 0
  when d.dreamed_revision = d.latest_revision or starts_with(r.text, left(b.text, coalesce(d.dreamed_chars, char_length(b.text))))
  then coalesce(d.dreamed_chars, char_length(b.text)) else 0 end`

/**
 * Loads the next window of a text and the context before it, never all of it. Postgres still unpacks the text up to
 * there (10 MB on a busy machine: 110 to 240 ms, in its own process), but this process never holds it.
 */
async function listOldest(
  db: Db,
  key: ContainerKey,
  which: RawBuilder<unknown>,
  size: BatchSize,
): Promise<Dreamable[]> {
  const { rows } = await sql<Dreamable>`
    select d.id, d.latest_revision as revision, d.tombstoned_at is not null as "isDeleted", f.chars as "fromChars",
           case when f.chars = 0 then 0 else coalesce(d.dreamed_units, ${unitsOf(sql`left(b.text, f.chars)`)}) end as "from",
           l.length, l.length <= ${wholeCharacters} or f.chars <= ${contextCharacters} as "isFromStart",
           substring(r.text from f.chars - c.chars + 1 for c.chars) as context,
           substring(r.text from f.chars + 1 for ${windowCharacters + 1}) as unread,
           case when f.chars > 0 and d.dreamed_units is null then '' else d.dreamed_speaker end as speaker, f.chars > 0 and d.dreamed_revision = d.latest_revision as "isBegun",
           case when f.chars = 0 then 0 else (select count(*)::int from cell.facts x where ${ofContainer(key, 'x')} and x.document = d.id) end as "factCount",
           d.ordered_at as "saidAt", d.source, d.metadata, s.turns, coalesce(s.fetched, false) or d.connection_id is not null as "isFetched",
           d.entity_context as "entityContext", d.filter_by_metadata as "filterByMetadata", d.dream_attempts as attempts, d.dream_fence as fence
      from (select * from cell.documents d where ${ofContainer(key, 'd')} and d.dream_since is not null and ${which}
             order by d.ordered_at, d.id limit ${size.documents}) d
      left join lateral (select coalesce(r.extracted, r.content) as text, r.turns, r.url is not null or r.blob_key is not null as fetched from cell.revisions r
                          where ${ofRevision(key, 'r', sql`d.latest_revision`)} limit 1) s on true
      cross join lateral (select coalesce(s.text, '') as text) r
      left join lateral (select coalesce(b.extracted, b.content) as text from cell.revisions b
                          where ${ofRevision(key, 'b', sql`d.dreamed_revision`)} limit 1) b on true
      cross join lateral (select ${readTo} as chars) f
      cross join lateral (select case when octet_length(r.text) <= ${4 * wholeCharacters} then char_length(r.text) else octet_length(r.text) end as length) l
      cross join lateral (select case when l.length <= ${wholeCharacters} then f.chars else least(f.chars, ${contextCharacters}) end as chars) c
     order by d.ordered_at, d.id`.execute(db)
  return upTo(rows, size.characters)
}

/** As many as fit, and one at least. */
function upTo(documents: readonly Dreamable[], characters: number): Dreamable[] {
  let before = 0
  return documents.filter(({ unread }) => {
    const fits = before < characters
    before += unread.length
    return fits
  })
}

/** The beginning of a revision's text, as much of it as a window. */
export async function readBeginning(
  db: Db,
  key: ContainerKey,
  { id, revision }: Pick<Dreamable, 'id' | 'revision'>,
): Promise<string> {
  const { rows } = await sql<{ text: string | null }>`
    select left(coalesce(r.extracted, r.content), ${windowCharacters}) as text from cell.revisions r
     where ${ofContainer(key, 'r')} and r.document = ${id} and r.revision = ${revision}`.execute(db)
  return rows[0]?.text ?? ''
}

/** Locks those that are as they were claimed; one that was changed meanwhile is read again. */
export async function lockUnchanged(
  db: Db,
  key: ContainerKey,
  documents: readonly Dreamable[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select d.id from cell.documents d
      join unnest(${documents.map(({ fence }) => fence)}::bigint[], ${documents.map(({ id }) => id)}::uuid[], ${documents.map(({ revision }) => revision)}::int[],
                  ${documents.map(({ isDeleted }) => isDeleted)}::boolean[]) as h (fence, id, revision, deleted)
        on d.id = h.id and d.dream_fence = h.fence and d.latest_revision = h.revision and (d.tombstoned_at is not null) = h.deleted
     where ${ofContainer(key, 'd')} and d.dream_since is not null order by d.id for update of d`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Containers with something to dream of, for the reconciler. Steps from one to the next through the index. */
export async function findDreaming(db: Db, most: number): Promise<ContainerKey[]> {
  const { rows } = await sql<ContainerKey>`
    with recursive step as (
      (select shard, org, container from cell.documents where dream_since is not null order by shard, org, container limit 1)
      union all
      select n.* from step s, lateral (
        select d.shard, d.org, d.container from cell.documents d
         where d.dream_since is not null and (d.shard, d.org, d.container) > (s.shard, s.org, s.container)
         order by d.shard, d.org, d.container limit 1) n
    ) select * from step limit ${most}`.execute(db)
  return rows
}

/** Until the transaction ends nobody else forms memories in the container. */
export async function lockDreams(db: Db, { container }: ContainerKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('dreams ' || ${container}, 0))`.execute(db)
}
