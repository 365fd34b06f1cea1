import { insertEmbeddingSet, readSets } from '../../features/containers/set-store.ts'
import { embedChunkTexts } from '../../features/embeddings/embed-chunk-texts.ts'
import type { Cell } from '../../platform/db/cells.ts'
import { inScope, inScopePrepared } from '../../platform/db/tx.ts'
import { gateNames, type StageGates } from '../../platform/lanes/gate-names.ts'
import {
  besideWithinMs,
  chooseEmbedders,
  type Embedder,
  EmbedderClosed,
  type Embedders,
  EmbedError,
  embeddingSetOf,
} from '../../platform/providers/embedding/embedder.ts'
import { classifyDocuments } from './classify-documents.ts'
import type { ChunkedDraft, DraftEmbedding, EmbeddedDraft } from './draft.ts'
import { blocked, next, type Outcome, retry, wait } from './outcome.ts'
import { findKnownEmbeddings, storeVectors } from './paid-store.ts'
import { summarizeDocuments } from './summary/summarize-documents.ts'

/** Pause after a 429 without a Retry-After. */
const defaultWaitMs = 5_000

/**
 * Makes a vector for every chunk of the slice, in the active set of the container and in the other sets that are kept
 * up to date. A chunk whose text is known (unchanged in a revision, or paid for before a crash) keeps its vector. The
 * other chunks go to the embedder in one call across documents.
 */
export async function embedChunks(
  cell: Cell,
  embedders: Embedders,
  drafts: ChunkedDraft[],
  signal: AbortSignal,
  gates?: StageGates,
): Promise<Outcome<EmbeddedDraft>[]> {
  const { shard, org, container } = drafts[0]!.document
  const { active, further } = await inScopePrepared(cell, { org }, async db => {
    const chosen = chooseEmbedders(embedders, await readSets(db, { shard, org, container }))
    await insertEmbeddingSet(db, shard, org, chosen.active.model)
    return chosen
  })
  try {
    const embeddings = await embedInSet(cell, active, drafts, signal)
    const beside = await embedBeside(cell, further, drafts, signal)
    const embedded = drafts.map((draft, i) => ({
      ...draft,
      embeddingSet: embeddingSetOf(active.model),
      embeddings: embeddings[i]!,
      further: beside.map(({ embeddingSet, embeddings }) => ({ embeddingSet, embeddings: embeddings[i]! })),
    }))
    return await describeDrafts(active, embedded, signal, gates)
  } catch (error) {
    if (!(error instanceof EmbedError)) throw error
    // A provider that cannot take one of the texts refuses the whole call.
    if (error.code === 'embed.bad_response' && drafts.length > 1)
      return embedEach(cell, embedders, drafts, signal, gates)
    return tryAgain(drafts, error, active, gates)
  }
}

/**
 * Chunks that are embedded, and stored when they cost money, at a time. A long text loses this much when its worker
 * dies. The vectors are also written out in short turns this way.
 */
const groupChunks = 512

/** Embeds each chunk of each document with one model. */
async function embedInSet(
  cell: Cell,
  embedder: Embedder,
  drafts: ChunkedDraft[],
  signal: AbortSignal,
): Promise<DraftEmbedding[][]> {
  const { shard, org, container } = drafts[0]!.document
  const key = { shard, org, container }
  const set = embeddingSetOf(embedder.model)
  const known = await inScopePrepared(cell, { org }, db =>
    findKnownEmbeddings(db, key, set, drafts, embedder.billed),
  )
  const missing = new Map(
    drafts
      .flatMap(({ document, chunks }) => chunks.map(chunk => ({ ...chunk, document: document.id })))
      .filter(chunk => !known.find(chunk.document, chunk))
      .map(chunk => [chunk.hash.toString('hex'), chunk]),
  )
  const chunks = [...missing.values()]
  for (let from = 0; from < chunks.length; from += groupChunks) {
    const group = chunks.slice(from, from + groupChunks)
    const made = await embedChunkTexts(embedder, group, signal)
    for (const [i, { hash }] of group.entries()) known.add(hash, made[i]!)
    if (!embedder.billed) continue
    const paid = group.map(({ document, hash }, i) => ({ document, hash, vector: made[i]!.vector }))
    await inScope(cell, { org }, db => storeVectors(db, key, set, paid))
  }
  return drafts.map(({ document, chunks }) => chunks.map(chunk => known.find(document.id, chunk)!))
}

