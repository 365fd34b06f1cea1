import { detectLanguage } from '../../language/lexical/languages.ts'
import type { Cell } from '../../platform/db/cells.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { msPerChunk } from '../../platform/lanes/fairness.ts'
import { type Lane, lanes } from '../../platform/lanes/lane.ts'
import type { WakeQueue } from '../../platform/lanes/queue.ts'
import { chargeClock } from '../../platform/lanes/slice.ts'
import { wakeContainers } from '../../platform/lanes/wake-pages.ts'
import {
  type Embedder,
  type Embedders,
  EmbedError,
  embeddingSetOf,
  findEmbedder,
} from '../../platform/providers/embedding/embedder.ts'
import { toVectorLiteral } from '../../platform/providers/embedding/vector-literal.ts'
import type { ContainerKey } from '../containers/store.ts'
import * as store from './build-store.ts'
import { embedChunkTexts } from './embed-chunk-texts.ts'

/** The size of a slice of documents, so that new work waits no longer for a build than for documents. */
const textsPerStep = 32

/** Pause when the model is unreachable; after it the reconciler wakes the build again. */
const waitMs = 5_000

export type BuildApp = { embedders: Embedders; leaseMs: number }

type Step = {
  app: BuildApp
  cell: Cell
  key: ContainerKey
  embedder: Embedder
  build: store.Build
}

/**
 * Does one step of building another embedding set for a container: it makes and writes some missing vectors. The
 * progress is in the rows, so a worker that dies loses only its current texts and the rest of its lease.
 */
export async function buildContainer(
  app: BuildApp,
  cell: Cell,
  { shard, org, container }: Lane,
): Promise<Date | 'done'> {
  const key = { shard, org, container }
  const { embedder, nextEmbedder } = app.embedders
  const sets = [embedder, nextEmbedder].flatMap(each => (each ? embeddingSetOf(each.model) : []))
  const claimed = await inScope(cell, { org }, async db => {
    const build = await store.claimBuild(db, key, sets, app.leaseMs)
    if (!build) return undefined
    const chunks = await store.findMissingChunks(db, key, build, textsPerStep)
    const memories = chunks.length > 0 ? [] : await store.findMissingMemories(db, key, build, textsPerStep)
    return { build, chunks, memories }
  })
  if (!claimed) return 'done'
  const { build, chunks, memories } = claimed
  const step = { app, cell, key, build, embedder: findEmbedder(app.embedders, build.embeddingSet)! }
  if (chunks.length > 0) return makeChunks(step, chunks)
  if (memories.length > 0) return makeMemories(step, memories)
  return endWalk(step)
}

async function makeChunks(step: Step, chunks: store.MissingChunk[]): Promise<Date | 'done'> {
  const last = chunks.at(-1)!
  const after = { ...step.build, afterChunkOf: last.document, afterPosition: last.position }
  const texts = chunks.map(chunk => ({ ...chunk, language: detectLanguage(chunk.content) ?? 'en' }))
  return make(step, after, texts, async some => {
    const embeddings = await embedChunkTexts(step.embedder, some)
    const made = some.map((chunk, i) => ({ ...chunk, ...embeddings[i]! }))
    return db => store.addChunkVectors(db, step.key, step.build.embeddingSet, made)
  })
}

async function makeMemories(step: Step, memories: store.MissingMemory[]): Promise<Date | 'done'> {
  const after = { ...step.build, afterMemory: memories.at(-1)!.id }
  return make(step, after, memories, async some => {
    const texts = some.map(({ text }) => text)
    const vectors = await step.embedder.embed(texts, { purpose: 'document' })
    const made = some.map(({ id }, i) => ({ id, vector: toVectorLiteral(vectors[i]!) }))
    return db => store.addMemoryVectors(db, step.key, step.build.embeddingSet, made)
  })
}

type Write = (db: Db) => Promise<number>

/** Makes vectors with no transaction open, then writes them and the progress in one transaction. */
async function make<T>(
  step: Step,
  after: store.Build,
  texts: readonly T[],
  embed: (some: readonly T[]) => Promise<Write>,
): Promise<Date | 'done'> {
  const { cell, key, build } = step
  try {
    const writes = await embedOrSkip(texts, embed)
    return await inScope(cell, { org: key.org }, async db => {
      if (!(await store.shareSet(db, key, build.embeddingSet))) return 'done'
      let made = 0
      for (const write of writes) made += await write(db)
      await store.releaseBuild(db, key, after, { made })
      return chargeClock(db, { ...key, kind: lanes.reembed }, texts.length * msPerChunk)
    })
  } catch (error) {
    if (!(error instanceof EmbedError)) throw error
    const afterMs = error.retryAfterMs ?? waitMs
    await inScope(cell, { org: key.org }, db => store.releaseBuild(db, key, build, { afterMs }))
    return 'done'
  }
}

/**
 * A text that the model cannot take is left out, and only that text, although the provider refuses the whole call for
 * it.
 */
async function embedOrSkip<T>(
  texts: readonly T[],
  embed: (some: readonly T[]) => Promise<Write>,
): Promise<Write[]> {
  try {
    return [await embed(texts)]
  } catch (error) {
    if (!(error instanceof EmbedError) || error.code !== 'embed.bad_response') throw error
    if (texts.length === 1) return []
    const writes: Write[] = []
    for (const text of texts) writes.push(...(await embedOrSkip([text], embed)))
    return writes
  }
}

/** Rows inserted during the pass need another pass. A pass that embeds nothing means the build is complete. */
async function endWalk({ cell, key, build }: Step): Promise<Date | 'done'> {
  return inScope(cell, { org: key.org }, async db => {
    const made = await store.lockBuild(db, key, build)
    const isDone = made === 0 || !(await store.hasMissing(db, key, build.embeddingSet))
    await store.endBuildWalk(db, key, build, isDone)
    return isDone ? 'done' : new Date()
  })
}

/** Wakes every container with missing vectors. Losing a wake costs a round and nothing else. */
export async function wakeBuilds(
  cell: Cell,
  queue: Pick<WakeQueue, 'wakeInBatches'>,
  signal?: AbortSignal,
): Promise<void> {
  await wakeContainers(cell, queue, lanes.reembed, store.findOpenBuilds, signal)
}

export async function wakeBuild(db: Db, queue: WakeQueue, key: ContainerKey): Promise<void> {
  await queue.wake(db, laneOf(key))
}

const laneOf = ({ shard, org, container }: ContainerKey): Lane => ({
  shard,
  org,
  container,
  kind: lanes.reembed,
})
