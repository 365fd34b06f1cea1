import { type RawBuilder, sql } from 'kysely'
import type { ContainerKey } from '../../features/containers/store.ts'
import { afterContainer, ofContainer } from '../../platform/db/of-container.ts'
import { revisionText, revisionTurns } from '../../platform/db/revision-text.ts'
import type { Db } from '../../platform/db/tx.ts'
import { dreamsWait } from '../../platform/lanes/gate-store.ts'
import type { Turn } from '../../platform/lib/turn.ts'
import { contextCharacters, type LoadedText, windowCharacters } from './extract/windows.ts'

/** Documents that wait for dreaming. */

export type Pace = { quietMs: number; maxWaitMs: number }

/**
 * When the documents of the container are due: once nothing has arrived for a while, or the first one has waited
 * long enough. A postponed document waits for its own time only: it delays no other document, and no other document
 * makes it due earlier.
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

/** A waiting document with the part of its text that one step reads. */
export type WaitingDocument = LoadedText & {
  id: string
  revision: number
  isDeleted: boolean
  /** Start of `unread`, in characters as Postgres counts them. */
  fromChars: number
  /** Length of the whole text in characters; in bytes if it is far longer than a window. */
  length: number
  /** Number of facts already known from the text before `from`. */
  factCount: number
  /** An earlier step has read part of this same revision. */
  isBegun: boolean
  saidAt: Date
  source: string | null
  /**
   * Its text was fetched from a URL, extracted from a file or synced by a connection; no caller sent it as text.
   */
  isFetched: boolean
  /** The turns, if it is a conversation. */
  turns: Turn[] | null
  metadata: Record<string, unknown> | null
  entityContext: string | null
  filterByMetadata: Record<string, unknown> | null
  /** Includes the current attempt. */
  attempts: number
  /** Fence of this claim. Any change that makes the read obsolete raises it. */
  fence: number
}

export type BatchSize = { documents: number; characters: number }

/**
 * Suspects: documents claimed twice without a result (workers die on them, or on a document read with them), and
 * documents that timed out. A suspect is read alone and after the others, so it uses up its own attempts and not
 * those of its neighbours.
 */
const isSuspect = sql`d.tombstoned_at is null and (coalesce(d.dream_error_code, '') = 'dream.timeout'
  or d.dream_attempts >= 2 and coalesce(d.dream_error_code, 'dream.crashed') = 'dream.crashed')`

/**
 * Lists the oldest waiting documents, ordered by when they were said. With `atOnce`, lists only documents with
 * instant dreaming.
 */
export async function listWaitingDocuments(
  db: Db,
  key: ContainerKey,
  atOnce: boolean,
  size: BatchSize,
): Promise<WaitingDocument[]> {
  const which = atOnce ? sql`d.dream_since = to_timestamp(0)` : sql`d.dream_since <= clock_timestamp()`
  const documents = await listOldest(db, key, sql`${which} and not (${isSuspect})`, size)
  return documents.length > 0
    ? documents
    : listOldest(db, key, sql`${which} and ${isSuspect}`, { ...size, documents: 1 })
}

/** A text up to this length is loaded with everything before `from`, so ordinary documents are read as a whole. */
const wholeCharacters = windowCharacters + contextCharacters

const ofRevision = (key: ContainerKey, alias: string, revision: RawBuilder<unknown>) =>
  sql`${ofContainer(key, alias)} and ${sql.ref(`${alias}.document`)} = d.id and ${sql.ref(`${alias}.revision`)} = ${revision}`

/** Length in UTF-16 code units: a character beyond the basic plane takes two. */
const unitsOf = (text: RawBuilder<unknown>) =>
  sql`(char_length(${text}) + char_length(regexp_replace(${text}, '[^\\U00010000-\\U0010FFFF]', '', 'g')))`

/**
 * Characters of a document that have been read. Facts of an earlier revision stay valid if the new text
 * continues the part already read.
 */
const readTo = sql`case when b.text is null then 0
  when d.dreamed_revision = d.latest_revision or starts_with(r.text, left(b.text, coalesce(d.dreamed_chars, char_length(b.text))))
  then coalesce(d.dreamed_chars, char_length(b.text)) else 0 end`

/**
 * Loads the next window of a text and its context, never the whole text. Postgres still decompresses the text up to
 * that point (10 MB on a busy machine: 110 to 240 ms, in its own process), but this process never holds it.
 */
