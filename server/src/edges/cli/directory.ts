import { openLogins } from '../../app/open-logins.ts'
import type { Config } from '../../platform/config.ts'
import { closePool, openPool } from '../../platform/db/pool.ts'
import type { Source } from '../../platform/db/tx.ts'

/** Runs a command that needs the directory only, and lets go of it afterwards. */
export async function withDirectory<T>(config: Config, work: (directory: Source) => Promise<T>): Promise<T> {
  const [first] = await openLogins(config)
  const pool = openPool({ url: first!.url, role: 'reverie_app', max: 1, name: 'reverie cli' })
  try {
    return await work({ name: 'directory', pool })
  } finally {
    await closePool(pool, 1_000)
  }
}
