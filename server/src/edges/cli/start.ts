import { createKey, createOrganization } from '../../features/keys/create-organization.ts'
import { listOrganizations } from '../../features/keys/store.ts'
import type { Config } from '../../platform/config.ts'
import { unscoped } from '../../platform/db/tx.ts'
import { chooseFormat } from '../../platform/telemetry/logger.ts'
import { type Announcer, createAnnouncer } from './announce.ts'
import { awaitSignal, unlessTold } from './await-signal.ts'
import { withDirectory } from './directory.ts'
import { writeFirstKey } from './first-key-file.ts'
import { assertCanListen } from './listen-errors.ts'
import { migrateAll } from './migrate.ts'

/**
 * All of Reverie in one process, from an empty database on. Whether the port is free is asked first: whoever meets a
 * taken port must not have lost the key that is shown once.
 */
export async function startCommand(config: Config): Promise<void> {
  const told = awaitSignal()
  const announcer = createAnnouncer(chooseFormat(config.LOG_FORMAT))
  announcer.starting()
  await unlessTold(told, prepare(config, announcer))
  // Loaded now: whoever meets a closed port or a missing database need not wait for all of it.
  const { runWith } = await import('./run.ts')
  await runWith({ announcer, told }, config, { api: true, worker: true })
}

async function prepare(config: Config, announcer: Announcer): Promise<void> {
  await assertCanListen(config.HOST, config.PORT, 'PORT')
  announcer.migrated(await migrateAll(config, { takeOver: false }))
  await createFirstKey(config, announcer)
}

/** On a fresh installation: an organization and its key, shown this once on a terminal, else kept in a file. */
async function createFirstKey(config: Config, announcer: Announcer): Promise<void> {
  await withDirectory(config, async directory => {
    if ((await unscoped(directory, db => listOrganizations(db))).length > 0) return
    const organization = await createOrganization(directory, { name: 'Default' })
    const { id, value } = await createKey(directory, organization.id, 'default')
    const key = { id, organization: organization.slug }
    if (process.stdout.isTTY) announcer.keyCreated({ ...key, value })
    else announcer.keyKept({ ...key, path: await writeFirstKey(config.DATA_DIR, value) })
  })
}