async function listOldest(
  db: Db,
  key: ContainerKey,
  which: RawBuilder<unknown>,
  size: BatchSize,
): Promise<WaitingDocument[]> {
  const { rows } = await sql<WaitingDocument>`
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
      left join lateral (select coalesce(r.extracted, ${revisionText('r')}) as text, ${revisionTurns('r')} as turns, r.url is not null or r.blob_key is not null as fetched from cell.revisions r
                          where ${ofRevision(key, 'r', sql`d.latest_revision`)} limit 1) s on true
      cross join lateral (select coalesce(s.text, '') as text) r
      left join lateral (select coalesce(b.extracted, ${revisionText('b')}) as text from cell.revisions b
                          where ${ofRevision(key, 'b', sql`d.dreamed_revision`)} limit 1) b on true
      cross join lateral (select ${readTo} as chars) f
      cross join lateral (select case when octet_length(r.text) <= ${4 * wholeCharacters} then char_length(r.text) else octet_length(r.text) end as length) l
      cross join lateral (select case when l.length <= ${wholeCharacters} then f.chars else least(f.chars, ${contextCharacters}) end as chars) c
     order by d.ordered_at, d.id`.execute(db)
  return upTo(rows, size.characters)
}

/** As many documents as fit, and at least one. */
function upTo(documents: readonly WaitingDocument[], characters: number): WaitingDocument[] {
  let before = 0
  return documents.filter(({ unread }) => {
    const fits = before < characters
    before += unread.length
    return fits
  })
}

/** The first window of a revision's text. */
export async function readBeginning(
  db: Db,
  key: ContainerKey,
  { id, revision }: Pick<WaitingDocument, 'id' | 'revision'>,
): Promise<string> {
  const { rows } = await sql<{ text: string | null }>`
    select left(coalesce(r.extracted, ${revisionText('r')}), ${windowCharacters}) as text from cell.revisions r
     where ${ofContainer(key, 'r')} and r.document = ${id} and r.revision = ${revision}`.execute(db)
  return rows[0]?.text ?? ''
}

/** Locks the documents that are unchanged since they were claimed. Changed ones are read again. */
export async function lockUnchanged(
  db: Db,
  key: ContainerKey,
  documents: readonly WaitingDocument[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select d.id from cell.documents d
      join unnest(${documents.map(({ fence }) => fence)}::bigint[], ${documents.map(({ id }) => id)}::uuid[], ${documents.map(({ revision }) => revision)}::int[],
                  ${documents.map(({ isDeleted }) => isDeleted)}::boolean[]) as h (fence, id, revision, deleted)
        on d.id = h.id and d.dream_fence = h.fence and d.latest_revision = h.revision and (d.tombstoned_at is not null) = h.deleted
     where ${ofContainer(key, 'd')} and d.dream_since is not null order by d.id for update of d`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const firstOf = (when: RawBuilder<unknown>, direction: RawBuilder<unknown>) =>
  sql`(select w.dream_since from cell.documents w where w.shard = s.shard and w.org = s.org and w.container = s.container
         and w.dream_since ${when} order by w.dream_since ${direction} limit 1)`

/**
 * Lists containers with waiting documents, for the reconciler, and whether they are due (see `findDue`). Skips from one
 * container to the next through the index.
 */
export async function findContainersWithWaitingDocuments(
  db: Db,
  { quietMs, maxWaitMs }: Pace,
  after: ContainerKey | undefined,
  most: number,
): Promise<(ContainerKey & { due: boolean })[]> {
  const { rows } = await sql<ContainerKey & { due: boolean }>`
    with recursive step as (
      (select d.shard, d.org, d.container from cell.documents d where d.dream_since is not null and ${afterContainer('d', after)}
        order by d.shard, d.org, d.container limit 1)
      union all
      select n.* from step s, lateral (
        select d.shard, d.org, d.container from cell.documents d
         where d.dream_since is not null and (d.shard, d.org, d.container) > (s.shard, s.org, s.container)
         order by d.shard, d.org, d.container limit 1) n
    ) select s.*, not ${dreamsWait('s.container')} and coalesce(least(
        ${firstOf(sql`<= clock_timestamp()`, sql`desc`)} + ${quietMs} * interval '1 millisecond',
        ${firstOf(sql`<= clock_timestamp()`, sql`asc`)} + ${maxWaitMs} * interval '1 millisecond') <= clock_timestamp(), false) as due
        from step s limit ${most}`.execute(db)
  return rows
}

/** Until the transaction ends, nobody else forms memories in the container. */
export async function lockDreams(db: Db, { container }: ContainerKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('dreams ' || ${container}, 0))`.execute(db)
}
