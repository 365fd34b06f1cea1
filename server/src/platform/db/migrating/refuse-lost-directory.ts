import pg from 'pg'
import { type CellAddress, ownerUrlOf } from '../addresses.ts'
import { connectTo } from '../start-up-options.ts'

/** The directory of this installation is in another database than DIRECTORY_URL says. */
export class LostDirectoryError extends Error {}

/**
 * Refuses a new, empty directory while the first cell still holds one with organizations. Otherwise every key would be
 * unknown, and the next start would create a first organization once more.
 */
export async function refuseLostDirectory(directory: pg.Client, first: CellAddress): Promise<void> {
  if ((await countOrganizations(directory)) > 0) return
  const cell = new pg.Client(connectTo(ownerUrlOf(first), {}))
  await cell.connect()
  try {
    const left = await countOrganizations(cell)
    if (left === 0) return
    throw new LostDirectoryError(
      `DIRECTORY_URL names an empty directory, and the one in DATABASE_URL has ${left} organization${left === 1 ? '' : 's'}.\nStop every process, then run: reverie directory move (see docs/deploy/processes.md).`,
    )
  } finally {
    await cell.end()
  }
}

async function countOrganizations(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`select to_regclass('directory.organizations') is not null as yes`)
  if (!rows[0].yes) return 0
  const found = await client.query<{ n: number }>('select count(*)::int as n from directory.organizations')
  return found.rows[0]!.n
}
