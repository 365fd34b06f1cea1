import type { Config } from '../config.ts'
import { openPool } from '../db/pool.ts'
import type { Source } from '../db/tx.ts'

/** Runs a command that needs the directory only, and lets go of it afterwards. */
export async function withDirectory<T>(config: Config, work: (directory: Source) => Promise<T>): Promise<T> {
  const pool = openPool({ url: config.DATABASE_URL, role: 'reverie_app', max: 1, name: 'reverie cli' })
  try {
    return await work({ name: 'directory', pool })
  } finally {
    await pool.end()
  }
}
