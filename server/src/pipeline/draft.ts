import type { ClaimedDocument } from '../lanes/slice.ts'
import type { TermCounts } from '../lexical/term-vector.ts'
import type { Category } from '../lib/categories.ts'
import type { Chunk } from './chunk-text.ts'

export type StageName = 'extracting' | 'chunking' | 'embedding' | 'indexing'

/** A document on its way through the stages: each adds its part, none changes another's. */
export type Draft = { document: ClaimedDocument }

export type ExtractedDraft = Draft & { text: string; title: string | null; summary: string | null }

export type DraftChunk = Chunk & { hash: Buffer; terms: TermCounts; length: number }

export type ChunkedDraft = ExtractedDraft & { chunks: DraftChunk[] }

/** `vectors` in pgvector's text form, one per chunk. */
export type EmbeddedDraft = ChunkedDraft & {
  embeddingSet: number
  vectors: string[]
  category: Category | null
}
