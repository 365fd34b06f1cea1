import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { clearShards } from './clear-shards.ts'
import { countRows, totalOf } from './compare-shards.ts'
import { listMovedTables, type MovedTable } from './moved-tables.ts'
import {
  addTable,
  type CopyState,
  isSubscribed,
  listPublished,
  publish,
  type Replication,
  subscribe,
  unsubscribe,
  untilCopied,
} from './replicate-shards.ts'

/** Tables with more rows are copied one at a time, with a rest in between. */
const largeFrom = 20_000

type CopyOptions = { load: number; onProgress(message: string): void }

/**
 * Copies the rows of the shards and keeps following the source. Postgres does the work: a table that is copied stays
 * copied, whoever dies.
 */
export async function copyRows(replication: Replication, options: CopyOptions): Promise<void> {
  const { move, source, target } = replication
  const { onProgress, load } = options
  // Rows that an earlier move or an interrupted cancellation left would conflict with the copy.
  if (!(await isSubscribed(replication))) {
    await unsubscribe(replication)
    await clearShards(target, move.shards, options)
  }
  await createMonths(source, target)
  const tables = await listMovedTables(source)
  const counts = await countRows({ clients: [source] }, tables, move.shards)
  const rowsOf = ({ name }: MovedTable) => counts.get(name) ?? 0
  onProgress(
    `copying ${totalOf(counts).toLocaleString('en')} rows of ${move.shards.length} shard${move.shards.length === 1 ? '' : 's'} to ${move.target}`,
  )
  await publish(
    replication,
    tables.filter(table => rowsOf(table) <= largeFrom),
  )
  await subscribe(replication)
  await untilCopied(replication)
  const published = await listPublished(replication)
  const left = tables.filter(({ name }) => !published.has(name))
  for (const table of left.sort((a, b) => rowsOf(a) - rowsOf(b))) {
    const started = performance.now()
    await addTable(replication, table)
    await untilCopied(replication, { onState: reporter(table.name, rowsOf(table), onProgress) })
    await sleep(((performance.now() - started) * (100 - load)) / load)
  }
}

/** Usage has a partition for each month. A cell that is younger than the other lacks some. */
async function createMonths(source: pg.Client, target: pg.Client): Promise<void> {
  const read = async (client: pg.Client) => {
    const { rows } = await client.query<{ name: string }>(
      `select c.relname::text as name from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'cell.usage_hours'::regclass`,
    )
    return new Set(rows.map(({ name }) => name))
  }
  for (const name of (await read(source)).difference(await read(target))) {
    const [, year, month] = /^usage_hours_(\d{4})_(\d\d)$/.exec(name) ?? []
    if (!month) continue
    await target.query(
      `create table cell.${name} (like cell.usage_hours including defaults including constraints) with (fillfactor = 70)`,
    )
    await target.query(
      `alter table cell.usage_hours attach partition cell.${name} for values from ('${startOf(year!, month, 0)}') to ('${startOf(year!, month, 1)}')`,
    )
  }
}

const startOf = (year: string, month: string, later: number) =>
  new Date(Date.UTC(Number(year), Number(month) - 1 + later, 1)).toISOString()

const reportEveryMs = 2_000

function reporter(table: string, rows: number, onProgress: (message: string) => void) {
  let nextAt = performance.now() + reportEveryMs
  return ({ copied, ready, tables }: CopyState) => {
    if (performance.now() < nextAt) return
    nextAt = performance.now() + reportEveryMs
    onProgress(
      `${table}: ${Math.min(100, Math.round((100 * copied) / Math.max(1, rows)))} % (${ready} of ${tables} tables copied)`,
    )
  }
}
