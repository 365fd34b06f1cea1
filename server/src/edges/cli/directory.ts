import { hostname } from 'node:os'
import { openLogins } from '../../app/open-logins.ts'
import type { Config } from '../../platform/config.ts'
import { type CellAddress, directoryOf, reachOf } from '../../platform/db/addresses.ts'
import { type Cells, openCells } from '../../platform/db/cells.ts'
import { closePool, openPool } from '../../platform/db/pool.ts'
import type { Source } from '../../platform/db/tx.ts'

/** Opens only the directory for a command and closes it afterwards. */
export async function withDirectory<T>(config: Config, work: (directory: Source) => Promise<T>): Promise<T> {
  const reach = reachOf(directoryOf(await openLogins(config)))
  const pool = openPool({ ...reach, role: 'reverie_app', max: 1, name: 'reverie cli' })
  try {
    return await work({ name: 'directory', pool })
  } finally {
    await closePool(pool, 1_000)
  }
}

/** Opens one cell, or the directory, with the role that sees the work of every organization. */
export async function withMaintenance<T>(
  address: CellAddress,
  name: string,
  work: (source: Source) => Promise<T>,
): Promise<T> {
  const pool = openPool({ ...reachOf(address), role: 'reverie_maintenance', max: 1, name })
  try {
    return await work({ name: address.name, pool })
  } finally {
    await pool.end()
  }
}

/** Under this name, a command is one of the processes that must know of a move of shards before they are handed over. */
export const cliName = (): string => `${hostname()}:${process.pid} cli`

/** Opens every cell for a command and closes them afterwards. */
export async function withCells<T>(config: Config, work: (cells: Cells) => Promise<T>): Promise<T> {
  const cells = openCells(await openLogins(config), 1, 'reverie cli')
  try {
    await cells.start(undefined, cliName())
    return await work(cells)
  } finally {
    await cells.close(1_000)
  }
}
