import { keepEntityContext } from '../containers/store.ts'
import { inScopePrepared } from '../db/tx.ts'
import type { Principal } from '../keys/principal.ts'
import { lanes } from '../lanes/lane.ts'
import {
  type Accepted,
  type AddDocuments,
  type From,
  receiveDocument,
  wakeLane,
  withinQuota,
} from './add-document.ts'
import type { AddDocumentBody } from './schema.ts'
import { insertDocuments } from './store.ts'

/**
 * Accepts many documents of one container: all of them in one transaction, or none, with one wake for each lane. It is for
 * documents that are new. A customId that the container knows, or that is given twice, fails the whole of it with
 * Postgres's 23505: those go one by one through `addDocument`, which revises.
 */
export async function addMany(
  app: AddDocuments,
  principal: Principal,
  bodies: readonly AddDocumentBody[],
  from: From,
): Promise<Accepted[]> {
  return withinQuota(app, principal, bodies, () =>
    app.containers.inLiving(() => addTogether(app, principal, bodies, from)),
  )
}

async function addTogether(
  app: AddDocuments,
  principal: Principal,
  bodies: readonly AddDocumentBody[],
  from: From,
): Promise<Accepted[]> {
  const lane = from.lane ?? lanes.bulk
  const received = []
  for (const body of bodies) received.push(await receiveDocument(app, principal, body, { ...from, lane }))
  const key = received[0]?.key
  if (!key) return []
  if (received.some(one => one.key.container !== key.container))
    throw new Error('Documents that are added together belong to one container')
  const documents = received.map(({ document }) => document)
  await inScopePrepared(app.cells.of(key.shard), key, async db => {
    const clocks = await insertDocuments(db, key, documents)
    const context = documents.findLast(({ entityContext }) => entityContext !== null)?.entityContext
    if (context) await keepEntityContext(db, key, context)
    for (const kind of new Set(documents.map(document => document.lane)))
      await wakeLane(db, app.wakes, { ...key, kind }, clocks)
  })
  return documents.map(({ id }) => ({ id, status: 'queued' }))
}
