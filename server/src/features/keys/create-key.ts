import type { z } from 'zod'
import type { Principal } from '../../platform/access/principal.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { dayMs } from '../../platform/lib/durations.ts'
import { mintKey } from './key-value.ts'
import type { createKeyBody } from './schema.ts'
import { insertKey } from './store.ts'

/** Creates a key of the whole organization. A key that expires makes only keys that expire no later. */
export async function createOrganizationKey(
  directory: Source,
  { organization, key: caller }: Principal,
  { name, expiresInDays }: z.output<typeof createKeyBody>,
) {
  const { id, value, secretHash } = mintKey()
  const wished = expiresInDays === undefined ? undefined : new Date(Date.now() + expiresInDays * dayMs)
  const expiresAt = earlier(wished, caller.expiresAt ?? undefined) ?? null
  await unscoped(directory, db => insertKey(db, { id, org: organization.id, name, secretHash, expiresAt }))
  return { key: value, id, name, expiresAt: expiresAt?.toISOString() ?? null }
}

function earlier(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (!one || !other) return one ?? other
  return one < other ? one : other
}
