import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { makeDirectory } from '../lib/make-directory.ts'
import { splitKey, splitPrefix } from './blob-key.ts'
import {
  type BlobContent,
  type BlobMeta,
  type BlobStore,
  BlobStoreFull,
  BlobUnavailable,
  type ListedBlob,
  plainContentType,
  type StoredBlob,
} from './blob-store.ts'
import {
  isFull,
  pruneUpwards,
  publish,
  removeIfThere,
  removeTree,
  sweepStale,
  unlessMissing,
  walk,
} from './disk-files.ts'
import { MeteredBody } from './metered-body.ts'

/** No key begins with a dot. Drafts are in the same directory tree, because a rename does not cross file systems. */
const draftsName = '.incoming'

/** Blobs per page of a listing. */
const pageSize = 500

/** A content type has at most 127 characters; the rest of the line is short. */
const headerBytes = 256

export async function openDiskBlobs({ dir }: { dir: string }): Promise<BlobStore> {
  const root = resolve(dir)
  const drafts = join(root, draftsName)
  // Only the owner may read uploads on this machine.
  await makeDirectory(drafts, 0o700)
  return new DiskBlobs(root, drafts)
}

/**
 * One file per blob: a line of JSON with the content type, then the bytes (`tail -n +2` shows them). In one file,
 * type and bytes change together; a second file could belong to another put.
 */
class DiskBlobs implements BlobStore {
  readonly #root: string
  readonly #drafts: string

  constructor(root: string, drafts: string) {
    this.#root = root
    this.#drafts = drafts
  }

  async put(key: string, body: AsyncIterable<Uint8Array>, meta: BlobMeta): Promise<StoredBlob> {
    const path = this.#pathOf(key)
    const draft = join(this.#drafts, randomUUID())
    const metered = new MeteredBody(body, meta.maxBytes)
    try {
      await writeDraft(draft, meta.contentType, metered)
      await publish(draft, path, this.#root)
    } catch (error) {
      await rm(draft, { force: true }).catch(fail)
      throw metered.failure ?? (isFull(error) ? new BlobStoreFull(error) : new BlobUnavailable(error))
    }
    return metered.measured()
  }

  async has(key: string): Promise<boolean> {
    const found = await stat(this.#pathOf(key)).catch(unlessMissing).catch(fail)
    return found !== undefined
  }

  async get(key: string): Promise<BlobContent | undefined> {
    const path = this.#pathOf(key)
    const file = await open(path).catch(unlessMissing).catch(fail)
    return file && readBlob(file)
  }

  async delete(key: string): Promise<void> {
    const path = this.#pathOf(key)
    await removeIfThere(path).catch(fail)
    await pruneUpwards(dirname(path), this.#root).catch(fail)
  }

  async *list(organization: string): AsyncGenerator<ListedBlob[], void> {
    const [name] = splitPrefix(`${organization}/`)
    let page: ListedBlob[] = []
    for await (const { path, modifiedAt } of walk(join(this.#root, name!))) {
      page.push({ key: relative(this.#root, path).split(sep).join('/'), putAt: modifiedAt })
      if (page.length < pageSize) continue
      yield page
      page = []
    }
    if (page.length > 0) yield page
  }

  async sweep(before: Date): Promise<number> {
    return sweepStale(this.#drafts, before).catch(fail)
  }

  async deletePrefix(prefix: string): Promise<number> {
    const path = join(this.#root, ...splitPrefix(prefix))
    const removed = await removeTree(path).catch(fail)
    await pruneUpwards(dirname(path), this.#root).catch(fail)
    return removed
  }

  async close(): Promise<void> {
    // Nothing is open between calls.
  }

  #pathOf(key: string): string {
    return join(this.#root, ...splitKey(key))
  }
}

async function writeDraft(path: string, contentType: string, body: MeteredBody): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.write(`${JSON.stringify({ contentType: plainContentType(contentType) })}\n`)
    // Continues after the header, one chunk at a time.
    await file.writeFile(body)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function readBlob(file: FileHandle): Promise<BlobContent> {
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(headerBytes), position: 0 })
    const start = buffer.indexOf('\n') + 1
    const { contentType } = JSON.parse(buffer.toString('latin1', 0, start)) as { contentType: string }
    const { size } = await file.stat()
    return { body: file.createReadStream({ start }), bytes: size - start, contentType }
  } catch (error) {
    await file.close()
    throw new BlobUnavailable(error)
  }
}

function fail(error: unknown): never {
  throw new BlobUnavailable(error)
}
