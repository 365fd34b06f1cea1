import { createHash } from 'node:crypto'
import type { Cells } from '../db/cells.ts'
import { inScope } from '../db/tx.ts'
import { AppError } from '../errors.ts'
import type { Principal } from '../keys/principal.ts'
import { claimKey, type KeyedRequest, keepResponse, releaseKey } from './idempotency-store.ts'

/** How long whoever repeats a request that is still being answered should wait. */
const retryAfterSeconds = 1

/**
 * Answers the same request under the same Idempotency-Key once, and from memory after that. A request that fails gives
 * its key back. A process that dies between doing and noting leaves its key taken for five minutes, as long as a request
 * may last; after that the request is done anew.
 */
export async function answerOnce<T>(
  cells: Cells,
  { organization, key: { id: keyId } }: Principal,
  request: { route: string; idempotencyKey: string | undefined; body: unknown },
  answer: () => Promise<T>,
): Promise<T> {
  if (request.idempotencyKey === undefined) return answer()
  if (request.idempotencyKey.length > 255)
    throw new AppError('request.invalid', { message: 'Idempotency-Key: must be at most 255 characters' })
  const keyed: KeyedRequest = {
    shard: organization.homeShard,
    org: organization.id,
    route: request.route,
    key: request.idempotencyKey,
    // Two keys of one organization may see different containers: neither is answered for the other.
    requestHash: createHash('sha256')
      .update(JSON.stringify([keyId, request.body]))
      .digest(),
  }
  const cell = cells.of(keyed.shard)
  const claimed = await inScope(cell, { org: keyed.org }, db => claimKey(db, keyed))
  if (claimed.kind === 'answered') return claimed.response as T
  if (claimed.kind === 'other')
    throw new AppError('request.conflict', {
      message: 'This Idempotency-Key was used with another body. Use a new key for a new request',
    })
  if (claimed.kind === 'running')
    throw new AppError('request.conflict', {
      message: 'The first request with this Idempotency-Key is still running. Wait for its answer',
      retryAfterSeconds,
    })
  const response = await answer().catch(async error => {
    await inScope(cell, { org: keyed.org }, db => releaseKey(db, keyed))
    throw error
  })
  // What was asked for is done; that it could not be noted is no reason to say it was not.
  await inScope(cell, { org: keyed.org }, db => keepResponse(db, keyed, response)).catch(() => undefined)
  return response
}
