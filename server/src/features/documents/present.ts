import { encodeId } from '../../platform/lib/ids.ts'
import { presentType } from '../../platform/lib/type-words.ts'
import { projectPrefix } from '../containers/place-container.ts'
import type { Lineage } from '../memories/list-store.ts'
import { presentMemory, presentMemoryInDocument } from '../memories/present.ts'
import type { MemoryRow } from '../memories/store.ts'
import type { BatchResult } from './add-batch.ts'
import { labelOf } from './categories.ts'
import type { AddBatchJson, DeleteManyBody, FacetsJson } from './collection-schema.ts'
import type { Facets } from './count-facets.ts'
import type { BulkDeleteResult } from './delete-many.ts'
import type { FacetName } from './facet-store.ts'
import type { DocumentGate } from './gate-store.ts'
import type { DocumentAttempts } from './list-attempts.ts'
import type { ListedDocument } from './list-store.ts'
import type { AttemptRow, ChunkRow, EventRow, LlmCallRow } from './parts-store.ts'
import { presentMemoryState } from './present-memory-state.ts'
import { presentOutcome } from './present-outcome.ts'
import type { ReprocessResult } from './reprocess-documents.ts'
import type { DocumentEventJson, DocumentJson, DocumentListItemJson, ProcessingItemJson } from './schema.ts'
import { type DocumentStatus, stuckAfterMs } from './status.ts'
import type { DocumentRow } from './store.ts'

/** The only place that builds the JSON of documents. */

const encodeOptional = (uuid: string | null) => (uuid === null ? null : encodeId(uuid))

function presentCommon(row: DocumentRow) {
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
    type: presentType(row),
    dreamingStatus: row.dreamingStatus,
    ...presentOutcomes(row),
  }
}

const presentOutcomes = (row: EventRow) => ({
  errorCode: row.errorCode,
  errorMessage: row.errorMessage,
  memoryCount: row.memoryCount,
  dreamingOutcome: presentOutcome(row),
  memoryState: presentMemoryState(row),
})

/**
 * Lists show project tags only for documents without other tags. The memory tool of `@supermemory/tools` 2 recognizes
 * its own files by comparing tags, and expects them like this in lists and complete in a document.
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
    ...presentCommon(row),
    // A file has no content of its own; `raw` is its extracted text.
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

export type DocumentWithMemories = ListedDocument & { memories: MemoryRow[]; lineages: Lineage[] }

export function presentWithMemories({ memories, lineages, ...row }: DocumentWithMemories) {
  const relations = new Map(lineages.map(lineage => [lineage.memory, lineage.relations]))
  return {
    ...presentDocument({ content: '', extracted: null, isFile: false, ...row }, []),
    memoryEntries: memories.map(memory =>
      presentMemoryInDocument(memory, relations.get(memory.id) ?? {}, row.containerTags[0]!),
    ),
  }
}

export function presentListItem(row: DocumentRow & { content?: string }): DocumentListItemJson {
  return {
    ...presentCommon(row),
    containerTags: listedTags(row.containerTags),
    filepath: row.filepath,
    url: row.url,
    ...(row.content !== undefined && { content: row.content }),
  }
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export function presentFacets({ values, total, isComplete }: Facets): FacetsJson {
  const facets = (name: FacetName, label: (value: string) => string) =>
    values[name].map(({ value, count }) => ({ category: value, count, label: label(value) }))
  return {
    facets: facets('type', labelOf),
    statuses: facets('status', capitalized),
    sources: facets('source', value => value),
    containers: facets('tag', value => value),
    total,
    isComplete,
  }
}

export function presentProcessing(
  row: DocumentRow,
  gate?: DocumentGate,
  now = Date.now(),
): ProcessingItemJson {
  const unfinished = row.status !== 'done' && row.status !== 'failed'
  return {
    ...presentCommon(row),
    stuck: unfinished && now - row.updatedAt.getTime() > stuckAfterMs,
    progress: presentProgress(row),
    gate: gate ? presentGate(gate) : null,
  }
}

/** The kind of thing that is down, without the name of a model. */
function presentGate({ name, code, shutAt }: DocumentGate) {
  return { name: name.replace(/:.*/s, ''), code, since: shutAt.toISOString() }
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
    ...presentOutcomes(row),
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

export function presentDeletions({ deletedCount, errors, erasures }: BulkDeleteResult, body: DeleteManyBody) {
  return {
    success: errors.length === 0,
    deletedCount,
    ...(errors.length > 0 && { errors }),
    ...(body.containerTags && { containerTags: body.containerTags }),
    erasureIds: erasures.map(encodeId),
  }
}

export function presentReprocessing({ errors, ...rest }: ReprocessResult) {
  return { ...rest, ...(errors.length > 0 && { errors }) }
}
