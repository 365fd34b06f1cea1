import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  type Change,
  type Connector,
  type Content,
  type Item,
  ItemError,
  type Metadata,
  type Source,
  SourceError,
} from '../../src/platform/connectors/connector.ts'
import { plainHttp } from './plain-http.ts'

/** A document as the sync would store it. */
export type StoredItem = {
  externalId: string
  /** Given once, so that a renamed item can be told from a new one. */
  document: number
  version: string
  contentKey: string | undefined
  title: string | undefined
  url: string | undefined
  metadata: Metadata
  containerTag: string | undefined
  text: string
}

/** What the sync keeps of a connection, in memory: the parts that a kill leaves. */
export class Shelf {
  readonly items = new Map<string, StoredItem>()
  readonly failures = new Map<string, string>()
  checkpoint: unknown
  /** Ids that a run from the beginning has met, until it ends. */
  met: Set<string> | undefined
  /** Contents that were read, of killed runs too. */
  reads = 0
  batches = 0
  documents = 0

  /** Text by id, to compare with the source. */
  texts(): Record<string, string> {
    return Object.fromEntries([...this.items].map(([id, { text }]) => [id, text]))
  }

  ids(): string[] {
    return [...this.items.keys()].sort()
  }
}

export type SourceOptions<Settings, Credentials> = Partial<
  Omit<Source<Settings, Credentials>, 'settings' | 'credentials'>
> & {
  settings: unknown
  credentials?: unknown
}

/** A source for a connector, with its settings checked and completed as the form would. */
export function sourceFor<Settings, Credentials, Checkpoint>(
  { describe }: Connector<Settings, Credentials, Checkpoint>,
  { settings, credentials, ...options }: SourceOptions<Settings, Credentials>,
): Source<Settings, Credentials> {
  const signal = options.signal ?? new AbortController().signal
  const checked =
    describe.credentials.kind === 'secret'
      ? describe.credentials.fields.parse(credentials ?? {})
      : credentials
  return {
    id: 'connection-1',
    chosen: undefined,
    http: plainHttp(signal),
    limits: { maxFileBytes: 50_000_000, maxTextBytes: 1_000_000 },
    allowedFolders: [],
    workFolder: tmpdir(),
    now: () => new Date(),
    userAgent: 'Reverie/0.1',
    ...options,
    signal,
    settings: describe.settings.parse(settings),
    credentials: checked as Credentials,
  }
}

export type RunOptions = {
  /** Ends the run as SIGKILL would, instead of storing this batch: 0 is the first. */
  killAt?: number
}

/**
 * One run: pulls from the checkpoint to the end, and stores each batch together with its checkpoint. Returns whether it came to the
 * end. A killed run leaves its generator where it is: its `finally` does not run either.
 */
export async function run<Settings, Credentials, Checkpoint>(
  connector: Connector<Settings, Credentials, Checkpoint>,
  source: Source<Settings, Credentials>,
  shelf: Shelf,
  { killAt }: RunOptions = {},
): Promise<boolean> {
  const { checkpoint: schema } = connector.describe
  const from = shelf.checkpoint === undefined ? undefined : schema.parse(shelf.checkpoint)
  if (from === undefined) shelf.met ??= new Set()
  let batches = 0
  for (const pulled = connector.pull(source, from); ; batches++) {
    const { done, value: batch } = await pulled.next()
    if (done) break
    if (batch.changes.length > 250) throw new Error(`A batch of ${batch.changes.length} changes`)
    const apply = await prepare(connector, source, shelf, batch.changes)
    if (batches === killAt) return false
    apply()
    for (const change of batch.changes)
      if (change.kind !== 'deleted')
        shelf.met?.add(change.kind === 'failed' ? change.externalId : change.item.externalId)
    // As Postgres keeps it.
    shelf.checkpoint = schema.parse(JSON.parse(JSON.stringify(batch.checkpoint)))
    shelf.batches++
  }
  const isHidden = connector.mayHide?.(source, schema.parse(shelf.checkpoint))
  if (!connector.ids && shelf.met) keepOnly(shelf, shelf.met, isHidden)
  if (!isHidden) shelf.met = undefined
  return true
}

function keepOnly(
  { items }: Shelf,
  present: ReadonlySet<string>,
  isHidden?: (externalId: string) => boolean,
): void {
  for (const id of items.keys()) if (!present.has(id) && !isHidden?.(id)) items.delete(id)
}

/** A run as the sync makes it: from the beginning if the checkpoint is too old, and then without what is gone. */
export async function sync<Settings, Credentials, Checkpoint>(
  connector: Connector<Settings, Credentials, Checkpoint>,
  source: Source<Settings, Credentials>,
  shelf: Shelf,
): Promise<void> {
  try {
    await run(connector, source, shelf)
  } catch (error) {
    if (!(error instanceof SourceError) || error.code !== 'checkpoint_expired') throw error
    shelf.checkpoint = shelf.met = undefined
    await run(connector, source, shelf)
  }
  await prune(connector, source, shelf)
}

