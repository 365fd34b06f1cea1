import type { Principal } from '../../platform/access/principal.ts'
import { blobKey, splitKey } from '../../platform/blobs/blob-key.ts'
import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import {
  type BlobGrant,
  blobUrlLifetimeMs,
  signBlobUrl,
  verifyBlobUrl,
} from '../../platform/blobs/sign-url.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { decodeId, encodeId, newId, shardOf } from '../../platform/lib/ids.ts'
import { FileReply } from '../../platform/routing/replies.ts'
import type { IncomingFile, UploadedFile } from '../../platform/routing/route.ts'
import type { Keyed } from '../idempotency/store.ts'
import { type Accepted, type AddDocuments, addDocument, type SeenFiles, UnseenFile } from './add-document.ts'
import type { UploadFields } from './file-schema.ts'
import { typeOfFile } from './file-type.ts'
import { readFound } from './find-and-work.ts'
import type { DocumentName } from './get-document.ts'
import { findFile, isGone, isThere } from './parts-store.ts'

export type FilesApp = AddDocuments & {
  blobs: BlobStore
  maxFileBytes: number
  fileUrlSecret: string
  oldFileUrlSecrets: readonly string[]
}

/** Keeps a file while it comes in. Its container is not known yet, so its key names none; the revision notes the key. */
export async function keepFile(
  { blobs, maxFileBytes }: FilesApp,
  { organization }: Principal,
  { name, contentType, body }: IncomingFile,
): Promise<UploadedFile> {
  const document = newId(organization.homeShard)
  const key = blobKey({ organization: organization.id, container: 'upload', document, revision: 1 })
  const stored = await blobs.put(key, body, { contentType, maxBytes: maxFileBytes })
  return { blobKey: key, name: name.slice(0, 255).replaceAll('\0', ''), contentType, ...stored }
}

/** A document whose content is a file. The same file under a known customId is no work, and is kept once. */
export async function addFile(
  app: FilesApp,
  principal: Principal,
  file: UploadedFile,
  { fileType, mimeType, ...fields }: UploadFields,
  from: { source: string; keyed?: Keyed | undefined },
): Promise<Accepted> {
  const contentType = mimeType ?? file.contentType
  const stored = { ...file, contentType, type: fileType ?? typeOfFile(contentType) }
  const body = { ...fields, content: '' }
  const accepted = await lookingForFiles(app.blobs, seen =>
    addDocument(app, principal, body, { ...from, file: stored, seen }),
  )
  if (accepted.isUnchanged || accepted.isRepeated) await discardFile(app, file)
  return accepted
}

/** Does a write again when it has to know whether a file is there, and looks for that before. */
async function lookingForFiles<T>(blobs: BlobStore, write: (seen: SeenFiles) => Promise<T>): Promise<T> {
  const seen = new Map<string, boolean>()
  for (;;) {
    try {
      return await write(seen)
    } catch (error) {
      if (!(error instanceof UnseenFile)) throw error
      seen.set(error.blobKey, await blobs.has(error.blobKey))
    }
  }
}

/** Lets go of a file that no row names. Where that fails, the collector finds it. */
export async function discardFile({ blobs }: Pick<FilesApp, 'blobs'>, file: UploadedFile): Promise<void> {
  await blobs.delete(file.blobKey).catch(() => undefined)
}

/** The token of a link to a document's file, for a day. */
export async function signFileUrl(app: FilesApp, principal: Principal, name: DocumentName): Promise<string> {
  return readFound(app.cells, principal, name, async (db, document) => {
    const file = await findFile(db, document, document.id, document.latestRevision)
    if (!file && !(await isThere(db, document, document.id))) return undefined
    if (!file) throw new AppError('document.not_found', { message: 'This document has no file' })
    return signBlobUrl(app.fileUrlSecret, {
      key: file.blobKey,
      expiresAt: new Date(Date.now() + blobUrlLifetimeMs),
      contentType: file.contentType,
      filename: file.name,
      document: encodeId(document.id),
    })
  })
}

/** What a link leads to: the file, as long as the link is good and the file is there. */
export async function openFile(app: FilesApp, token: string): Promise<FileReply> {
  const { cells, blobs } = app
  const grant = verifyBlobUrl(app.fileUrlSecret, token, new Date(), app.oldFileUrlSecrets)
  if (grant === 'expired' || grant === 'invalid')
    throw new AppError('document.not_found', {
      message:
        'This link is not valid or has expired. Ask for a new one with GET /v3/documents/{id}/file-url',
    })
  const found = (await isDeleted(cells, grant)) ? undefined : await blobs.get(grant.key)
  if (!found) throw new AppError('document.not_found', { message: 'This file was deleted' })
  return new FileReply({ ...found, contentType: grant.contentType, name: grant.filename })
}

/** A file goes when its document is purged, which is a little after that was deleted. */
async function isDeleted(cells: Cells, { key, document }: BlobGrant): Promise<boolean> {
  const id = document && decodeId(document)
  if (!id) return false
  const org = splitKey(key)[0]!
  const shard = shardOf(id)
  // One that was moved keeps its id, and with it the name of the shard where it was made.
  const beside = cells.shardsBeside({ homeShard: shard, spread: true }, shard)
  return inScope(
    cells.of(shard),
    { org },
    async db => (await isGone(db, org, [shard], id)) ?? (await isGone(db, org, beside, id)) ?? false,
  )
}
