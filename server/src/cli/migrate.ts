import type { Config } from '../config.ts'
import { cellAddresses } from '../db/cells.ts'
import { type Applied, migrate } from '../db/migrate.ts'
import { installQueue } from '../lanes/queue.ts'

/** Brings the directory and every cell up to date, and returns what there was to do. */
export function migrateAll(config: Config): Promise<Applied[]> {
  return migrate(cellAddresses(config), { partitions: config.CELL_PARTITIONS, installQueue })
}

export async function migrateCommand(config: Config): Promise<void> {
  const applied = await migrateAll(config)
  if (applied.length === 0) return console.log('The database is up to date.')
  for (const { cell, part, name } of applied) console.log(`cell ${cell}: ${part}/${name}`)
  console.log(`${applied.length} migrations applied.`)
}
