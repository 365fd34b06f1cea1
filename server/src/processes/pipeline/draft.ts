import type { ChunkEmbedding } from '../../features/embeddings/embed-chunk-texts.ts'
import type { TermCounts } from '../../language/lexical/term-vector.ts'
import type { ClaimedDocument } from '../../platform/lanes/slice.ts'
import type { Category } from '../../platform/lib/categories.ts'
import type { Structure } from '../../platform/lib/structure.ts'
import type { Chunk } from './chunking/chunk-text.ts'

export type StageName = 'extracting' | 'chunking' | 'embedding' | 'indexing'

/** A document on its way through the stages. Each stage adds its part and changes no other. */
export type Draft = { document: ClaimedDocument }

export type ExtractedDraft = Draft & {
  text: string
  title: string | null
  summary: string | null
  /** Null unless the document came as a file. */
  structure: Structure | null
}

/** `terms` includes those of the chunks around it. */
export type DraftChunk = Chunk & { hash: Buffer; terms: TermCounts; language: string }

export type ChunkedDraft = ExtractedDraft & {
  chunks: DraftChunk[]
  /** The chunks are the end of a conversation; those before the first of them are indexed and stay as they are. */
  isTail?: boolean
  /** How the text was cut, if a later append may go on from there. */
  chunking?: string | null
}

/**
 * The vector of a chunk. With `isStored` the document has it already, at the position of the chunk; then the vector is
 * empty if nobody needs it, and not written again.
 */
export type DraftEmbedding = ChunkEmbedding & { isStored?: true }

export type EmbeddedDraft = ChunkedDraft & {
  embeddingSet: number
  /** One per chunk. */
  embeddings: DraftEmbedding[]
  category: Category | null
  /** Vectors in the other sets that are kept up to date, as far as they could be made. */
  further?: { embeddingSet: number; embeddings: DraftEmbedding[] }[]
}
