import type { z } from 'zod'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { dayMs } from '../../platform/lib/durations.ts'
import { mintKey } from './key-value.ts'
import { type createScopedKeyBody, scopedEndpoints } from './schema.ts'
import { insertKey } from './store.ts'

/** Creates a key for one container tag, which need not exist yet. */
export async function createScopedKey(
  directory: Source,
  org: string,
  body: z.output<typeof createScopedKeyBody>,
) {
  const { containerTag } = body
  const { id, value, secretHash } = mintKey()
  const name = body.name ?? `scoped_${containerTag}`
  const expiresAt =
    body.expiresInDays === undefined ? null : new Date(Date.now() + body.expiresInDays * dayMs)
  const rateLimit = { max: body.rateLimitMax, windowMs: body.rateLimitTimeWindow }
  await unscoped(directory, db =>
    insertKey(db, { id, org, name, secretHash, containerTag, expiresAt, rateLimit }),
  )
  return {
    key: value,
    id,
    name,
    containerTag,
    expiresAt: expiresAt?.toISOString() ?? null,
    allowedEndpoints: scopedEndpoints,
  }
}
