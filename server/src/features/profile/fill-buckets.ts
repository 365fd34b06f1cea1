import type { Principal } from '../../platform/access/principal.ts'
import type { Cell } from '../../platform/db/cells.ts'
import { inScope, readInScope, readOnceInScope } from '../../platform/db/tx.ts'
import { type Embedder, embeddingSetOf, findEmbedder } from '../../platform/providers/embedding/embedder.ts'
import { weightOf } from '../memories/search-memories.ts'
import type { RecallApp } from '../recall/search-request.ts'
import { type BucketEntry, readBuckets, storeBuckets } from './bucket-store.ts'
import type { BucketVectors } from './bucket-vectors.ts'
import { listBuckets } from './list-buckets.ts'
import type { Bucket, ProfileContainer, ProfileCriteria } from './store.ts'

export type ProfileApp = RecallApp & { bucketVectors: BucketVectors }

/**
 * A memory belongs to a bucket if its similarity to the description is at least this, from 0 (unrelated) to 1 (says the same).
 * Among 45 memories sorted by hand into six buckets, .2 finds .76 at a precision of .64; .15 finds .84 at .44, and .3 finds .37 at
 * .78. Keywords are not used: a description contains few of the words that memories have.
 */
const bucketThreshold = 0.2

/** Reads this many times the limit, because weights by origin are applied after reading. */
const readFactor = 2

/**
 * The memories of a container, sorted into buckets by meaning, best first. The assignment is stored when memories are written.
 * After a change of a description or of the model, the first request sorts the memories into that bucket again.
 */
export async function fillBuckets(
  app: ProfileApp,
  principal: Principal,
  tag: string,
  { only, ...criteria }: ProfileCriteria & { only: readonly string[] | undefined },
): Promise<Record<string, string[]>> {
  const { container, buckets } = await listBuckets(app.cells, principal, tag)
  const requested = buckets.filter(({ key }) => only?.includes(key) ?? true)
  const filled =
    container && requested.length > 0 ? await fill(app, container, { buckets, requested, criteria }) : []
  return Object.fromEntries(requested.map(({ key }, i) => [key, filled[i] ?? []]))
}

type BucketQuestion = { buckets: readonly Bucket[]; requested: readonly Bucket[]; criteria: ProfileCriteria }

async function fill(
  app: ProfileApp,
  container: ProfileContainer,
  { buckets, requested, criteria }: BucketQuestion,
): Promise<string[][]> {
  const cell = app.cells.of(container.shard)
  const embedder = findEmbedder(app, container.activeSet) ?? app.embedder
  const names = requested.map(nameOf)
  const read = () => readStored(cell, container, embeddingSetOf(embedder.model), names, criteria)
  let stored = await read()
  const missing = names.filter((_, i) => !stored[i])
  if (missing.length > 0) {
    await addBuckets(app, container, embedder, { missing, all: buckets.map(nameOf) })
    stored = await read()
  }
  return stored.map((entries = []) => weigh(entries, criteria.limit))
}

const nameOf = ({ key, description }: Bucket) => `${key}: ${description}`

function readStored(
  cell: Cell,
  container: ProfileContainer,
  set: number,
  names: readonly string[],
  criteria: ProfileCriteria,
): Promise<(BucketEntry[] | undefined)[]> {
  const { filters, asOf } = criteria
  // Without a filter the statement is always the same, so its plan is kept.
  const run = filters ? readOnceInScope : readInScope
  return run(cell, container, db =>
    readBuckets(db, container, set, names, { filters, asOf, limit: criteria.limit * readFactor }),
  )
}

async function addBuckets(
  { cells, bucketVectors }: ProfileApp,
  container: ProfileContainer,
  embedder: Embedder,
  { missing, all }: { missing: readonly string[]; all: readonly string[] },
): Promise<void> {
  const vectors = await Promise.all(missing.map(name => bucketVectors.of(embedder, name)))
  // The calibration is known only after the model has embedded something.
  const { unrelated, same } = embedder.calibration
  const least = unrelated + bucketThreshold * (same - unrelated)
  const added = missing.map((name, i) => ({ name, vector: vectors[i]!, least }))
  const set = embeddingSetOf(embedder.model)
  await inScope(cells.of(container.shard), container, db => storeBuckets(db, container, set, { added, all }))
}

function weigh(entries: readonly BucketEntry[], limit: number): string[] {
  return entries
    .map(entry => ({ text: entry.text, weight: entry.similarity * weightOf(entry) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, limit)
    .map(({ text }) => text)
}
