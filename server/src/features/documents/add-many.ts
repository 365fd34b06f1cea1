import type { Principal } from '../../platform/access/principal.ts'
import { type Db, inScopePrepared } from '../../platform/db/tx.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import { type ContainerKey, storeEntityContext } from '../containers/store.ts'
import { claimRequest } from '../idempotency/answer-once.ts'
import { type IdempotentRequest, storeRequestAnswers } from '../idempotency/store.ts'
import { type AcceptedDocument, type DocumentsApp, withinQuota } from './add-document.ts'
import { insertDocuments } from './insert-store.ts'
import { type IngestOptions, receiveDocument } from './receive-document.ts'
import type { AddDocumentBody } from './schema.ts'
import type { NewDocument } from './store.ts'
import { wakeLane } from './wake-lane.ts'

/** The item numbers of documents in an idempotent request. */
export type IdempotentItems = { idempotent: IdempotentRequest; items: readonly number[] }

/**
 * Accepts many new documents of one container: all of them in one transaction, or none, with one wake per lane. A
 * customId that the container already has, or that occurs twice, fails the transaction with a unique violation. The caller
 * then adds the documents one by one with `addDocument`, which revises existing ones.
 */
export async function addMany(
  app: DocumentsApp,
  principal: Principal,
  bodies: readonly AddDocumentBody[],
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
  bodies: readonly AddDocumentBody[],
  options: IngestOptions,
  once: IdempotentItems | undefined,
): Promise<AcceptedDocument[]> {
  const lane = options.lane ?? lanes.bulk
  const received = []
  for (const body of bodies) received.push(await receiveDocument(app, principal, body, { ...options, lane }))
  const key = received[0]?.key
  if (!key) return []
  if (received.some(one => one.key.container !== key.container))
    throw new Error('Documents that are added together belong to one container')
  const documents = received.map(({ document }) => document)
  return inScopePrepared(app.cells.of(key.shard), key, async db => {
    const answers = await findEarlierItems(db, key, documents, once)
    const added = documents.filter((_, i) => !answers[i])
    if (added.length > 0) await insertTogether(db, app, key, added)
    const accepted = documents.map(({ id }, i): AcceptedDocument => answers[i] ?? { id, status: 'queued' })
    if (once) await storeNewAnswers(db, key, accepted, once)
    return accepted
  })
}

/** Finds the earlier answers to these documents, if a previous try of the same request has added them. */
async function findEarlierItems(
  db: Db,
  { shard }: ContainerKey,
  documents: readonly NewDocument[],
  once: IdempotentItems | undefined,
): Promise<(AcceptedDocument | undefined)[]> {
  if (!once) return documents.map(() => undefined)
  const known = await claimRequest(db, once.idempotent, shard, once.items)
  const byItem = new Map(known.map(({ item, response }) => [item, response as AcceptedDocument]))
  return once.items.map(item => {
    const answer = byItem.get(item)
    return answer && { ...answer, isRepeated: true }
  })
}

async function storeNewAnswers(
  db: Db,
  { shard }: ContainerKey,
  accepted: readonly AcceptedDocument[],
  { idempotent, items }: IdempotentItems,
): Promise<void> {
  const answers = accepted.map((response, i) => ({ item: items[i]!, response }))
  const added = answers.filter(({ response }) => !response.isRepeated)
  if (added.length > 0) await storeRequestAnswers(db, idempotent, shard, added)
}

async function insertTogether(
  db: Db,
  { wakes }: DocumentsApp,
  key: ContainerKey,
  documents: readonly NewDocument[],
): Promise<void> {
  const clocks = await insertDocuments(db, key, documents)
  const context = documents.findLast(({ entityContext }) => entityContext !== null)?.entityContext
  if (context) await storeEntityContext(db, key, context)
  for (const kind of new Set(documents.map(document => document.lane)))
    await wakeLane(db, wakes, { ...key, kind }, clocks)
}