/** Removes what the source no longer has. */
export async function prune<Settings, Credentials, Checkpoint>(
  connector: Connector<Settings, Credentials, Checkpoint>,
  source: Source<Settings, Credentials>,
  shelf: Shelf,
): Promise<void> {
  if (!connector.ids) return
  const present = new Set<string>()
  for await (const page of connector.ids(source)) for (const id of page) present.add(id)
  keepOnly(shelf, present)
}

/** Kills a run at each of its batches, one batch further each time, and lets the last one end. Returns how many were killed. */
export async function runWithKills<Settings, Credentials, Checkpoint>(
  connector: Connector<Settings, Credentials, Checkpoint>,
  source: Source<Settings, Credentials>,
  shelf: Shelf,
  atMost = 10,
): Promise<number> {
  for (let kills = 0; kills < atMost; kills++)
    if (await run(connector, source, shelf, { killAt: kills % 3 })) return kills
  await run(connector, source, shelf)
  return atMost
}

/** Reads single items again, as after a webhook or for a retry. */
export async function refetch<Settings, Credentials, Checkpoint>(
  connector: Connector<Settings, Credentials, Checkpoint>,
  source: Source<Settings, Credentials>,
  shelf: Shelf,
  ids: string[],
): Promise<void> {
  const changes = await Array.fromAsync(connector.fetch!(source, ids))
  ;(await prepare(connector, source, shelf, changes))()
}

/** Reads what is new, as the sync does before its transaction, and returns the transaction. */
async function prepare<Settings, Credentials, Checkpoint>(
  connector: Connector<Settings, Credentials, Checkpoint>,
  source: Source<Settings, Credentials>,
  shelf: Shelf,
  changes: readonly Change[],
): Promise<() => void> {
  const steps: (() => void)[] = []
  for (const change of changes) {
    if (change.kind === 'deleted') steps.push(() => forget(shelf, change.externalId))
    else if (change.kind === 'failed')
      steps.push(() => void shelf.failures.set(change.externalId, change.code))
    else steps.push(await prepareUpsert(connector, source, shelf, change.item, changes))
  }
  // Takeovers of renamed items come before the deletion of their old ids.
  return () => {
    for (const [i, step] of steps.entries()) if (changes[i]!.kind !== 'deleted') step()
    for (const [i, step] of steps.entries()) if (changes[i]!.kind === 'deleted') step()
  }
}

function forget(shelf: Shelf, id: string): void {
  shelf.items.delete(id)
  shelf.failures.delete(id)
}

async function prepareUpsert<Settings, Credentials, Checkpoint>(
  connector: Connector<Settings, Credentials, Checkpoint>,
  source: Source<Settings, Credentials>,
  shelf: Shelf,
  item: Item,
  batch: readonly Change[],
): Promise<() => void> {
  const known = shelf.items.get(item.externalId)
  if (known?.version === item.version) return () => forgetFailure(shelf, item)
  const moved = known ? undefined : await findMoved(connector, source, shelf, item, batch)
  if (moved)
    return () => {
      shelf.items.delete(moved.externalId)
      place(shelf, item, { text: moved.text, document: moved.document })
    }
  shelf.reads++
  try {
    const content = await item.read()
    const text = await textOf(content)
    return () => place(shelf, item, { text, document: known?.document ?? ++shelf.documents }, content)
  } catch (error) {
    if (!(error instanceof ItemError)) throw error
    return () => void shelf.failures.set(item.externalId, error.code)
  }
}

/** The stored item with the same content whose id is gone: the same item under another name. */
async function findMoved<Settings, Credentials, Checkpoint>(
  connector: Connector<Settings, Credentials, Checkpoint>,
  source: Source<Settings, Credentials>,
  shelf: Shelf,
  { contentKey }: Item,
  batch: readonly Change[],
): Promise<StoredItem | undefined> {
  if (contentKey === undefined) return undefined
  const same = shelf.items.values().filter(stored => stored.contentKey === contentKey)
  // Of many copies only a few are asked for.
  for (const stored of same.take(3)) {
    const isGone = (change: Change) => change.kind === 'deleted' && change.externalId === stored.externalId
    if (batch.some(isGone)) return stored
    if (connector.fetch && connector.describe.hasCheapFetch)
      for await (const change of connector.fetch(source, [stored.externalId]))
        if (isGone(change)) return stored
  }
  return undefined
}

function place(
  shelf: Shelf,
  { externalId, version, contentKey, title, url, metadata, containerTag }: Item,
  { text, document }: { text: string; document: number },
  content?: Content,
): void {
  shelf.items.set(externalId, {
    externalId,
    document,
    version,
    contentKey,
    title: content?.title ?? title,
    url,
    metadata: { ...content?.metadata, ...metadata },
    containerTag,
    text,
  })
  shelf.failures.delete(externalId)
}

const forgetFailure = (shelf: Shelf, { externalId }: Item) => void shelf.failures.delete(externalId)

async function textOf(content: Content): Promise<string> {
  if (content.kind === 'text') return content.text
  return content.bytes instanceof Readable ? text(content.bytes) : new TextDecoder().decode(content.bytes)
}
