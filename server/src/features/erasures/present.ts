import { encodeId } from '../../platform/lib/ids.ts'
import type { SweptErasure } from './get-erasure.ts'
import type { ErasureJson, Layers } from './schema.ts'
import type { Counts, ErasureRow } from './store.ts'

/** The only place that builds the JSON of receipts. */

/** Tables in no other layer count as rows, including tables added later. */
const tablesOf: Record<Exclude<keyof Layers, 'rows'>, readonly string[]> = {
  vectors: ['chunk_vectors', 'chunk_tokens', 'memory_vectors', 'bucket_vectors', 'vector_indexes'],
  textIndex: ['chunk_terms', 'term_counts', 'term_tallies', 'memory_terms', 'memory_term_counts'],
  blobs: ['blobs'],
  memories: ['memories', 'memory_sources', 'memory_relations', 'memory_attributes', 'memory_buckets'],
  facts: ['facts', 'fact_keys', 'undone'],
  caches: ['embedding_cache', 'llm_answers'],
}

export function presentErasure(erasure: SweptErasure): ErasureJson {
  const { kind, target, finishedAt, verifiedAt, journaledAt } = erasure
  const found = toLayers(erasure.found ?? {})
  const isForgotten = kind === 'memory'
  const isDone = finishedAt !== null
  return {
    id: encodeId(erasure.id),
    kind,
    targetId: target === null ? null : encodeId(target),
    outcome: isForgotten ? 'forgotten' : 'erased',
    status: isDone ? 'done' : 'pending',
    requested: erasure.requested,
    removed: toLayers(erasure.removed),
    found,
    checked: erasure.checked,
    isClean: isDone && isEmpty(found),
    remains: isForgotten && isEmpty(found) ? [] : remainsOf(erasure),
    createdAt: erasure.createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    verifiedAt: verifiedAt!.toISOString(),
    journaledAt: journaledAt?.toISOString() ?? null,
  }
}

const isEmpty = (layers: Layers) => Object.values(layers).every(count => count === 0)

function toLayers(counts: Counts): Layers {
  const layers: Layers = { rows: 0, vectors: 0, textIndex: 0, blobs: 0, memories: 0, facts: 0, caches: 0 }
  for (const [table, count] of Object.entries(counts)) layers[layerOf(table)] += count
  return layers
}

function layerOf(table: string): keyof Layers {
  const named = Object.entries(tablesOf).find(([, tables]) => tables.includes(table))
  return (named?.[0] as keyof Layers | undefined) ?? 'rows'
}

function remainsOf({ kind, requested, forgotten }: ErasureRow): ErasureJson['remains'] {
  if (kind === 'container') return []
  if (kind === 'memory')
    return [
      {
        what: 'memory',
        count: requested,
        why: 'A deleted memory is only forgotten: it stays stored with its vectors, words and history, but not in search and profile. Delete its container tag to erase it.',
      },
    ]
  const tombstones = {
    what: 'tombstone',
    count: requested,
    why: 'A row without content records that the document existed and when it was deleted.',
  }
  const memories = {
    what: 'forgottenMemories',
    count: forgotten,
    why: 'Memories that cited only this document are forgotten with the reason source_deleted, but stay stored.',
  }
  return forgotten > 0 ? [tombstones, memories] : [tombstones]
}
