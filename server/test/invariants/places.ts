import { tablesOfEachCell } from '../../src/platform/db/moving/moved-tables.ts'
import { type Ask, type Violation, violation } from './invariant.ts'

/** Every row is in the one cell that the directory names for its shard. A moved shard leaves nothing behind. */
export async function checkPlaces(cells: readonly Ask[]): Promise<Violation[]> {
  const places = new Map<number, Set<number>>()
  for (const [n, ask] of cells.entries())
    for (const shard of await shardsIn(ask)) places.set(shard, (places.get(shard) ?? new Set()).add(n))
  const rows = [...places].filter(([, held]) => held.size > 1).map(([shard]) => ({ shard }))
  return rows.length === 0 ? [] : [violation('shard.in_two_cells', rows)]
}

async function shardsIn(ask: Ask): Promise<Set<number>> {
  const tables = await ask<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and attname = 'shard' and not attisdropped
      where relnamespace = 'cell'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all ($1)`,
    [tablesOfEachCell],
  )
  const shards = new Set<number>()
  for (const { name } of tables)
    for (const { shard } of await ask<{ shard: number }>(`select distinct shard from cell.${name}`))
      shards.add(shard)
  return shards
}
