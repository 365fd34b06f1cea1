import { createKey } from '../../features/keys/create-organization.ts'
import { findOrganization, type KeyRow, markDisabled, selectKeys } from '../../features/keys/store.ts'
import type { Organization } from '../../platform/access/principal.ts'
import type { Config } from '../../platform/config.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { CommandError, unknownOrganization } from './command-error.ts'
import { withDirectory } from './directory.ts'
import { exitCodes } from './exit-codes.ts'
import { printRows } from './print-rows.ts'

export type CreateKeyOptions = { name: string; tag?: string; expires?: Date }

export async function createKeyCommand(
  config: Config,
  slug: string,
  { name, tag, expires }: CreateKeyOptions,
): Promise<void> {
  await withDirectory(config, async directory => {
    const organization = await getOrganization(directory, slug)
    const { id, value } = await createKey(directory, organization.id, name, {
      ...(tag !== undefined && { containerTag: tag }),
      ...(expires && { expiresAt: expires }),
    })
    const scope = tag === undefined ? '' : `, for container tag "${tag}" only`
    const expiry = expires ? `, until ${expires.toISOString()}` : ''
    console.log(
      `\nKey ${id} of organization "${organization.slug}"${scope}${expiry}.\nSave it now: it is not shown again.\n\n    ${value}\n`,
    )
  })
}

export async function listKeysCommand(
  config: Config,
  slug: string | undefined,
  options: { json?: boolean },
): Promise<void> {
  await withDirectory(config, async directory => {
    const organization = slug === undefined ? undefined : await getOrganization(directory, slug)
    const keys = await unscoped(directory, db => selectKeys(db, organization?.id))
    if (keys.length === 0 && process.stdout.isTTY && !options.json)
      return console.log('There are no keys. Create one with: reverie keys create <organization>')
    printRows(keys.map(toRow), options)
  })
}

function toRow(key: KeyRow & { slug: string }): Record<string, string> {
  return {
    id: key.id,
    organization: key.slug,
    name: key.name,
    scope: key.containerTag ?? 'whole organization',
    state: stateOf(key),
    created: dayOf(key.createdAt),
    expires: key.expiresAt ? dayOf(key.expiresAt) : 'never',
    'last used': key.lastUsedAt ? dayOf(key.lastUsedAt) : 'never',
  }
}

function stateOf({ disabledAt, expiresAt }: KeyRow): string {
  if (disabledAt) return 'disabled'
  return expiresAt && expiresAt < new Date() ? 'expired' : 'active'
}

/** The day and the minute on a terminal, which are enough to tell keys apart. Elsewhere the full timestamp. */
function dayOf(time: Date): string {
  return process.stdout.isTTY ? time.toISOString().slice(0, 16).replace('T', ' ') : time.toISOString()
}

export async function disableKeyCommand(config: Config, id: string): Promise<void> {
  await withDirectory(config, async directory => {
    if (!(await unscoped(directory, db => markDisabled(db, id))))
      throw new CommandError(`There is no key ${id}. List keys with: reverie keys list`, exitCodes.notFound)
    console.log(`Key ${id} no longer works.`)
  })
}

async function getOrganization(directory: Source, slug: string): Promise<Organization> {
  const organization = await unscoped(directory, db => findOrganization(db, slug))
  if (!organization) throw unknownOrganization(slug)
  return organization
}
