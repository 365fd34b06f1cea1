import { createOrganization } from '../../features/keys/create-organization.ts'
import { listOrganizations, setTokenQuota } from '../../features/keys/store.ts'
import type { Config } from '../../platform/config.ts'
import { unscoped } from '../../platform/db/tx.ts'
import { isUniqueViolation } from '../../platform/db/unique-violation.ts'
import { CommandError, unknownOrganization } from './command-error.ts'
import { withDirectory } from './directory.ts'
import { printRows } from './print-rows.ts'

/** Other commands take the slug as an argument, so it must need no quotes. */
const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

export async function listOrganizationsCommand(config: Config, options: { json?: boolean }): Promise<void> {
  await withDirectory(config, async directory => {
    const organizations = await unscoped(directory, db => listOrganizations(db))
    if (organizations.length === 0 && !options.json)
      throw new CommandError('There are no organizations. Create one with: reverie org create <name>')
    const rows = organizations.map(({ slug, name, spread }) => ({
      slug,
      name,
      placement: spread ? 'spread over all cells' : 'one cell',
    }))
    printRows(rows, options)
  })
}

export async function createOrganizationCommand(
  config: Config,
  name: string,
  options: { slug?: string; spread?: boolean },
): Promise<void> {
  if (name.trim() === '') throw new CommandError('The name is empty. Give a name.')
  if (options.slug !== undefined && !slugPattern.test(options.slug))
    throw new CommandError('A slug may contain only lower-case letters, digits and hyphens between them.')
  await withDirectory(config, async directory => {
    const organization = await createOrganization(directory, { name, ...options }).catch(error => {
      if (isUniqueViolation(error))
        throw new CommandError(
          'An organization with this slug already exists. Choose another slug with --slug.',
        )
      throw error
    })
    console.log(
      `Created organization "${organization.name}" (${organization.slug}). Create a key with: reverie keys create ${organization.slug}`,
    )
  })
}

/** `none` removes the quota. Running processes apply it within seconds. */
export async function setQuotaCommand(config: Config, slug: string, tokens: string): Promise<void> {
  if (tokens !== 'none' && !/^\d{1,15}$/.test(tokens))
    throw new CommandError('Give the quota as a whole number of tokens, or "none".')
  await withDirectory(config, async directory => {
    const quota = tokens === 'none' ? null : Number(tokens)
    if (!(await unscoped(directory, db => setTokenQuota(db, slug, quota)))) throw unknownOrganization(slug)
    console.log(
      quota === null
        ? `Organization "${slug}" has no quota.`
        : `Organization "${slug}" may store ${quota} tokens of documents. A token is four characters.`,
    )
  })
}
