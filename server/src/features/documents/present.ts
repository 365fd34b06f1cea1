import { encodeId } from '../../platform/lib/ids.ts'
import { projectPrefix } from '../containers/place-container.ts'
import { presentMemory } from '../memories/present.ts'
import type { MemoryRow } from '../memories/store.ts'
import type { BatchResult } from './add-batch.ts'
import type { AddBatchJson, DeleteManyBody } from './collection-schema.ts'
import type { ManyDeletions } from './delete-many.ts'
import type { DocumentAttempts } from './list-attempts.ts'
import type { AttemptRow, ChunkRow, EventRow, LlmCallRow } from './parts-store.ts'
import { presentOutcome } from './present-outcome.ts'
import type { Reprocessing } from './reprocess-documents.ts'
import type { DocumentEventJson, DocumentJson, DocumentListItemJson, ProcessingItemJson } from './schema.ts'
import { type DocumentStatus, stuckAfterMs } from './status.ts'
import type { DocumentRow } from './store.ts'

/** The only makers of document JSON. */

const encodeOptional = (uuid: string | null) => (uuid === null ? null : encodeId(uuid))

function presentListed(row: DocumentRow) {
  return {
    id: encodeId(row.id),
    connectionId: encodeOptional(row.connectionId),
    customId: row.customId,
    containerTags: row.containerTags,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    metadata: row.metadata,
    status: row.status,
    summary: row.summary,
    title: row.title,
    type: row.type,
    dreamingStatus: row.dreamingStatus,
    ...presentEnding(row),
  }
}

const presentEnding = (row: EventRow) => ({
  errorCode: row.errorCode,
  errorMessage: row.errorMessage,
  memoryCount: row.memoryCount,
  dreamingOutcome: presentOutcome(row),
})

/**
 * Tags of projects only where there is no other: the memory tool of `@supermemory/tools` 2 tells its own files apart by
 * comparing tags, which it expects like this in lists and complete in a document.
 */
function listedTags(tags: string[]): string[] {
  const others = tags.filter(tag => !tag.startsWith(projectPrefix))
  return others.length > 0 ? others : tags
}

export function presentDocument(
  row: DocumentRow & { content: string; extracted: string | null; isFile: boolean },
  memories: readonly MemoryRow[] = [],
): DocumentJson {
  return {
    ...presentListed(row),
    // A file was not given as text; what was found in it is `raw`.
    content: row.isFile ? null : row.content,
    raw: row.extracted,
    ogImage: row.ogImage,
    source: row.source,
    taskType: row.taskType,
    latestRevision: row.latestRevision,
    activeContentUpdateId: encodeOptional(row.activeContentUpdateId),
    tombstonedAt: row.tombstonedAt?.toISOString() ?? null,
    url: row.url,
    filepath: row.filepath,
    ...(memories.length > 0 && { memories: memories.map(presentMemory) }),
  }
}

export function presentListItem(row: DocumentRow & { content?: string }): DocumentListItemJson {
  return {
    ...presentListed(row),
    containerTags: listedTags(row.containerTags),
    filepath: row.filepath,
    url: row.url,
    ...(row.content !== undefined && { content: row.content }),
  }
}

export function presentProcessing(row: DocumentRow, now = Date.now()): ProcessingItemJson {
  const unfinished = row.status !== 'done' && row.status !== 'failed'
  return {
    ...presentListed(row),
    stuck: unfinished && now - row.updatedAt.getTime() > stuckAfterMs,
    progress: presentProgress(row),
  }
}

function presentProgress({ progressDone: done, progressTotal: total }: EventRow) {
  return done === null || total === null ? null : { done, total }
}

export function presentEvent(row: EventRow): DocumentEventJson {
  return {
    id: encodeId(row.id),
    status: row.status,
    dreamingStatus: row.dreamingStatus,
    progress: presentProgress(row),
    ...presentEnding(row),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function presentBatch(results: readonly BatchResult[]): AddBatchJson {
  const items = results.map(result => {
    if ('id' in result) return { id: encodeId(result.id), status: result.status }
    const { failure, ...rest } = result
    return { id: result.customId === undefined ? 'unknown' : '', status: 'error', error: failure, ...rest }
  })
  const failed = items.filter(({ status }) => status === 'error').length
  return { results: items, failed, success: items.length - failed }
}

export function presentChunk({ id, metadata, createdAt, ...rest }: ChunkRow) {
  return {
    ...rest,
    id: encodeId(id),
    ...(metadata && { metadata }),
    createdAt: createdAt.toISOString(),
  }
}

function presentAttempt({ startedAt, endedAt, ...rest }: AttemptRow) {
  return { ...rest, startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
}

function presentLlmCall({ createdAt, ...rest }: LlmCallRow) {
  return { ...rest, createdAt: createdAt.toISOString() }
}

export function presentAttempts({ attempts, llmCalls }: DocumentAttempts) {
  return { attempts: attempts.map(presentAttempt), llmCalls: llmCalls.map(presentLlmCall) }
}

export function presentAccepted({ id, status }: { id: string; status: DocumentStatus }) {
  return { id: encodeId(id), status }
}

export function presentConversation(
  { conversationId }: { conversationId: string },
  accepted: { id: string; status: DocumentStatus },
) {
  return { ...presentAccepted(accepted), conversationId }
}

export const presentFileUrl = (origin: string, token: string) => ({ url: `${origin}/v3/files/${token}` })

export function presentDeletions({ deletedCount, errors, erasures }: ManyDeletions, body: DeleteManyBody) {
  return {
    success: errors.length === 0,
    deletedCount,
    ...(errors.length > 0 && { errors }),
    ...(body.containerTags && { containerTags: body.containerTags }),
    erasureIds: erasures.map(encodeId),
  }
}

export function presentReprocessing({ errors, ...rest }: Reprocessing) {
  return { ...rest, ...(errors.length > 0 && { errors }) }
}
