import { ErasureJournal } from '../../src/features/erasures/journal.ts'
import type { BlobStore } from '../../src/platform/blobs/blob-store.ts'
import { type Ask, inOrg, type Violation, violation } from './invariant.ts'

type Receipt = { id: string; org: string; kind: string; isJournaled: boolean }

const receiptsSql = `select id, org, kind, journaled_at is not null as "isJournaled" from cell.erasures e where ${inOrg('e')}`

/** Documents that a deletion of documents has left as rows without content. */
const deletedSql = `
  select d.erasure, d.id from cell.documents d join cell.erasures e on (e.shard, e.org, e.id) = (d.shard, d.org, d.erasure)
   where ${inOrg('d')} and e.journaled_at is not null and e.kind in ('document', 'documents')`

/** Memories that were forgotten together, and are forgotten still. */
const forgottenSql = `
  select m.forget_batch as erasure, m.id from cell.memories m join cell.erasures e on (e.shard, e.org, e.id) = (m.shard, m.org, m.forget_batch)
   where ${inOrg('m')} and e.journaled_at is not null and m.is_forgotten`

export type JournalCheck = {
  cells: readonly Ask[]
  /** Where the journal is. */
  blobs: Pick<BlobStore, 'list' | 'get'>
  org: string | undefined
  /** Ids of documents that were deleted, alone or with their container. */
  erased?: readonly string[]
}

/**
 * The journal of deletions has an entry for each receipt that claims so, with every document that was deleted and every memory that
 * was forgotten with others, and no entry of a deletion that did not happen.
 */
export async function checkJournal({ cells, blobs, org, erased = [] }: JournalCheck): Promise<Violation[]> {
  const rowsOf = async <Row extends object>(sql: string) =>
    (await Promise.all(cells.map(ask => ask<Row>(sql, [org ?? null])))).flat()
  const receipts = await rowsOf<Receipt>(receiptsSql)
  const known = new Set(receipts.map(({ id }) => id))
  const named = new Map<string, Set<string>>()
  const unreadable: object[] = []
  const invented: object[] = []
  const journal = new ErasureJournal(blobs as BlobStore)
  for await (const key of keysOf(blobs, org === undefined ? undefined : known)) {
    const entry = await journal.get(key)
    if (!entry) unreadable.push({ key })
    else if (!known.has(entry.id)) invented.push({ key })
    else named.set(entry.id, new Set([...(named.get(entry.id) ?? []), ...entry.documents, ...entry.memories]))
  }
  const missing = receipts.filter(({ id, isJournaled }) => isJournaled && !named.has(id))
  const unnamedOf = async (sql: string) =>
    (await rowsOf<{ erasure: string; id: string }>(sql)).filter(
      ({ erasure, id }) => !named.get(erasure)?.has(id),
    )
  const all = new Set([...named.values()].flatMap(ids => [...ids]))
  return [
    violation('journal.without_receipt', missing),
    violation(
      'journal.without_erased',
      erased.filter(id => !all.has(id)).map(id => ({ id })),
    ),
    violation('journal.without_document', await unnamedOf(deletedSql)),
    violation('journal.without_memory', await unnamedOf(forgottenSql)),
    violation('journal.unreadable', unreadable),
    violation('journal.of_nothing', invented),
  ].filter(({ count }) => count > 0)
}

/** All of them, or those of some receipts. */
async function* keysOf(
  blobs: Pick<BlobStore, 'list'>,
  receipts: ReadonlySet<string> | undefined,
): AsyncGenerator<string, void> {
  for await (const page of blobs.list('erasures'))
    for (const { key } of page) if (receipts?.has(key.split('/')[2]!) ?? true) yield key
}
