import { insertEmbeddingSet } from '../containers/store.ts'
import type { Cell } from '../db/cells.ts'
import { inScope } from '../db/tx.ts'
import { encodeTokens } from '../lib/token-codes.ts'
import { type Embedder, EmbedError, embeddingSetOf } from '../providers/embedder.ts'
import { toVectorLiteral } from '../providers/vector-literal.ts'
import { classifyDocuments } from './classify-documents.ts'
import type { ChunkEmbedding, ChunkedDraft, DraftChunk, EmbeddedDraft } from './draft.ts'
import { next, type Outcome, retry, wait } from './outcome.ts'
import { findKnownEmbeddings, keepVectors } from './store.ts'

/** When a rate limit does not say how long it lasts. */
const defaultWaitMs = 5_000

/**
 * A vector for every chunk of the slice. Chunks whose text is known — unchanged in a revision, or paid for before
 * a crash — keep theirs; the rest goes to the embedder in one call across documents.
 */
export async function embedChunks(
  cell: Cell,
  embedder: Embedder,
  drafts: ChunkedDraft[],
  signal: AbortSignal,
): Promise<Outcome<EmbeddedDraft>[]> {
  const { shard, org, container } = drafts[0]!.document
  const key = { shard, org, container }
  const set = embeddingSetOf(embedder.model)
  const known = await inScope(cell, { org }, async db => {
    await insertEmbeddingSet(db, shard, org, embedder.model)
    return findKnownEmbeddings(db, key, set, drafts, embedder.billed)
  })
  const missing = new Map(
    drafts
      .flatMap(draft => draft.chunks)
      .filter(({ hash }) => !known.has(hash.toString('hex')))
      .map(chunk => [chunk.hash.toString('hex'), chunk]),
  )
  try {
    const made = await embed(embedder, [...missing.values()], signal)
    for (const [i, hex] of [...missing.keys()].entries()) known.set(hex, made[i]!)
  } catch (error) {
    if (!(error instanceof EmbedError)) throw error
    // A provider that cannot take one of the texts refuses the whole call.
    if (error.code === 'embed.bad_response' && drafts.length > 1)
      return embedEach(cell, embedder, drafts, signal)
    return drafts.map(draft => tryAgain(draft, error))
  }
  if (embedder.billed && missing.size > 0) {
    const paid = [...missing.values()].map(({ hash }) => ({
      hash,
      vector: known.get(hash.toString('hex'))!.vector,
    }))
    await inScope(cell, { org }, db => keepVectors(db, key, set, paid))
  }
  const embedded = drafts.map(draft => ({
    ...draft,
    embeddingSet: set,
    embeddings: draft.chunks.map(({ hash }) => known.get(hash.toString('hex'))!),
  }))
  return classify(embedder, embedded)
}

/** A model that tells of tokens does so for no more work. Of a language it does not know it has nothing to tell. */
async function embed(
  embedder: Embedder,
  chunks: readonly DraftChunk[],
  signal: AbortSignal,
): Promise<ChunkEmbedding[]> {
  const texts = chunks.map(({ content }) => content)
  if (!embedder.embedTokens) {
    const vectors = await embedder.embed(texts, { purpose: 'document', signal })
    return vectors.map(vector => ({ vector: toVectorLiteral(vector), codes: null }))
  }
  const made = await embedder.embedTokens(texts, { purpose: 'document', signal })
  return made.map(({ vector, tokens, pieces }, i) => ({
    vector: toVectorLiteral(vector),
    codes: isKnown(embedder, chunks[i]!.language) ? encodeTokens(tokens, pieces) : null,
  }))
}

const isKnown = ({ languages }: Embedder, language: string) => languages?.includes(language) ?? true

/** After what was paid for is kept: the descriptions of categories are embedded too, once, and may fail. */
async function classify(
  embedder: Embedder,
  drafts: Omit<EmbeddedDraft, 'category'>[],
): Promise<Outcome<EmbeddedDraft>[]> {
  try {
    const categories = await classifyDocuments(embedder, drafts)
    return drafts.map((draft, i) => next({ ...draft, category: categories[i]! }))
  } catch (error) {
    if (!(error instanceof EmbedError)) throw error
    return drafts.map(draft => tryAgain(draft, error))
  }
}

/** Document by document, so that one bad document costs only itself. */
async function embedEach(
  cell: Cell,
  embedder: Embedder,
  drafts: ChunkedDraft[],
  signal: AbortSignal,
): Promise<Outcome<EmbeddedDraft>[]> {
  const outcomes: Outcome<EmbeddedDraft>[] = []
  for (const draft of drafts) outcomes.push(...(await embedChunks(cell, embedder, [draft], signal)))
  return outcomes
}

function tryAgain({ document }: ChunkedDraft, error: EmbedError): Outcome<never> {
  return error.code === 'embed.rate_limited'
    ? wait(error.retryAfterMs ?? defaultWaitMs, error.code, error.message)
    : retry(document.attempts, error.code, error.message)
}
