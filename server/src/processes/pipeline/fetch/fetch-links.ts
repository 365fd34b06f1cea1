import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { typeOfLink } from '../../../features/documents/file-type.ts'
import { blobKey } from '../../../platform/blobs/blob-key.ts'
import { type BlobStore, BlobUnavailable } from '../../../platform/blobs/blob-store.ts'
import type { Cell } from '../../../platform/db/cells.ts'
import { inScope } from '../../../platform/db/tx.ts'
import type { StageGates } from '../../../platform/lanes/gate-names.ts'
import type { ClaimedDocument } from '../../../platform/lanes/slice.ts'
import { newId } from '../../../platform/lib/ids.ts'
import type { Draft } from '../draft.ts'
import { failed, next, type Outcome, retry, retryAfter } from '../outcome.ts'
import { withoutFiles } from '../reading/without-files.ts'
import { FetchError } from './fetch-error.ts'
import type { FetchSettings } from './fetch-settings.ts'
import { finishUnchanged, storeFetched, storeRefetched } from './link-store.ts'
import type { FetchedContent } from './read-response.ts'
import { safeFetch } from './safe-fetch.ts'

export type FetchContext = {
  cell: Cell
  blobs: BlobStore
  fetching: FetchSettings
  signal: AbortSignal
  gates?: StageGates | undefined
}

/** Links of a slice that are fetched at the same time: the slice waits for the slowest, not for the sum. */
const maxAtOnce = 4

/**
 * Fetches the documents that are links, once, and stores the result as their file. Other documents pass through
 * unchanged.
 */
export async function fetchLinks(context: FetchContext, drafts: Draft[]): Promise<Outcome<Draft>[]> {
  const outcomes: Outcome<Draft>[] = drafts.map(next)
  const waiting = [...drafts.entries()].filter(([, { document }]) => isToFetch(document))
  const work = async () => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift())
      outcomes[entry[0]] = await fetchLink(context, entry[1].document)
  }
  const workers = await Promise.allSettled(Array.from({ length: maxAtOnce }, work))
  const broken = workers.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
  if (broken) throw broken.reason
  return outcomes
}

const isToFetch = ({ url, bodyHash, isRefetch }: ClaimedDocument) =>
  url !== null && (bodyHash === null || isRefetch)

async function fetchLink(context: FetchContext, document: ClaimedDocument): Promise<Outcome<Draft>> {
  const { fetching, signal } = context
  // A document that is not searchable yet is fetched whole, even if it has not changed.
  const known = document.isIndexed ? { etag: document.etag, lastModified: document.lastModified } : {}
  try {
    const found = await safeFetch(document.content.trim(), fetching, { ...known, signal })
    return await keep(context, document, found)
  } catch (error) {
    if (error instanceof BlobUnavailable) return withoutFiles(document, error, context.gates)
    if (error instanceof FetchError) return toOutcome(document, error)
    throw error
  }
}

function toOutcome(
  { attempts }: ClaimedDocument,
  { code, message, isPassing, retryAfterMs }: FetchError,
): Outcome<never> {
  if (!isPassing) return failed(code, message)
  return retryAfterMs === undefined
    ? retry(attempts, code, message)
    : retryAfter(attempts, retryAfterMs, code, message)
}

/** Stores the fetched content as the document's file. Content that search already serves needs no further work. */
async function keep(
  context: FetchContext,
  document: ClaimedDocument,
  found: FetchedContent | 'unchanged',
): Promise<Outcome<Draft>> {
  if (found !== 'unchanged') {
    const bodyHash = hash('sha256', found.body, 'buffer')
    const isSame = document.isIndexed && document.bodyHash?.equals(bodyHash)
    if (!isSame) return next({ document: await keepFile(context, document, found, bodyHash) })
  }
  await inScope(context.cell, { org: document.org }, db => finishUnchanged(db, document))
  return { kind: 'done' }
}

async function keepFile(
  { cell, blobs }: FetchContext,
  document: ClaimedDocument,
  { body, contentType, url, etag, lastModified, fileName }: FetchedContent,
  bodyHash: Buffer,
): Promise<ClaimedDocument> {
  const { org, shard, container, id, fence, isIndexed } = document
  // The fence is part of the key, so a late worker cannot overwrite the file of another.
  const key = blobKey({ organization: org, container, document: id, revision: fence })
  await blobs.put(key, Readable.from([body]), { contentType, maxBytes: body.length })
  const kept = { blobKey: key, fileName, fileType: contentType, url, etag, lastModified, bodyHash }
  const file = { ...kept, type: typeOfLink(contentType) }
  const isOurs = await inScope(cell, { org }, db =>
    isIndexed
      ? storeRefetched(db, document, { ...file, updateId: newId(shard) })
      : storeFetched(db, document, file),
  )
  // The file that nobody refers to any more: ours, if the document is no longer ours, or the previous one, if it was
  // never searchable.
  const leftOver = isOurs ? !isIndexed && document.blobKey : key
  if (leftOver) await blobs.delete(leftOver)
  const revision = isIndexed ? document.revision + 1 : document.revision
  const asNew = { revision, extracted: null, structure: null, isRefetch: false, isIndexed: false }
  // Changed in place, because the code that settles the slice or renews its leases must name the new revision.
  return Object.assign(document, file, asNew)
}
