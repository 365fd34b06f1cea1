import type { ContainerKey } from '../containers/store.ts'
import { tagOf } from '../containers/wire-shapes.ts'
import { type Db, inScope } from '../db/tx.ts'
import { AppError } from '../errors.ts'
import type { Principal } from '../keys/principal.ts'
import { newId } from '../lib/ids.ts'
import type { MemoriesApp } from './add-memories.ts'
import { embedTexts } from './embed-texts.ts'
import { checkTags, findTagged } from './find-container.ts'
import { lockNamed } from './name-memory.ts'
import type { UpdateMemoryBody } from './schema.ts'
import { type MemoryRow, relateMemories, supersedeMemory } from './store.ts'
import { type MemoryDraft, writeMemories } from './write-memories.ts'

/** A new version takes the memory's place; the old one stays as history. What the request does not mention is kept. */
export async function updateMemory(
  app: MemoriesApp,
  principal: Principal,
  body: UpdateMemoryBody,
  signal: AbortSignal,
): Promise<MemoryRow> {
  const tag = tagOf(body)
  checkTags(principal, [tag])
  const [vector] = await embedTexts(app.embedder, [body.newContent], { purpose: 'document', signal })
  return app.containers.inLiving(async () => {
    const key = await findTagged(app.cells, principal, tag)
    if (!key) throw new AppError('memory.not_found')
    return inScope(app.cells.of(key.shard), key, db => write(db, app, key, body, vector!))
  })
}

async function write(
  db: Db,
  app: MemoriesApp,
  key: ContainerKey,
  body: UpdateMemoryBody,
  vector: string,
): Promise<MemoryRow> {
  const old = await lockNamed(db, key, body)
  const draft = nextVersion(old, body, vector)
  await supersedeMemory(db, key, old.id, draft.trueFrom)
  const [written] = await writeMemories(db, key, app.embedder.model, [draft])
  await relateMemories(db, key, { memory: draft.id, related: old.id, relation: 'updates' })
  return written!
}

function nextVersion(old: MemoryRow, body: UpdateMemoryBody, vector: string): MemoryDraft {
  const documentDate = body.temporalContext?.documentDate ?? null
  const eventDates = body.temporalContext?.eventDate ?? []
  const kept = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given)
  return {
    id: newId(old.shard),
    text: body.newContent,
    isStatic: old.isStatic,
    // Whoever writes it down does not infer it.
    isInference: false,
    version: old.version + 1,
    parent: old.id,
    root: old.root,
    metadata: kept(body.metadata, old.metadata),
    forgetAfter: kept(body.forgetAfter, old.forgetAfter),
    forgetReason: kept(body.forgetReason, old.forgetReason),
    documentDate: body.temporalContext ? documentDate : old.documentDate,
    eventDates: body.temporalContext ? eventDates : old.eventDates,
    trueFrom: eventDates[0] ?? documentDate,
    origin: 'api',
    sourceCount: 1,
    vector,
  }
}
