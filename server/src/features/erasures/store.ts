import { sql } from 'kysely'
import { deleteOldest } from '../../platform/db/delete-oldest.ts'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'

/** Receipts of deletions. They contain counts and ids, and no word of the deleted text. */

export type ErasureKind = 'document' | 'documents' | 'memory' | 'container'

/** Rows by table. Blobs count as a table of that name. */
export type Counts = Record<string, number>

/** The container that the erased data was in. */
export type ErasureContainer = { shard: number; org: string; container: string }

export type ErasureRow = ErasureContainer & {
  id: string
  kind: ErasureKind
  target: string | null
  askedBy: string
  requested: number
  forgotten: number
  removed: Counts
  blobKeys: string[]
  found: Counts | null
  createdAt: Date
  finishedAt: Date | null
  verifiedAt: Date | null
  /** Null until the journal outside the database has it. */
  journaledAt: Date | null
}

export const erasureColumns = sql`shard, org, of_container as container, id, kind, target, asked_by as "askedBy", requested, forgotten, removed,
  blob_keys as "blobKeys", found, created_at as "createdAt", finished_at as "finishedAt", verified_at as "verifiedAt",
  journaled_at as "journaledAt"`

export type ErasureRequest = {
  id: string
  kind: ErasureKind
  target: string | null
  askedBy: string
  requested: number
  forgotten?: number
  removed?: Counts
  /** True when nothing is left to do. */
  isFinished?: boolean
  held?: HeldByContainer
}

/** The content of a container when it was deleted. `documents` is null when there were too many to name. */
export type HeldByContainer = { documents: readonly string[] | null; containers: readonly string[] }

/** Opens a receipt, in the transaction that deletes. An existing one is continued, and must be journaled again. */
export async function openErasure(db: Db, from: ErasureContainer, asked: ErasureRequest): Promise<void> {
  const { forgotten = 0, removed = {}, isFinished = false, held } = asked
  await sql`
    insert into cell.erasures as e (shard, org, of_container, id, kind, target, asked_by, requested, forgotten, removed, finished_at,
      held_documents, held_containers)
    values (${from.shard}, ${from.org}, ${from.container}, ${asked.id}, ${asked.kind}, ${asked.target}, ${asked.askedBy},
            ${asked.requested}, ${forgotten}, ${JSON.stringify(removed)}::jsonb, case when ${isFinished}::boolean then now() end,
            ${held?.documents ?? null}::uuid[], ${held?.containers ?? null}::uuid[])
    on conflict (shard, org, id) do update
       set requested = e.requested + excluded.requested, forgotten = e.forgotten + excluded.forgotten,
           removed = cell.add_counts(e.removed, excluded.removed), finished_at = null,
           journaled_at = null`.execute(db)
}

/** This many files are looked for by their keys. Beyond that, only their number is stored. */
const mostBlobKeys = 100

export type RemovedRows = { erasure: string; counts: Counts; blobKeys?: readonly string[] }

/**
 * Records the removals of a step, in its transaction: a repeated step finds nothing to count. Receipts whose last
 * document is purged are finished. They are locked first, in order, so that of two steps that end together the later
 * one sees the work of the other. Returns the receipts that this step finished.
 */
export async function noteRemoved(
  db: Db,
  { shard, org }: Pick<ErasureContainer, 'shard' | 'org'>,
  steps: readonly RemovedRows[],
): Promise<string[]> {
  if (steps.length === 0) return []
  const ids = steps.map(({ erasure }) => erasure)
  await lockErasures(db, { shard, org }, ids)
  for (const { erasure, counts, blobKeys = [] } of steps)
    await sql`
      update cell.erasures set removed = cell.add_counts(removed, ${JSON.stringify(counts)}::jsonb),
             blob_keys = (blob_keys || ${blobKeys}::text[])[:${mostBlobKeys}]
       where shard = ${shard} and org = ${org} and id = ${erasure}`.execute(db)
  return finishErasures(db, { shard, org }, ids)
}

/** In order, and after everything else that a step locks. */
export async function lockErasures(
  db: Db,
  { shard, org }: Pick<ErasureContainer, 'shard' | 'org'>,
  ids: readonly string[],
): Promise<void> {
  await sql`
    select from cell.erasures where shard = ${shard} and org = ${org} and id = any(${ids}::uuid[]) order by id for update`.execute(
    db,
  )
}

