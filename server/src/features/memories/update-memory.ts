import { checkTags, type Principal } from '../../platform/access/principal.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import { newId } from '../../platform/lib/ids.ts'
import type { ContainerKey } from '../containers/store.ts'
import { tagOf } from '../containers/wire-shapes.ts'
import type { MemoriesApp } from './add-memories.ts'
import { embedForSets, type SetEmbeddings } from './embed-for-sets.ts'
import { findContainerByTag } from './find-container-by-tag.ts'
import { lockNamedMemory } from './lock-named-memory.ts'
import type { UpdateMemoryBody } from './schema.ts'
import { type MemoryRow, relateMemories, supersedeMemory } from './store.ts'
import { type MemoryDraft, writeMemories } from './write-memories.ts'

/** Writes a new version of a memory; the old version stays as history. Fields that the request does not send keep their values. */
export async function updateMemory(
  app: MemoriesApp,
  principal: Principal,
  body: UpdateMemoryBody,
  signal: AbortSignal,
): Promise<MemoryRow> {
  const tag = tagOf(body)
  checkTags(principal, [tag])
  return app.containers.retryIfClosed(async () => {
    const key = await findContainerByTag(app.cells, principal, tag)
    if (!key) throw new AppError('memory.not_found')
    const embedded = await embedForSets(app, key, [body.newContent], signal)
    return inScope(app.cells.of(key.shard), key, async db => {
      const row = await write(db, key, body, embedded)
      await wakeDreams(db, app.wakes.of(key.shard), key, 0)
      return row
    })
  })
}

async function write(
  db: Db,
  key: ContainerKey,
  body: UpdateMemoryBody,
  { model, vectors }: SetEmbeddings,
): Promise<MemoryRow> {
  const old = await lockNamedMemory(db, key, body)
  const draft = { ...nextVersion(old, body), ...vectors[0]! }
  await supersedeMemory(db, key, old.id, draft.trueFrom)
  const [written] = await writeMemories(db, key, model, [draft])
  await relateMemories(db, key, { memory: draft.id, related: old.id, relation: 'updates' })
  return written!
}

function nextVersion(old: MemoryRow, body: UpdateMemoryBody): Omit<MemoryDraft, 'vector'> {
  const documentDate = body.temporalContext?.documentDate ?? null
  const eventDates = body.temporalContext?.eventDate ?? []
  const orOld = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given)
  return {
    id: newId(old.shard),
    text: body.newContent,
    isStatic: old.isStatic,
    // A memory that a caller writes is stated, not inferred.
    isInference: false,
    version: old.version + 1,
    parent: old.id,
    root: old.root,
    metadata: orOld(body.metadata, old.metadata),
    forgetAfter: orOld(body.forgetAfter, old.forgetAfter),
    forgetReason: orOld(body.forgetReason, old.forgetReason),
    documentDate: body.temporalContext ? documentDate : old.documentDate,
    eventDates: body.temporalContext ? eventDates : old.eventDates,
    trueFrom: eventDates[0] ?? documentDate,
    origin: 'api',
    sourceCount: 1,
  }
}
