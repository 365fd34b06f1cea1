import { createHash } from 'node:crypto'
import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import {
  findStoredAnswers,
  type IdempotentRequest,
  lockKey,
  releaseKey,
  type StoredAnswer,
  storeRequestAnswers,
  wholeRequest,
} from './store.ts'

/** The Retry-After for a client that repeats a request while it is still being answered. */
const retryAfterSeconds = 1

/** For the API description. */
export const idempotencyHelp =
  'Makes a retry safe: the same key and body within 24 hours get the first response again. Another body with the same key gets 409. Each API key has its own idempotency keys. Up to 255 characters.'

/** The key of a request, if it has one, with a hash of its whole content. */
export function toIdempotentRequest(
  { organization, key: { id: principal } }: Principal,
  { route, idempotencyKey, body }: { route: string; idempotencyKey: string | undefined; body: unknown },
): IdempotentRequest | undefined {
  if (idempotencyKey === undefined) return undefined
  if (idempotencyKey.length > 255)
    throw new AppError('request.invalid', { message: 'Idempotency-Key: must be at most 255 characters' })
  const requestHash = createHash('sha256').update(JSON.stringify(body)).digest()
  const { id: org, homeShard } = organization
  return { org, homeShard, principal, route, key: idempotencyKey, requestHash }
}

/**
 * Does the work of a request and stores its answer in the same transaction, so that there is never one without the
 * other. The same request sent again gets that answer and does nothing. A transaction that fails, or whose process
 * dies, leaves the key free.
 */
export async function answerOnce<T extends object>(
  db: Db,
  request: IdempotentRequest | undefined,
  shard: number,
  work: () => Promise<T>,
  item = wholeRequest,
): Promise<T & { isRepeated?: true }> {
  if (!request) return work()
  const [known] = await claimRequest(db, request, shard, [item])
  if (known) return { ...(known.response as T), isRepeated: true }
  const response = await work()
  await storeRequestAnswers(db, request, shard, [{ item, response }])
  return response
}

/** Returns the stored answers to these parts of a request, and locks it until the end of the transaction. */
export async function claimRequest(
  db: Db,
  request: IdempotentRequest,
  shard: number,
  items: readonly number[],
): Promise<StoredAnswer[]> {
  // Two statements, sent together. The second must see what the previous holder of the lock committed.
  const [isOurs, known] = await Promise.all([
    lockKey(db, request),
    findStoredAnswers(db, request, shard, items),
  ])
  if (!isOurs) throw stillRunning()
  if (known.some(({ isSame }) => !isSame)) throw otherBody()
  return known.filter(({ response }) => response !== null)
}

/**
 * Returns the answers to a request that would be refused now but was accepted the first time: it may itself have filled
 * a quota.
 */
export async function findEarlierAnswers(
  cells: Cells,
  request: IdempotentRequest,
  shard: number,
  items: readonly number[],
): Promise<StoredAnswer[]> {
  const found = await inScope(cells.of(shard), { org: request.org }, db =>
    findStoredAnswers(db, request, shard, items),
  )
  return found.filter(({ isSame, response }) => isSame && response !== null)
}

/**
 * Binds a key to its body on the organization's home shard, for work that is done elsewhere or in several transactions.
 * With another body the key is refused, whatever that body would do. Returns the answer to the whole request, if there
 * is one.
 */
export async function bindKey(cells: Cells, request: IdempotentRequest): Promise<unknown> {
  const { homeShard, org } = request
  return inScope(cells.of(homeShard), { org }, async db => {
    const [known] = await findStoredAnswers(db, request, homeShard, [wholeRequest])
    if (known && !known.isSame) throw otherBody()
    if (known) return known.response ?? undefined
    // The later of two concurrent requests sees the row of the earlier one.
    const [bound] = await claimRequest(db, request, homeShard, [wholeRequest])
    if (!bound)
      await storeRequestAnswers(db, request, homeShard, [{ item: wholeRequest, response: undefined }])
    return bound?.response
  })
}

/** If the work is not done on the organization's home shard, the key is first bound to its body there. */
export async function withBoundKey<T>(
  cells: Cells,
  request: IdempotentRequest | undefined,
  shard: number,
  write: () => Promise<T>,
): Promise<T> {
  if (!request || request.homeShard === shard) return write()
  await bindKey(cells, request)
  return write().catch(async error => {
    await unbindKey(cells, request, error)
    throw error
  })
}

/** Stores the answer to the whole request. Its parts are stored already, so a failure here changes no answer. */
export async function storeWholeAnswer(
  cells: Cells,
  request: IdempotentRequest,
  response: unknown,
): Promise<void> {
  const { homeShard, org } = request
  await inScope(cells.of(homeShard), { org }, db =>
    storeRequestAnswers(db, request, homeShard, [{ item: wholeRequest, response }]),
  ).catch(() => undefined)
}

/**
 * Releases a key whose work was refused. If the work may have been done, or another request does it, the key stays
 * bound to its body.
 */
export async function unbindKey(cells: Cells, request: IdempotentRequest, error: unknown): Promise<void> {
  const mayBeDone = ['cell.unavailable', 'request.conflict']
  if (error instanceof AppError && mayBeDone.includes(error.code)) return
  const { homeShard, org } = request
  await inScope(cells.of(homeShard), { org }, db => releaseKey(db, request, homeShard)).catch(() => undefined)
}

function otherBody(): AppError {
  return new AppError('request.conflict', {
    message: 'This Idempotency-Key was used with another body. Use a new key for a new request',
  })
}

function stillRunning(): AppError {
  return new AppError('request.conflict', {
    message: 'The first request with this Idempotency-Key is still running. Wait for its answer',
    retryAfterSeconds,
  })
}