/** A container's receipt is finished by the step that removes the container. */
export async function finishErasures(
  db: Db,
  { shard, org }: Pick<ErasureContainer, 'shard' | 'org'>,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update cell.erasures e set finished_at = now()
     where e.shard = ${shard} and e.org = ${org} and e.id = any(${ids}::uuid[]) and e.finished_at is null and e.kind <> 'container'
       and not exists (select from cell.documents d where d.shard = e.shard and d.org = e.org and d.erasure = e.id
                          and (d.due_at is not null or d.dream_since is not null))
    returning e.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The same for rows removed from a deleted container. Does nothing when it was merged into another. */
export async function noteCleared(
  db: Db,
  from: ErasureContainer,
  { counts, isGone }: { counts: Counts; isGone: boolean },
): Promise<void> {
  await sql`
    update cell.erasures set removed = cell.add_counts(removed, ${JSON.stringify(counts)}::jsonb),
           finished_at = case when ${isGone}::boolean then now() end
     where shard = ${from.shard} and org = ${from.org} and of_container = ${from.container} and kind = 'container'`.execute(
    db,
  )
}

/** The same for callers that do not know the receipts of the documents. Locked after other rows, as purging does. */
export async function noteRemovedOf(
  db: Db,
  from: ErasureContainer,
  documents: readonly string[],
  removed: ReadonlyMap<string, Counts>,
): Promise<void> {
  if (documents.length === 0) return
  const { rows } = await sql<{ id: string; erasure: string }>`
    select id, erasure from cell.documents where ${ofContainer(from)}
       and id = any(${documents}::uuid[]) and erasure is not null`.execute(db)
  await noteRemoved(
    db,
    from,
    rows.map(({ id, erasure }) => ({ erasure, counts: removed.get(id) ?? {} })),
  )
}

export async function findErasure(
  db: Db,
  { shard, org, id }: Pick<ErasureRow, 'shard' | 'org' | 'id'>,
): Promise<ErasureRow | undefined> {
  const { rows } = await sql<ErasureRow>`
    select ${erasureColumns} from cell.erasures where shard = ${shard} and org = ${org} and id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** Finds the finished receipt of a container that has not been checked yet. */
export async function findUnchecked(db: Db, from: ErasureContainer): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from cell.erasures where shard = ${from.shard} and org = ${from.org} and of_container = ${from.container}
       and kind = 'container' and finished_at is not null and verified_at is null`.execute(db)
  return rows[0]?.id
}

/** Lists the memories that were forgotten together. Their batch has the id of the receipt. */
export async function listForgotten(
  db: Db,
  { shard, org, container, id }: Pick<ErasureRow, 'shard' | 'org' | 'container' | 'id'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from cell.memories where shard = ${shard} and org = ${org} and container = ${container}
       and is_forgotten and forget_batch = ${id}`.execute(db)
  return rows.map(row => row.id)
}

/** Lists the documents of a receipt, page by page. */
export async function listErased(
  db: Db,
  { shard, org, id }: Pick<ErasureRow, 'shard' | 'org' | 'id'>,
  { after, most }: { after: string | undefined; most: number },
): Promise<string[]> {
  const from = after ? sql`and id > ${after}` : sql``
  const { rows } = await sql<{ id: string }>`
    select id from cell.documents where shard = ${shard} and org = ${org} and erasure = ${id} ${from} order by id limit ${most}`.execute(
    db,
  )
  return rows.map(row => row.id)
}

const namedIn = { document: 'document', documents: 'document', memory: 'memory', container: 'container' }

/**
 * Counts the remaining rows of these documents, by table. A deleted document's own row stays as a tombstone and is not
 * counted, because no such column names it.
 */
export async function scanFor(
  db: Db,
  { shard, org, container, kind }: ErasureRow,
  ids: readonly string[],
): Promise<Counts> {
  const of = sql`${shard}::smallint, ${org}::uuid, ${container}::uuid`
  const { rows } = await sql<{ found: Counts }>`
    select cell.scan(${of}, ${namedIn[kind]}, ${ids}::uuid[]) as found`.execute(db)
  return rows[0]!.found
}

export async function storeScanResult(db: Db, erasure: ErasureRow, found: Counts): Promise<ErasureRow> {
  const { rows } = await sql<ErasureRow>`
    update cell.erasures set found = ${JSON.stringify(found)}::jsonb, verified_at = now()
     where shard = ${erasure.shard} and org = ${erasure.org} and id = ${erasure.id} returning ${erasureColumns}`.execute(
    db,
  )
  return rows[0]!
}

/** The time up to which files without a document were removed from the store; null before the first collection. */
export async function findCollectedUntil(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ covers: Date | null }>`
    select covers from directory.turns where name = 'loose files'`.execute(db)
  return rows[0]?.covers ?? null
}

/** Deletes up to `most` receipts of finished deletions that are older than this. Returns how many. */
export async function dropOldReceipts(db: Db, olderThanHours: number, most: number): Promise<number> {
  return deleteOldest(db, { table: 'cell.erasures', age: 'created_at', olderThanHours }, most)
}