/** A document does not wait for a set that nobody searches: the build of that set makes the missing vectors. */
async function embedBeside(
  cell: Cell,
  further: readonly Embedder[],
  drafts: ChunkedDraft[],
  signal: AbortSignal,
): Promise<{ embeddingSet: number; embeddings: DraftEmbedding[][] }[]> {
  const made = []
  for (const embedder of further) {
    const late = AbortSignal.timeout(besideWithinMs)
    try {
      const embeddings = await embedInSet(cell, embedder, drafts, AbortSignal.any([signal, late]))
      made.push({ embeddingSet: embeddingSetOf(embedder.model), embeddings })
    } catch (error) {
      if (signal.aborted || !(late.aborted || error instanceof EmbedError)) throw error
    }
  }
  return made
}

/** A conversation that was only continued keeps its summary and category until it has doubled. */
async function describeDrafts(
  embedder: Embedder,
  drafts: Omit<EmbeddedDraft, 'category'>[],
  signal: AbortSignal,
  gates: StageGates | undefined,
): Promise<Outcome<EmbeddedDraft>[]> {
  const whole = drafts.filter(({ isTail }) => !isTail)
  const summaries = await summarizeDocuments(embedder, whole, signal)
  const described = await classify(
    embedder,
    whole.map((draft, i) => ({ ...draft, summary: summaries[i] ?? null })),
    gates,
  )
  const outcomes = described.values()
  return drafts.map(draft => (draft.isTail ? next({ ...draft, category: null }) : outcomes.next().value!))
}

/** After paid vectors are stored, because the descriptions of categories are embedded here too, once, and that may fail. */
async function classify(
  embedder: Embedder,
  drafts: Omit<EmbeddedDraft, 'category'>[],
  gates: StageGates | undefined,
): Promise<Outcome<EmbeddedDraft>[]> {
  try {
    const categories = await classifyDocuments(embedder, drafts)
    return drafts.map((draft, i) => next({ ...draft, category: categories[i]! }))
  } catch (error) {
    if (!(error instanceof EmbedError)) throw error
    return tryAgain(drafts, error, embedder, gates)
  }
}

/** Document by document, so that one bad document affects only itself. */
async function embedEach(
  cell: Cell,
  embedders: Embedders,
  drafts: ChunkedDraft[],
  signal: AbortSignal,
  gates: StageGates | undefined,
): Promise<Outcome<EmbeddedDraft>[]> {
  const outcomes: Outcome<EmbeddedDraft>[] = []
  for (const draft of drafts) outcomes.push(...(await embedChunks(cell, embedders, [draft], signal, gates)))
  return outcomes
}

/**
 * A restart must not use up attempts: a long document would fail after a few deployments. Nor must an outage: a provider
 * that cannot embed a single word either is not failing because of these documents. A proxy may answer for it with a
 * page, so an answer that cannot be read raises the same question.
 */
async function tryAgain(
  drafts: readonly Pick<ChunkedDraft, 'document'>[],
  error: EmbedError,
  { model }: Embedder,
  gates: StageGates | undefined,
): Promise<Outcome<never>[]> {
  const { code, message, retryAfterMs } = error
  const gate = gateNames.embedding(model)
  if (error instanceof EmbedderClosed) return drafts.map(() => wait(0, code, message))
  if (code === 'embed.rate_limited')
    return drafts.map(() => wait(retryAfterMs ?? defaultWaitMs, code, message))
  if (await gates?.isDown(gate)) return drafts.map(() => blocked(gate, code, message))
  return drafts.map(({ document }) => retry(document.attempts, code, message))
}
