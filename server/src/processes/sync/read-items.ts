import { Readable } from 'node:stream'
import { discardFile } from '../../features/documents/upload-file.ts'
import { blobKey } from '../../platform/blobs/blob-key.ts'
import { BlobStoreFull, BlobTooLarge, BlobUnavailable } from '../../platform/blobs/blob-store.ts'
import { type Content, type Item, ItemError } from '../../platform/connectors/connector.ts'
import { asItemError, asSourceError } from '../../platform/connectors/recognize-error.ts'
import { newId } from '../../platform/lib/ids.ts'
import type { UploadedFile } from '../../platform/routing/route.ts'
import type { SyncStep } from './sync-app.ts'

/** Items that are read from the source at once. */
const readsAtOnce = 4

/** The content of an item: a text, a file in the blob store, or nothing. */
export type ReadContent = { text: string } | { file: UploadedFile } | { isEmpty: true }
export type ReadItem = { item: Item; content: ReadContent }

/** An item with what only its content says of it. */
const completed = (item: Item, { title, metadata }: Pick<Content, 'title' | 'metadata'>): Item => ({
  ...item,
  ...(title !== undefined && { title }),
  metadata: { ...metadata, ...item.metadata },
})

type Failure = { externalId: string; code: string; message: string }

/**
 * Reads the content of items. Files go to the blob store as they come, so that a batch of large ones takes little memory. A
 * fault of one item is a failure of that item; a fault of the source ends the step, which is repeated.
 */
export async function readItems(
  step: SyncStep,
  items: readonly Item[],
): Promise<{ read: ReadItem[]; failed: Failure[] }> {
  const read = new Map<Item, ReadItem>()
  const failed: Failure[] = []
  const waiting = [...items]
  let fault: unknown
  const readNext = async () => {
    for (let item = waiting.shift(); item && fault === undefined; item = waiting.shift()) {
      try {
        read.set(item, await readItem(step, item))
      } catch (error) {
        if (isOfItem(step, error)) failed.push(toFailure(item, error))
        else fault = error
      }
    }
  }
  await Promise.all(Array.from({ length: readsAtOnce }, readNext))
  if (fault !== undefined) {
    await discard(step, [...read.values()])
    throw fault
  }
  return { read: items.flatMap(item => read.get(item) ?? []), failed }
}

async function readItem(step: SyncStep, item: Item): Promise<ReadItem> {
  step.signal.throwIfAborted()
  const content = await item.read()
  if (step.signal.aborted && content.kind === 'file' && content.bytes instanceof Readable)
    content.bytes.destroy()
  step.signal.throwIfAborted()
  const stored = content.kind === 'text' ? readText(step, content.text) : await storeFile(step, content)
  return { item: completed(item, content), content: stored }
}

function readText({ app }: SyncStep, text: string): ReadContent {
  if (Buffer.byteLength(text) > app.maxTextBytes)
    throw new ItemError('item_too_large', `The text is larger than ${app.maxTextBytes} bytes`)
  return text.trim() === '' ? { isEmpty: true } : { text }
}

async function storeFile(
  { app, principal: { organization }, signal }: SyncStep,
  { bytes, fileName, mimeType = 'application/octet-stream' }: Extract<Content, { kind: 'file' }>,
): Promise<ReadContent> {
  if (bytes instanceof Uint8Array && bytes.length === 0) return { isEmpty: true }
  const limit = app.maxFileBytes
  if (bytes instanceof Uint8Array && bytes.length > limit)
    throw new ItemError('item_too_large', `The file is larger than ${limit} bytes`)
  const key = blobKey({
    organization: organization.id,
    container: 'upload',
    document: newId(organization.homeShard),
    revision: 1,
  })
  const body = bytes instanceof Uint8Array ? Readable.from([bytes]) : bytes
  const name = fileName.replaceAll('\0', '').slice(0, 255)
  const stored = await putFile(app, key, body, mimeType, limit)
  const file = { blobKey: key, name, contentType: mimeType, ...stored }
  signal.throwIfAborted()
  if (stored.bytes > 0) return { file }
  await discardFile(app, file)
  return { isEmpty: true }
}

async function putFile(
  { blobs }: SyncStep['app'],
  key: string,
  body: Readable,
  contentType: string,
  maxBytes: number,
) {
  try {
    return await blobs.put(key, body, { contentType, maxBytes })
  } catch (error) {
    if (!(error instanceof BlobTooLarge)) throw error
    throw new ItemError('item_too_large', error.message, { cause: error })
  }
}

/** Anything else than a fault of the source, of the blob store or an end of the step concerns the item alone. */
function isOfItem({ signal }: SyncStep, error: unknown): boolean {
  if (signal.aborted || asSourceError(error)) return false
  return !(error instanceof BlobUnavailable || error instanceof BlobStoreFull)
}

function toFailure({ externalId }: Item, error: unknown): Failure {
  const known = asItemError(error)
  if (known) return { externalId, code: known.code, message: known.message }
  return { externalId, code: 'item_unreadable', message: `The item could not be read (${nameOf(error)})` }
}

/** The kind of an unexpected error. Its message may hold what the source said, or an address with a key. */
const nameOf = (error: unknown): string =>
  (error as { code?: unknown }).code?.toString().slice(0, 60) ?? (error as Error).name ?? 'Error'

/** Removes files that no document names. */
export async function discard({ app }: Pick<SyncStep, 'app'>, items: readonly ReadItem[]): Promise<void> {
  for (const { content } of items) if ('file' in content) await discardFile(app, content.file)
}
