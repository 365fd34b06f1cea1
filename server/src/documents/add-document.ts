import { createHash } from 'node:crypto'
import { defaultContainerTag } from '../containers/place-container.ts'
import type { ContainerResolver } from '../containers/resolve-container.ts'
import { tagsOf } from '../containers/schema.ts'
import type { ContainerKey } from '../containers/store.ts'
import type { Cells } from '../db/cells.ts'
import { type Db, inScopePrepared } from '../db/tx.ts'
import { AppError } from '../errors.ts'
import type { Principal } from '../keys/principal.ts'
import { rankOf } from '../lanes/fairness.ts'
import { type Lane, type LaneKind, lanes } from '../lanes/lane.ts'
import type { Wakes } from '../lanes/wakes.ts'
import { newId, timeOf } from '../lib/ids.ts'
import type { AddDocumentBody } from './schema.ts'
import type { DocumentStatus } from './status.ts'
import { insertDocuments, lockByCustomId, type NewDocument, reviseDocument } from './store.ts'

export type AddDocuments = { cells: Cells; containers: ContainerResolver; wakes: Wakes; maxTextBytes: number }

export type Accepted = { id: string; status: DocumentStatus }

/**
 * Accepts a document: its row, its content and the wake of its lane commit together or not at all.
 * A customId the container knows means the same document again, with new content or the same.
 */
export async function addDocument(
  app: AddDocuments,
  principal: Principal,
  body: AddDocumentBody,
  from: { source: string; lane?: LaneKind },
): Promise<Accepted> {
  const { key, document } = await receiveDocument(app, principal, body, from)
  return onceMoreIfTaken(() =>
    inScopePrepared(app.cells.of(key.shard), { org: key.org }, db => write(db, app.wakes, key, document)),
  )
}

async function write(db: Db, wakes: Wakes, key: ContainerKey, document: NewDocument): Promise<Accepted> {
  const existing = document.customId === null ? undefined : await lockByCustomId(db, key, document.customId)
  if (existing?.contentHash.equals(document.contentHash)) return { id: existing.id, status: existing.status }
  let virtualAt: Date | null = null
  if (existing) {
    const revision = existing.latestRevision + 1
    await reviseDocument(db, key, { ...document, id: existing.id, revision, updateId: newId(key.shard) })
  } else {
    virtualAt = (await insertDocuments(db, key, [document])).virtualAt
  }
  await wakeLane(db, wakes, { ...key, kind: document.lane }, virtualAt)
  return { id: existing?.id ?? document.id, status: 'queued' }
}

/** Ranked by the organization's clock, which is ahead of now when it has used more than its share. */
export async function wakeLane(db: Db, wakes: Wakes, lane: Lane, virtualAt: Date | null): Promise<void> {
  const now = new Date()
  const rank = rankOf(virtualAt && virtualAt > now ? virtualAt : now, lane.kind)
  await wakes.of(lane.shard).wake(db, lane, { rank })
}

/** Two adds under one new customId: the second meets the first one's row and, tried again, revises it. */
async function onceMoreIfTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    return write()
  }
}

/** What a request says becomes a document of a container, if the caller may write there and the text is not too long. */
export async function receiveDocument(
  app: AddDocuments,
  principal: Principal,
  body: AddDocumentBody,
  { source, lane = lanes.interactive }: { source: string; lane?: LaneKind },
): Promise<{ key: ContainerKey; document: NewDocument }> {
  if (Buffer.byteLength(body.content) > app.maxTextBytes) {
    throw new AppError('request.too_large', { details: `content: at most ${app.maxTextBytes} bytes of text` })
  }
  const tags = allowedTags(principal, tagsOf(body))
  const key = await app.containers.resolve(principal.organization, tags[0] ?? defaultContainerTag)
  const containerTags = tags.length > 0 ? tags : [defaultContainerTag]
  return { key, document: toNewDocument(key, containerTags, body, source, lane) }
}

function allowedTags(principal: Principal, tags: string[]): string[] {
  const only = principal.containerTag
  if (only === undefined) return tags
  if (tags.some(tag => tag !== only)) throw new AppError('auth.container_mismatch')
  return [only]
}

function toNewDocument(
  key: ContainerKey,
  containerTags: string[],
  body: AddDocumentBody,
  source: string,
  lane: LaneKind,
): NewDocument {
  const id = newId(key.shard)
  // Postgres has no place for U+0000, which extractors leave in texts. Replaced, not removed: offsets stay as they were.
  const content = body.content.replaceAll('\0', '\ufffd')
  return {
    id,
    customId: body.customId ?? null,
    containerTags,
    taskType: body.taskType ?? 'memory',
    source: source.slice(0, 255),
    filepath: body.filepath ?? null,
    metadata: body.metadata ?? null,
    entityContext: body.entityContext ?? null,
    filterByMetadata: body.filterByMetadata ?? null,
    dreaming: body.dreaming ?? 'dynamic',
    documentDate: body.documentDate ?? null,
    createdAt: timeOf(id),
    content,
    contentHash: createHash('sha256').update(content).digest(),
    lane,
  }
}
