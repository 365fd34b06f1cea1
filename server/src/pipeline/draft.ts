import type { ChunkEmbedding } from '../embeddings/embed-chunk-texts.ts'
import type { ClaimedDocument } from '../lanes/slice.ts'
import type { TermCounts } from '../lexical/term-vector.ts'
import type { Category } from '../lib/categories.ts'
import type { Structure } from '../lib/structure.ts'
import type { Chunk } from './chunk-text.ts'

export type StageName = 'extracting' | 'chunking' | 'embedding' | 'indexing'

/** A document on its way through the stages: each adds its part, none changes another's. */
export type Draft = { document: ClaimedDocument }

export type ExtractedDraft = Draft & {
  text: string
  title: string | null
  summary: string | null
  /** Of what came as a file. */
  structure: Structure | null
}

/** `terms` with those of the chunks around it, and its language. */
export type DraftChunk = Chunk & { hash: Buffer; terms: TermCounts; language: string }

export type ChunkedDraft = ExtractedDraft & { chunks: DraftChunk[] }

export type EmbeddedDraft = ChunkedDraft & {
  embeddingSet: number
  /** One per chunk. */
  embeddings: ChunkEmbedding[]
  category: Category | null
  /** As far as they could be made: vectors in the sets that are kept up beside. */
  further?: { embeddingSet: number; embeddings: ChunkEmbedding[] }[]
}
