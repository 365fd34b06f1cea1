import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import { type ErasureRow, erasureColumns } from './store.ts'

/** Receipts on their way into the journal, and back from it after a restore. */

export type ReceiptKey = Pick<ErasureRow, 'shard' | 'org' | 'id'>

/** Lists keys of receipts that the journal lacks, as the maintenance role. Those of shards that are not here are left to their cell. */
export async function listUnjournaled(db: Db, most: number): Promise<ReceiptKey[]> {
  const { rows } = await sql<ReceiptKey>`
    select shard, org, id from cell.erasures
     where journaled_at is null
       and shard not in (select m.shard from work.shard_moves m where m.state in ('gone', 'arriving'))
     order by shard, org, id limit ${most}`.execute(db)
  return rows
}

export type UnjournaledReceipt = ErasureRow & {
  heldDocuments: string[] | null
  heldContainers: string[] | null
}

/** Finds a receipt that the journal lacks. One statement, because what a container held is dropped once the journal has it. */
export async function findUnjournaled(
  db: Db,
  { shard, org, id }: ReceiptKey,
): Promise<UnjournaledReceipt | undefined> {
  const { rows } = await sql<UnjournaledReceipt>`
    select ${erasureColumns}, held_documents as "heldDocuments", held_containers as "heldContainers" from cell.erasures
     where shard = ${shard} and org = ${org} and id = ${id} and journaled_at is null`.execute(db)
  return rows[0]
}

/** A receipt that was continued since it was read stays unmarked. */
export async function markJournaled(
  db: Db,
  { shard, org, id, requested }: ReceiptKey & Pick<ErasureRow, 'requested'>,
): Promise<void> {
  await sql`
    update cell.erasures set journaled_at = now(), held_documents = null, held_containers = null
     where shard = ${shard} and org = ${org} and id = ${id} and requested = ${requested}`.execute(db)
}

/** Lists the memories of a receipt, with the first version of each. */
export async function listForgottenAndRoots(
  db: Db,
  { shard, org, container, id, target }: Pick<ErasureRow, 'shard' | 'org' | 'container' | 'id' | 'target'>,
): Promise<string[]> {
  const which = target
    ? sql`m.id = ${target}`
    : sql`m.container = ${container} and m.is_forgotten and m.forget_batch = ${id}`
  const { rows } = await sql<{ id: string; root: string }>`
    select m.id, m.root from cell.memories m where m.shard = ${shard} and m.org = ${org} and ${which}`.execute(
    db,
  )
  return [...new Set(rows.flatMap(row => [row.id, row.root]))]
}

export type RestoredReceipt = Omit<
  ErasureRow,
  'removed' | 'blobKeys' | 'found' | 'finishedAt' | 'verifiedAt' | 'journaledAt'
>

/**
 * Stores a receipt that the restored database lacks. It is finished: what it names is not there. One that a repeated
 * deletion has just opened gets its former date and count.
 */
export async function restoreReceipt(db: Db, receipt: RestoredReceipt): Promise<void> {
  const { shard, org, container, id, kind, target, askedBy, requested, forgotten, createdAt } = receipt
  await sql`
    insert into cell.erasures as e (shard, org, of_container, id, kind, target, asked_by, requested, forgotten, created_at, finished_at, journaled_at)
    values (${shard}, ${org}, ${container}, ${id}, ${kind}, ${target}, ${askedBy}, ${requested}, ${forgotten}, ${createdAt}, now(), now())
    on conflict (shard, org, id) do update
       set requested = greatest(excluded.requested, e.requested), created_at = least(e.created_at, excluded.created_at), journaled_at = now(),
           held_documents = null, held_containers = null`.execute(db)
}
