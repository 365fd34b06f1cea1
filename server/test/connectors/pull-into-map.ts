import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  type Batch,
  type Change,
  type Connector,
  type Content,
  type Item,
  ItemError,
  type Source,
} from '../../src/platform/connectors/connector.ts'

export type StoredItem = Pick<Item, 'version' | 'title' | 'url' | 'createdAt' | 'updatedAt' | 'metadata'> & {
  text: string
}

/** Stands for the sync: the items of one connection in memory, with the checkpoint as it would be in the database. */
export class PulledItems {
  readonly items = new Map<string, StoredItem>()
  readonly failures = new Map<string, string>()
  /** As JSON, to notice a checkpoint that does not survive it. */
  checkpoint: string | undefined
  /** Over all runs. */
  reads = 0
  batches = 0
  changes = 0
  /** Largest checkpoint, and all checkpoints together, in characters. */
  largestCheckpoint = 0
  checkpointsWritten = 0

  texts(): Record<string, string> {
    return Object.fromEntries([...this.items].map(([id, { text }]) => [id, text]).sort())
  }

  ids(): string[] {
    return [...this.items.keys()].sort()
  }
}

/** When a run is killed: before a batch is stored, or after it. */
export type Kill = { atBatch: number; isStored: boolean }

/**
 * Pulls to the end, or up to the kill. Returns whether it reached the end. An error of the connector passes through;
 * batches before it are stored, as the sync does.
 */
export async function pullIntoMap<S, C, K>(
  connector: Connector<S, C, K>,
  source: Source<S, C>,
  into: PulledItems,
  kill?: Kill,
): Promise<boolean> {
  const schema = connector.describe.checkpoint
  const last = into.checkpoint === undefined ? undefined : schema.parse(JSON.parse(into.checkpoint))
  let count = 0
  let previous: K | undefined
  for await (const batch of connector.pull(source, last)) {
    count++
    if (batch.changes.length > 250) throw new Error(`A batch of ${batch.changes.length} changes`)
    if (kill?.atBatch === count && !kill.isStored) return false
    await store(batch, into, previous)
    previous = batch.checkpoint
    if (kill?.atBatch === count) return false
  }
  return true
}

/** Kills at ten random batches, then runs to the end. */
export async function pullWithKills<S, C, K>(
  connector: Connector<S, C, K>,
  source: () => Source<S, C>,
  into: PulledItems,
  random: () => number,
): Promise<void> {
  for (let kills = 0; kills < 10; kills++) {
    const kill = { atBatch: 1 + Math.floor(random() * 4), isStored: random() < 0.5 }
    await pullIntoMap(connector, source(), into, kill)
  }
  if (!(await pullIntoMap(connector, source(), into))) throw new Error('The last run did not end')
}

/** Retries failed items, as the sync does. */
export async function fetchIntoMap<S, C, K>(
  connector: Connector<S, C, K>,
  source: Source<S, C>,
  into: PulledItems,
  ids: string[],
): Promise<void> {
  for await (const change of connector.fetch!(source, ids)) await apply(change, into)
}

async function store<K>(batch: Batch<K>, into: PulledItems, previous: K | undefined): Promise<void> {
  for (const change of batch.changes) await apply(change, into)
  into.batches++
  // The same object again is not written again.
  if (batch.checkpoint === previous) return
  into.checkpoint = JSON.stringify(batch.checkpoint)
  into.checkpointsWritten += into.checkpoint.length
  into.largestCheckpoint = Math.max(into.largestCheckpoint, into.checkpoint.length)
}

async function apply(change: Change, into: PulledItems): Promise<void> {
  into.changes++
  if (change.kind === 'deleted') {
    into.items.delete(change.externalId)
    into.failures.delete(change.externalId)
  } else if (change.kind === 'failed') into.failures.set(change.externalId, change.code)
  else await upsert(change.item, into)
}

async function upsert(item: Item, into: PulledItems): Promise<void> {
  const { externalId, version, title, url, createdAt, updatedAt, metadata } = item
  if (into.items.get(externalId)?.version === version) return
  try {
    into.reads++
    const text = await toText(await item.read())
    into.failures.delete(externalId)
    into.items.set(externalId, {
      version,
      metadata,
      text,
      ...(title !== undefined && { title }),
      ...(url !== undefined && { url }),
      ...(createdAt && { createdAt }),
      ...(updatedAt && { updatedAt }),
    })
  } catch (error) {
    if (!(error instanceof ItemError)) throw error
    into.failures.set(externalId, error.code)
  }
}

async function toText(content: Content): Promise<string> {
  if (content.kind === 'text') return content.text
  const { bytes } = content
  return (bytes instanceof Readable ? await buffer(bytes) : Buffer.from(bytes)).toString('utf8')
}

/** Numbers that are the same in every run of a test. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
}
