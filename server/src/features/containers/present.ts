import { encodeId } from '../../platform/lib/ids.ts'
import type { ContainerJson, MergeJson } from './schema.ts'
import type { ContainerDetails } from './store.ts'
import type { MergeRow } from './upkeep/store.ts'

/** The only functions that build container JSON. */
export function presentContainer(row: ContainerDetails): ContainerJson {
  return {
    id: encodeId(row.container),
    // Published clients require a name.
    name: row.name ?? row.tag,
    containerTag: row.tag,
    description: null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    isExperimental: false,
    isNova: false,
    documentCount: row.documents,
    memoryCount: row.memories,
    tokenCount: row.tokens,
    lastActivityAt: row.updatedAt.toISOString(),
    entityContext: row.entityContext,
    memoryFilesystemPaths: row.memoryFilesystemPaths,
    profileBuckets: row.profileBuckets,
  }
}

export function presentMerge(row: MergeRow): MergeJson {
  return {
    mergeId: encodeId(row.id),
    status: row.finishedAt ? 'done' : row.startedAt ? 'running' : 'queued',
    targetTag: row.targetTag,
    sourceTags: row.sourceTags,
    movedDocuments: row.moved,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}

export function presentDeletion(
  containerTag: string,
  { documents, memories, erasure }: { documents: number; memories: number; erasure: string },
) {
  return {
    success: true,
    containerTag,
    deletedDocumentsCount: documents,
    deletedMemoriesCount: memories,
    erasureId: encodeId(erasure),
  }
}

export function presentQueuedMerge(id: string, tags: { sourceTags: string[]; targetTag: string }) {
  return { success: true, status: 'queued', mergeId: encodeId(id), ...tags }
}
