import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { say } from '../../measure/report.ts'
import { encodeId } from '../../src/platform/lib/ids.ts'
import { concurrently } from '../client.ts'
import type { Database } from '../clusters.ts'
import { recount } from '../scenarios/recount.ts'
import type { DrillLoad } from './drill-load.ts'
import { isCertainlyAfter, isCertainlyBefore, type LedgerDocument } from './ledger.ts'

/** Each of these must be zero. */
export const violations = {
  /** Acknowledged before the moment, never deleted, and not there. */
  missing: 0,
  /** Sent after the moment, and there. */
  future: 0,
  /** There with a text that it did not have at the moment. */
  changed: 0,
  /** Deletion acknowledged at any time, and there. */
  undeleted: 0,
  unforgotten: 0,
  withoutReceipt: 0,
  /** Receipts whose scan finds something, or that never end. */
  unclean: 0,
  /** Rows that name a file which is not there, or has another content. */
  withoutFile: 0,
  unfinished: 0,
  countersWrong: 0,
  termCountsWrong: 0,
}

type LiveRow = {
  id: string
  custom_id: string
  status: string
  latest_revision: number
  content: string | null
  blob_key: string | null
}

/** Compares a restored cell, after the replay and when its work is done, with what the clients of its organization know. */
export async function checkRestored(
  cell: Database,
  load: DrillLoad,
  { url, moment, blobs }: { url: string; moment: Date; blobs: string },
): Promise<typeof violations> {
  const found = { ...violations }
  const rows = new Map((await cell.query<LiveRow>(liveSql)).map(row => [row.custom_id, row]))
  for (const document of load.ledger.documents) {
    const wrong = wrongOf(document, rows.get(document.customId), moment)
    if (!wrong) continue
    found[wrong]++
    if (found[wrong] <= 3) say(`${wrong} at ${moment.toISOString()}: ${JSON.stringify(document)}`)
  }
  const texts = new Map(load.ledger.documents.map(each => [each.customId, each.texts[0]!.text]))
  for (const row of rows.values()) {
    if (row.status !== 'done') found.unfinished++
    if (row.blob_key && (await readBlob(join(blobs, row.blob_key))) !== texts.get(row.custom_id))
      found.withoutFile++
  }
  found.unforgotten = await countUnforgotten(cell, load)
  await checkReceipts(load, url, found)
  const live = [...rows.values()].map(
    row => [row.custom_id, { id: encodeId(row.id), revision: row.latest_revision }] as const,
  )
  const { countersWrong, termCountsWrong } = await recount(cell, new Map(live))
  return { ...found, countersWrong, termCountsWrong }
}

function wrongOf(
  document: LedgerDocument,
  row: LiveRow | undefined,
  moment: Date,
): 'missing' | 'future' | 'changed' | 'undeleted' | undefined {
  if (!row) return isCertainlyBefore(document.added, moment) && !document.removed ? 'missing' : undefined
  if (document.removed?.acknowledgedAt) return 'undeleted'
  if (isCertainlyAfter(document.added, moment)) return 'future'
  if (document.isFile) return undefined
  const newest = document.texts.findLastIndex(version => isCertainlyBefore(version, moment))
  const possible = document.texts
    .slice(Math.max(0, newest))
    .filter(version => !isCertainlyAfter(version, moment))
  return possible.some(({ text }) => text === row.content) ? undefined : 'changed'
}

/** The first line of a stored file is its type. */
async function readBlob(path: string): Promise<string | undefined> {
  const stored = await readFile(path, 'utf8').catch(() => undefined)
  return stored?.slice(stored.indexOf('\n') + 1)
}

async function countUnforgotten(cell: Database, { ledger }: DrillLoad): Promise<number> {
  const rows = await cell.query<{ id: string }>(
    'select id from cell.memories where is_latest and not is_forgotten',
  )
  const current = new Set(rows.map(({ id }) => encodeId(id)))
  return ledger.memories.filter(({ id, forgotten }) => forgotten?.acknowledgedAt && current.has(id)).length
}

async function checkReceipts(
  { ledger, key }: DrillLoad,
  url: string,
  found: typeof violations,
): Promise<void> {
  await concurrently(ledger.receipts.length, 4, async n => {
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetch(`${url}/v3/erasures/${ledger.receipts[n]}`, { headers })
    const receipt = (await response.json()) as { kind: string; status: string; isClean: boolean }
    if (response.status !== 200) found.withoutReceipt++
    // A forgotten memory stays stored, and its receipt says so.
    else if (receipt.kind === 'memory' ? receipt.status !== 'done' : !receipt.isClean) {
      found.unclean++
      if (found.unclean <= 3) say(`unclean: ${JSON.stringify(receipt)}`)
    }
  })
}

const liveSql = `
  select d.id, d.custom_id, d.status, d.latest_revision, r.content, r.blob_key from cell.documents d
    join cell.revisions r on (r.shard, r.org, r.container, r.document, r.revision) = (d.shard, d.org, d.container, d.id, d.latest_revision)
    join cell.containers k on (k.shard, k.org, k.container) = (d.shard, d.org, d.container) and k.deleted_at is null
   where d.tombstoned_at is null`
