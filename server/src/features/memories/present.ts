import { encodeId } from '../../platform/lib/ids.ts'
import { presentType } from '../../platform/lib/type-words.ts'
import type { presentPage } from '../../platform/routing/present-page.ts'
import type { AddedMemory } from './add-memories.ts'
import type { ForgetOutcome } from './forget-matching.ts'
import type { CitedMemory } from './get-memory.ts'
import type { InferredJson } from './inferred-schema.ts'
import type { InferredRow } from './inferred-store.ts'
import type { MemoryEntry } from './list-memories.ts'
import type { Lineage } from './list-store.ts'
import type { MemoryResultJson } from './memory-result-schema.ts'
import type { ReviewOutcome } from './review-inference.ts'
import type { CitedMemoryJson, MemoryEntryJson, MemoryInDocumentJson, MemoryJson } from './schema.ts'
import type { MemoryHit } from './search-memories.ts'
import type { MemoryRow } from './store.ts'

/** The only makers of memory JSON. */

const time = (date: Date | null) => date?.toISOString() ?? null

/** The first version is its own root in the database, and has no root on the wire. */
function chainOf({ id, version, parent, root }: MemoryRow) {
  return {
    version,
    parentMemoryId: parent === null ? null : encodeId(parent),
    rootMemoryId: root === id ? null : encodeId(root),
  }
}

/** A memory as documents contain it, with the fields that the contract fixes. */
export function presentMemory(row: MemoryRow): MemoryJson {
  return {
    id: encodeId(row.id),
    memory: row.text,
    createdAt: row.learnedAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    isLatest: row.isLatest,
    isForgotten: row.isForgotten,
    isStatic: row.isStatic,
    isInference: row.isInference,
    sourceCount: row.sourceCount,
    metadata: row.metadata,
    ...chainOf(row),
  }
}

function presentWritten(row: AddedMemory | MemoryRow) {
  return {
    id: encodeId(row.id),
    memory: row.text,
    createdAt: row.learnedAt.toISOString(),
    forgetAfter: time(row.forgetAfter),
    forgetReason: row.forgetReason,
    metadata: row.metadata,
  }
}

export function presentAdded(rows: readonly AddedMemory[]) {
  return {
    // Memories written through the API come from no document.
    documentId: null,
    memories: rows.map(row => ({ ...presentWritten(row), isStatic: row.isStatic })),
  }
}

export function presentUpdated(row: MemoryRow) {
  return { ...presentWritten(row), ...chainOf(row) }
}

/** A memory in a list of documents. */
export function presentMemoryInDocument(
  memory: MemoryRow,
  relations: Lineage['relations'],
  tag: string,
): MemoryInDocumentJson {
  return {
    ...presentMemory(memory),
    spaceId: encodeId(memory.container),
    spaceContainerTag: tag,
    forgetAfter: time(memory.forgetAfter),
    forgetReason: memory.forgetReason,
    memoryRelations: presentRelations(relations),
  }
}

const presentRelations = (relations: Lineage['relations']) =>
  Object.fromEntries(Object.entries(relations).map(([id, relation]) => [encodeId(id), relation]))

export function presentEntry({ memory, history, lineage }: MemoryEntry): MemoryEntryJson {
  const { documentDate, eventDates } = memory
  return {
    ...presentMemory(memory),
    spaceId: encodeId(memory.container),
    orgId: encodeId(memory.org),
    forgetAfter: time(memory.forgetAfter),
    forgetReason: memory.forgetReason,
    memoryRelations: presentRelations(lineage.relations),
    temporalContext:
      documentDate === null && eventDates.length === 0
        ? null
        : { documentDate: time(documentDate), eventDate: eventDates.map(date => date.toISOString()) },
    history: history.map(presentMemory),
    documentIds: lineage.documents.map(encodeId),
  }
}

export function presentEntries(entries: readonly MemoryEntry[], pagination: ReturnType<typeof presentPage>) {
  return { memoryEntries: entries.map(presentEntry), pagination }
}

export function presentCited(memory: CitedMemory): CitedMemoryJson {
  const { origin, confidence, trueFrom, trueUntil, citations, decisions } = memory
  return {
    ...presentEntry(memory),
    origin: origin as CitedMemoryJson['origin'],
    confidence,
    trueFrom: time(trueFrom),
    trueUntil: time(trueUntil),
    citations: citations.map(({ document, ...citation }) => ({
      documentId: encodeId(document),
      ...citation,
    })),
    decisions: decisions.map(({ related, relation, reason, decidedAt }) => ({
      memoryId: encodeId(related),
      relation,
      reason,
      decidedAt: decidedAt.toISOString(),
    })),
  }
}

function presentInferred({ parents, ...memory }: InferredRow): InferredJson {
  return { ...presentMemory(memory), parentCount: parents }
}

export function presentInferences(rows: readonly InferredRow[]) {
  return { memories: rows.map(presentInferred), total: rows.length }
}

export function presentReview({ memory: { id, isInference, isForgotten }, review }: ReviewOutcome) {
  return { id: encodeId(id), isInference, isForgotten, reviewStatus: review }
}

export const presentForgotten = ({ id }: { id: string }) => ({ id: encodeId(id), forgotten: true })

export function presentUndo({ id, undone, current }: { id: string; undone: string; current: MemoryRow[] }) {
  return { id: encodeId(id), undone, current: current.map(presentMemory) }
}

export function presentForgetting({ matched, batch }: ForgetOutcome, dryRun: boolean) {
  const items = matched.map(({ id, text, score }) => ({ id: encodeId(id), memory: text, score }))
  const what = `${items.length} ${items.length === 1 ? 'memory' : 'memories'}`
  return {
    dryRun,
    count: items.length,
    forgetBatchId: batch === null ? null : encodeId(batch),
    summary: dryRun ? `${what} would be forgotten` : `${what} forgotten`,
    ...(dryRun ? { candidates: items } : { forgotten: items }),
  }
}

/** The `memory` branch of a /v4/search result. */
export function presentMemoryResult({
  memory,
  similarity,
  relatives,
  documents,
}: MemoryHit): MemoryResultJson {
  return {
    id: encodeId(memory.id),
    memory: memory.text,
    similarity,
    metadata: memory.metadata,
    updatedAt: memory.updatedAt.toISOString(),
    version: memory.version,
    filepath: memory.filepath,
    ...(relatives && { context: presentContext(relatives) }),
    ...(documents && {
      documents: documents.map(({ memory: _, connectionId, id, createdAt, updatedAt, ...document }) => ({
        ...document,
        type: presentType({ type: document.type, connectionId }),
        id: encodeId(id),
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
      })),
    }),
  }
}

function presentContext(relatives: NonNullable<MemoryHit['relatives']>) {
  const on = (side: string, sign: number) =>
    relatives
      .filter(each => each.side === side)
      .map(({ relation, steps, text, metadata, updatedAt }) => ({
        relation,
        ...(steps > 0 && { version: sign * steps }),
        memory: text,
        metadata,
        updatedAt: updatedAt.toISOString(),
      }))
  return { parents: on('parent', -1), children: on('child', 1), related: on('related', 0) }
}
