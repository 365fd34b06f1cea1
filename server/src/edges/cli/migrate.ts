import { openLoginKey } from '../../app/open-logins.ts'
import type { Config } from '../../platform/config.ts'
import { addressesOf, labelOf } from '../../platform/db/addresses.ts'
import { ensureLogin } from '../../platform/db/ensure-login.ts'
import { type AppliedMigration, migrate } from '../../platform/db/migrate.ts'

/**
 * Migrates the directory and every cell, and returns the applied migrations. With `takeOver`, the login gets the password
 * of this process's SECRETS_KEY even while other processes are logged in with another.
 */
export function migrateAll(config: Config, { takeOver }: { takeOver: boolean }): Promise<AppliedMigration[]> {
  const secretsKey = () => openLoginKey(config)
  return migrate(addressesOf(config), {
    partitions: config.CELL_PARTITIONS,

    onWait: message => console.error(message),
    ensureLogin: (owner, cell) => ensureLogin(owner, cell, { secretsKey, takeOver }),
  })
}

export async function migrateCommand(config: Config): Promise<void> {
  const applied = await migrateAll(config, { takeOver: true })
  if (applied.length === 0) return console.log('The database is up to date.')
  for (const { cell, part, name } of applied) console.log(`${labelOf({ name: cell })}: ${part}/${name}`)
  console.log(`${applied.length} migrations applied.`)
}
