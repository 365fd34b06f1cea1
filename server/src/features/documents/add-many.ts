import type { Principal } from '../../platform/access/principal.ts'
import { type Db, inScopePrepared } from '../../platform/db/tx.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import { type ContainerKey, keepEntityContext } from '../containers/store.ts'
import { takeKey } from '../idempotency/answer-once.ts'
import { type Keyed, keepAnswers } from '../idempotency/store.ts'
import { type Accepted, type AddDocuments, wakeLane, withinQuota } from './add-document.ts'
import { type From, receiveDocument } from './receive-document.ts'
import type { AddDocumentBody } from './schema.ts'
import { insertDocuments, type NewDocument } from './store.ts'

/** Under which numbers the documents of a request are answered once. */
export type OnceEach = { keyed: Keyed; items: readonly number[] }

/**
 * Accepts many documents of one container: all of them in one transaction, or none, with one wake for each lane. It is for
 * documents that are new. A customId that the container knows, or that is given twice, fails the whole of it with
 * a unique violation: those go one by one through `addDocument`, which revises.
 */
export async function addMany(
  app: AddDocuments,
  principal: Principal,
  bodies: readonly AddDocumentBody[],
  from: From,
  once?: OnceEach,
): Promise<Accepted[]> {
  return withinQuota(app, principal, bodies, () =>
    app.containers.inLiving(() => addTogether(app, principal, bodies, from, once)),
  )
}

async function addTogether(
  app: AddDocuments,
  principal: Principal,
  bodies: readonly AddDocumentBody[],
  from: From,
  once: OnceEach | undefined,
): Promise<Accepted[]> {
  const lane = from.lane ?? lanes.bulk
  const received = []
  for (const body of bodies) received.push(await receiveDocument(app, principal, body, { ...from, lane }))
  const key = received[0]?.key
  if (!key) return []
  if (received.some(one => one.key.container !== key.container))
    throw new Error('Documents that are added together belong to one container')
  const documents = received.map(({ document }) => document)
  return inScopePrepared(app.cells.of(key.shard), key, async db => {
    const answers = await knownOf(db, key, documents, once)
    const added = documents.filter((_, i) => !answers[i])
    if (added.length > 0) await insertTogether(db, app, key, added)
    const accepted = documents.map(({ id }, i): Accepted => answers[i] ?? { id, status: 'queued' })
    if (once) await keepNew(db, key, accepted, once)
    return accepted
  })
}

/** Earlier answers to documents of the same request, if there are any. */
async function knownOf(
  db: Db,
  { shard }: ContainerKey,
  documents: readonly NewDocument[],
  once: OnceEach | undefined,
): Promise<(Accepted | undefined)[]> {
  if (!once) return documents.map(() => undefined)
  const known = await takeKey(db, once.keyed, shard, once.items)
  const byItem = new Map(known.map(({ item, response }) => [item, response as Accepted]))
  return once.items.map(item => {
    const answer = byItem.get(item)
    return answer && { ...answer, isRepeated: true }
  })
}

async function keepNew(
  db: Db,
  { shard }: ContainerKey,
  accepted: readonly Accepted[],
  { keyed, items }: OnceEach,
): Promise<void> {
  const answers = accepted.map((response, i) => ({ item: items[i]!, response }))
  const added = answers.filter(({ response }) => !response.isRepeated)
  if (added.length > 0) await keepAnswers(db, keyed, shard, added)
}

async function insertTogether(
  db: Db,
  { wakes }: AddDocuments,
  key: ContainerKey,
  documents: readonly NewDocument[],
): Promise<void> {
  const clocks = await insertDocuments(db, key, documents)
  const context = documents.findLast(({ entityContext }) => entityContext !== null)?.entityContext
  if (context) await keepEntityContext(db, key, context)
  for (const kind of new Set(documents.map(document => document.lane)))
    await wakeLane(db, wakes, { ...key, kind }, clocks)
}
