import { createKey, createOrganization } from '../../features/keys/create-organization.ts'
import { listOrganizations } from '../../features/keys/store.ts'
import type { Config } from '../../platform/config.ts'
import { unscoped } from '../../platform/db/tx.ts'
import { chooseFormat } from '../../platform/telemetry/logger.ts'
import { type Announcer, createAnnouncer } from './announce.ts'
import { awaitSignal, unlessStopped } from './await-signal.ts'
import { withDirectory } from './directory.ts'
import { writeFirstKey, writeSetupLink } from './first-key-file.ts'
import { assertCanListen } from './listen-errors.ts'
import { migrateAll } from './migrate.ts'
import { offerSetupLink } from './setup-link.ts'

/**
 * Runs all of Reverie in one process, on an empty database too. Checks the port first, so a port in use does not cost the
 * first key, which is shown only once.
 */
export async function startCommand(config: Config): Promise<void> {
  const stopSignal = awaitSignal()
  const announcer = createAnnouncer(chooseFormat(config.LOG_FORMAT))
  announcer.starting()
  await unlessStopped(stopSignal, prepare(config, announcer))
  // Imported only now, so an error about the port or the database appears before the slow imports.
  const { runWith } = await import('./run.ts')
  await runWith({ announcer, stopSignal }, config, { api: true, worker: true })
}

async function prepare(config: Config, announcer: Announcer): Promise<void> {
  await assertCanListen(config.HOST, config.PORT, 'PORT')
  announcer.migrated(await migrateAll(config, { takeOver: false }))
  await createFirstKey(config, announcer)
  await offerSetup(config, announcer)
}

/** Creates an organization and its key on a fresh installation. Prints the key on a terminal, else writes it to a file. */
async function createFirstKey(config: Config, announcer: Announcer): Promise<void> {
  await withDirectory(config, async directory => {
    if ((await unscoped(directory, db => listOrganizations(db))).length > 0) return
    const organization = await createOrganization(directory, { name: 'Default' })
    const { id, value } = await createKey(directory, organization.id, 'default')
    const key = { id, organization: organization.slug }
    if (process.stdout.isTTY) announcer.keyCreated({ ...key, value })
    else announcer.keyStored({ ...key, path: await writeFirstKey(config.DATA_DIR, value) })
  })
}

/** While nobody can sign in, each start offers a new link. */
async function offerSetup(config: Config, announcer: Announcer): Promise<void> {
  const offer = await offerSetupLink(config)
  if (offer.kind !== 'link') return
  if (process.stdout.isTTY) announcer.setupOffered(offer)
  else announcer.setupStored({ path: await writeSetupLink(config.DATA_DIR, offer.url) })
}
