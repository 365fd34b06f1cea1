import type { Config } from '../config.ts'
import { unscoped } from '../db/tx.ts'
import { createKey, createOrganization } from '../keys/create-organization.ts'
import { disableKey, findOrganization, listKeys, listOrganizations, setTokenQuota } from '../keys/store.ts'
import { CommandError } from './command-error.ts'
import { withDirectory } from './directory.ts'

export async function createOrganizationCommand(
  config: Config,
  name: string,
  options: { slug?: string; spread?: boolean },
): Promise<void> {
  await withDirectory(config, async directory => {
    const organization = await createOrganization(directory, { name, ...options }).catch(error => {
      if ((error as { code?: string }).code === '23505')
        throw new CommandError('An organization with this slug exists. Choose another with --slug.')
      throw error
    })
    console.log(
      `Organization "${organization.name}" (${organization.slug}) is there. Make a key with: reverie keys create ${organization.slug}`,
    )
  })
}

/** `none` lifts the quota. Processes notice within seconds. */
export async function setQuotaCommand(config: Config, slug: string, tokens: string): Promise<void> {
  if (tokens !== 'none' && !/^\d{1,15}$/.test(tokens))
    throw new CommandError('Give the quota as a whole number of tokens, or "none".')
  await withDirectory(config, async directory => {
    const quota = tokens === 'none' ? null : Number(tokens)
    if (!(await unscoped(directory, db => setTokenQuota(db, slug, quota))))
      throw new CommandError(`There is no organization "${slug}".`)
    console.log(
      quota === null
        ? `Organization "${slug}" has no quota.`
        : `Organization "${slug}" may keep ${quota} tokens of documents, a token being four characters.`,
    )
  })
}

export async function createKeyCommand(config: Config, slug: string, name: string): Promise<void> {
  await withDirectory(config, async directory => {
    const organization = await unscoped(directory, db => findOrganization(db, slug))
    if (!organization)
      throw new CommandError(`There is no organization "${slug}". Make it with: reverie org create ${slug}`)
    printKey(await createKey(directory, organization.id, name), organization.slug)
  })
}

export async function listKeysCommand(config: Config, slug: string | undefined): Promise<void> {
  await withDirectory(config, async directory => {
    const organization =
      slug === undefined ? undefined : await unscoped(directory, db => findOrganization(db, slug))
    if (slug !== undefined && !organization) throw new CommandError(`There is no organization "${slug}".`)
    const keys = await unscoped(directory, db => listKeys(db, organization?.id))
    for (const key of keys) {
      const state = key.disabledAt
        ? 'disabled'
        : key.expiresAt && key.expiresAt < new Date()
          ? 'expired'
          : 'active'
      console.log(
        [
          key.id,
          key.slug,
          key.name,
          key.containerTag ?? 'whole organization',
          state,
          key.createdAt.toISOString(),
        ].join('\t'),
      )
    }
  })
}

export async function disableKeyCommand(config: Config, id: string): Promise<void> {
  await withDirectory(config, async directory => {
    if (!(await unscoped(directory, db => disableKey(db, id))))
      throw new CommandError(`There is no key ${id}. "reverie keys list" shows them.`)
    console.log(`Key ${id} no longer works.`)
  })
}

/** On a fresh installation: an organization and its key, printed this once. */
export async function createFirstKey(config: Config): Promise<void> {
  await withDirectory(config, async directory => {
    if ((await unscoped(directory, db => listOrganizations(db))).length > 0) return
    const organization = await createOrganization(directory, { name: 'Default' })
    printKey(await createKey(directory, organization.id, 'default'), organization.slug)
  })
}

function printKey({ id, value }: { id: string; value: string }, slug: string): void {
  console.log(`\nKey ${id} of organization "${slug}". Keep it: it is shown only now.\n\n    ${value}\n`)
}
