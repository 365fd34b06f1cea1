import { randomInt } from 'node:crypto'
import type { Organization } from '../../platform/access/principal.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { newId, SHARD_COUNT } from '../../platform/lib/ids.ts'
import { mintKey } from './key-value.ts'
import { insertKey, insertOrganization, pickShard } from './store.ts'

/**
 * Creates an organization, on a random shard of a cell that is not being emptied, unless `homeShard` names one. `spread` is for
 * organizations larger than a cell.
 */
export async function createOrganization(
  directory: Source,
  input: { name: string; slug?: string; spread?: boolean; homeShard?: number },
): Promise<Organization> {
  const homeShard = input.homeShard ?? (await unscoped(directory, pickShard)) ?? randomInt(SHARD_COUNT)
  const organization: Organization = {
    id: newId(homeShard),
    name: input.name,
    slug: input.slug ?? toSlug(input.name),
    homeShard,
    spread: input.spread ?? false,
  }
  await unscoped(directory, db => insertOrganization(db, organization))
  return organization
}

/** The value is shown once, because only its hash is stored. */
export async function createKey(
  directory: Source,
  org: string,
  name: string,
  limits: { containerTag?: string; expiresAt?: Date } = {},
): Promise<{ id: string; value: string }> {
  const { id, value, secretHash } = mintKey()
  await unscoped(directory, db => insertKey(db, { id, org, name, secretHash, ...limits }))
  return { id, value }
}

function toSlug(name: string): string {
  return (
    name
      .toLowerCase()
      .normalize('NFKD')
      // Accents, which the decomposition has separated from their letters: "Zoë" becomes "zoe".
      .replace(/\p{M}+/gu, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'organization'
  )
}
