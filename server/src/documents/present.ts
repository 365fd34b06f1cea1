import { encodeId } from '../lib/ids.ts'
import type { DocumentJson, DocumentListItemJson, ProcessingItemJson } from './schema.ts'
import { stuckAfterMs } from './status.ts'
import type { AttemptRow, DocumentRow } from './store.ts'

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
  }
}

export function presentDocument(
  row: DocumentRow & { content: string; extracted: string | null },
): DocumentJson {
  return {
    ...presentListed(row),
    content: row.content,
    raw: row.extracted,
    ogImage: row.ogImage,
    source: row.source,
    taskType: row.taskType,
    latestRevision: row.latestRevision,
    activeContentUpdateId: encodeOptional(row.activeContentUpdateId),
    tombstonedAt: row.tombstonedAt?.toISOString() ?? null,
    dreamingStatus: row.dreamingStatus,
    url: row.url,
    filepath: row.filepath,
  }
}

export function presentListItem(row: DocumentRow & { content?: string }): DocumentListItemJson {
  return {
    ...presentListed(row),
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
    errorCode: row.errorCode,
    errorMessage: row.errorMessage,
  }
}

export function presentAttempt({ startedAt, endedAt, ...rest }: AttemptRow) {
  return { ...rest, startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
}

export function presentPage(page: number, limit: number, totalItems: number) {
  return { currentPage: page, totalItems, totalPages: Math.ceil(totalItems / limit), limit }
}
