import type { Principal } from '../../platform/access/principal.ts'
import { type Db, inScopePrepared, sendTogether } from '../../platform/db/tx.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import { inSpan } from '../../platform/telemetry/work.ts'
import { lockContainers, storeEntityContext } from '../containers/store.ts'
import { claimRequest } from '../idempotency/answer-once.ts'
import { type IdempotentRequest, storeRequestAnswers } from '../idempotency/store.ts'
import { type AcceptedDocument, type DocumentsApp, withinQuota } from './add-document.ts'
import type { PlacedDocument } from './insert-store.ts'
import { addStatements, scopeOf } from './new-documents.ts'
import { type IngestBody, type IngestOptions, receiveDocument, tagsUsed } from './receive-document.ts'

/** The item numbers of documents in an idempotent request. */
export type IdempotentItems = { idempotent: IdempotentRequest; items: readonly number[] }

/**
 * Accepts many new documents of one shard: all of them in one transaction, or none, with one wake per lane. A customId
 * that its container already has, or that occurs twice, fails the transaction with a unique violation. The caller then
 * adds the documents one by one with `addDocument`, which revises existing ones.
 */
export async function addMany(
  app: DocumentsApp,
  principal: Principal,
  bodies: readonly IngestBody[],
  options: IngestOptions,
  once?: IdempotentItems,
): Promise<AcceptedDocument[]> {
  return withinQuota(app, principal, bodies, () =>
    app.containers.retryIfClosed(() => addTogether(app, principal, bodies, options, once)),
  )
}

async function addTogether(
  app: DocumentsApp,
  principal: Principal,
  bodies: readonly IngestBody[],
  options: IngestOptions,
  once: IdempotentItems | undefined,
): Promise<AcceptedDocument[]> {
  const lane = options.lane ?? lanes.bulk
  await app.containers.resolveAll(principal.organization, tagsUsed(principal, bodies))
  const given: PlacedDocument[] = []
  for (const body of bodies) given.push(await receiveDocument(app, principal, body, { ...options, lane }))
  const [first] = given
  if (!first) return []
  const { shard } = first.key
  if (given.some(({ key }) => key.shard !== shard))
    throw new Error('Documents that are added together belong to one shard')
  const write = async (db: Db) => {
    const answers = await findEarlierItems(db, shard, given, once)
    const added = given.filter((_, i) => !answers[i])
    if (added.length > 0) await insertTogether(db, added)
    const accepted = given.map(
      ({ document: { id } }, i): AcceptedDocument => answers[i] ?? { id, status: 'queued' },
    )
    if (once) await storeNewAnswers(db, shard, accepted, once)
    return accepted
  }
  const attributes = { 'reverie.documents': given.length }
  return inSpan('add transaction', { attributes }, () =>
    inScopePrepared(app.cells.of(shard), scopeOf(given), write),
  )
}

/** Finds the earlier answers to these documents, if a previous try of the same request has added them. */
async function findEarlierItems(
  db: Db,
  shard: number,
  given: readonly PlacedDocument[],
  once: IdempotentItems | undefined,
): Promise<(AcceptedDocument | undefined)[]> {
  if (!once) return given.map(() => undefined)
  const known = await claimRequest(db, once.idempotent, shard, once.items)
  const byItem = new Map(known.map(({ item, response }) => [item, response as AcceptedDocument]))
  return once.items.map(item => {
    const answer = byItem.get(item)
    return answer && { ...answer, isRepeated: true }
  })
}

async function storeNewAnswers(
  db: Db,
  shard: number,
  accepted: readonly AcceptedDocument[],
  { idempotent, items }: IdempotentItems,
): Promise<void> {
  const answers = accepted.map((response, i) => ({ item: items[i]!, response }))
  const added = answers.filter(({ response }) => !response.isRepeated)
  if (added.length > 0) await storeRequestAnswers(db, idempotent, shard, added)
}

/** The last description of a container counts. */
async function insertTogether(db: Db, added: readonly PlacedDocument[]): Promise<void> {
  await sendTogether(db, addStatements(added))
  const described = added.filter(({ document }) => document.entityContext !== null)
  if (described.length === 0) return
  // All of them, in the order in which the commit counts: two batches that describe different ones would deadlock.
  await lockContainers(
    db,
    added.map(({ key }) => key),
  )
  for (const { key, document } of new Map(described.map(each => [each.key.container, each])).values())
    await storeEntityContext(db, key, document.entityContext!)
}
