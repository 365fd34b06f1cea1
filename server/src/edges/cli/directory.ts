import { openLogins } from '../../app/open-logins.ts'
import type { Config } from '../../platform/config.ts'
import { closePool, openPool } from '../../platform/db/pool.ts'
import type { Source } from '../../platform/db/tx.ts'

/** Opens only the directory for a command and closes it afterwards. */
export async function withDirectory<T>(config: Config, work: (directory: Source) => Promise<T>): Promise<T> {
  const [first] = await openLogins(config)
  const pool = openPool({ url: first!.url, role: 'reverie_app', max: 1, name: 'reverie cli' })
  try {
    return await work({ name: 'directory', pool })
  } finally {
    await closePool(pool, 1_000)
  }
}
