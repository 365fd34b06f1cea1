import type { Config } from '../config.ts'
import { cellAddresses } from '../db/cells.ts'
import { migrate } from '../db/migrate.ts'
import { installQueue } from '../lanes/queue.ts'

export async function migrateAll(config: Config): Promise<void> {
  const applied = await migrate(cellAddresses(config), { partitions: config.CELL_PARTITIONS, installQueue })
  if (applied.length === 0) return console.log('The database is up to date.')
  for (const { cell, part, name } of applied) console.log(`cell ${cell}: ${part}/${name}`)
  console.log(`${applied.length} migrations applied.`)
}
