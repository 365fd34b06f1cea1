import pg from 'pg'
import { openLoginKey } from '../../app/open-logins.ts'
import type { Config } from '../../platform/config.ts'
import { addressesOf, type CellAddress, ownerUrlOf } from '../../platform/db/addresses.ts'
import { ensureLogin } from '../../platform/db/ensure-login.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { moveDirectory, movedSchema } from '../../platform/db/migrating/move-directory.ts'
import { CommandError } from './command-error.ts'

/** Moves the directory from the first cell into the database of DIRECTORY_URL. No process may run. */
export async function moveDirectoryCommand(config: Config): Promise<void> {
  const { cells, directory } = addressesOf(config)
  if (!directory)
    throw new CommandError('Set DIRECTORY_URL to an empty database, to which the directory is to move.')
  await migrate(cells, { partitions: config.CELL_PARTITIONS, onWait: message => console.error(message) })
  await migrate(
    { cells: [], directory },
    {
      partitions: config.CELL_PARTITIONS,
      ensureLogin: (owner, address) =>
        ensureLogin(owner, address, { secretsKey: () => openLoginKey(config), takeOver: true }),
    },
  )
  const { tables, rows } = await copyDirectory(cells[0]!, directory)
  console.log(
    `${tables} tables with ${rows} rows moved. The old directory is now the schema ${movedSchema} in DATABASE_URL; drop it when you have a backup.`,
  )
}

async function copyDirectory(first: CellAddress, directory: CellAddress) {
  const [from, to] = [first, directory].map(
    address =>
      new pg.Client({ connectionString: ownerUrlOf(address), application_name: 'reverie migrate move' }),
  )
  try {
    await Promise.all([from!.connect(), to!.connect()])
    return await moveDirectory(from!, to!)
  } finally {
    await Promise.allSettled([from!.end(), to!.end()])
  }
}
