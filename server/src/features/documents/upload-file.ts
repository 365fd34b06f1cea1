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
import type { IdempotentRequest } from '../idempotency/store.ts'
import {
  type AcceptedDocument,
  addDocument,
  type DocumentsApp,
  type FilePresence,
  FilePresenceUnknown,
} from './add-document.ts'
import type { UploadFields } from './file-schema.ts'
import { typeOfFile } from './file-type.ts'
import type { DocumentName } from './get-document.ts'
import { findFile, isLive, wasDeleted } from './parts-store.ts'
import { withDocument } from './with-document.ts'

export type FilesApp = DocumentsApp & {
  blobs: BlobStore
  maxFileBytes: number
  fileUrlSecret: string
  oldFileUrlSecrets: readonly string[]
}

/**
 * Stores a file while it is received. Its container is not known yet, so its blob key names none; the revision stores
 * the key.
 */
export async function storeUploadedFile(
  { blobs, maxFileBytes }: FilesApp,
  { organization }: Principal,
  { name, contentType, body }: IncomingFile,
): Promise<UploadedFile> {
  const document = newId(organization.homeShard)
  const key = blobKey({ organization: organization.id, container: 'upload', document, revision: 1 })
  const stored = await blobs.put(key, body, { contentType, maxBytes: maxFileBytes })
  return { blobKey: key, name: name.slice(0, 255).replaceAll('\0', ''), contentType, ...stored }
}

/**
 * Adds a document whose content is a file. The same file with an existing customId is neither processed nor stored
 * again.
 */
export async function addFile(
  app: FilesApp,
  principal: Principal,
  file: UploadedFile,
  { fileType, mimeType, ...fields }: UploadFields,
  options: { source: string; idempotent?: IdempotentRequest | undefined },
): Promise<AcceptedDocument> {
  const contentType = mimeType ?? file.contentType
  const stored = { ...file, contentType, type: fileType ?? typeOfFile(contentType) }
  const body = { ...fields, content: '' }
  const accepted = await withFilePresence(app.blobs, filePresence =>
    addDocument(app, principal, body, { ...options, file: stored, filePresence }),
  )
  if (accepted.isUnchanged || accepted.isRepeated) await discardFile(app, file)
  return accepted
}

/** Repeats a write that needs to know whether a file is in the blob store, after looking that up. */
export async function withFilePresence<T>(
  blobs: BlobStore,
  write: (filePresence: FilePresence) => Promise<T>,
): Promise<T> {
  const filePresence = new Map<string, boolean>()
  for (;;) {
    try {
      return await write(filePresence)
    } catch (error) {
      if (!(error instanceof FilePresenceUnknown)) throw error
      filePresence.set(error.blobKey, await blobs.has(error.blobKey))
    }
  }
}

/** Deletes a file that no row names. If that fails, the file collector removes it later. */
export async function discardFile({ blobs }: Pick<FilesApp, 'blobs'>, file: UploadedFile): Promise<void> {
  await blobs.delete(file.blobKey).catch(() => undefined)
}

/** Returns the token of a link to a document's file, valid for a day. */
export async function signFileUrl(app: FilesApp, principal: Principal, name: DocumentName): Promise<string> {
  return withDocument(app.cells, principal, name, async (db, document) => {
    const file = await findFile(db, document, document.id, document.latestRevision)
    if (!file && !(await isLive(db, document, document.id))) return undefined
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

/** Opens the file of a link. Refuses links that are invalid or expired, and files that were deleted. */
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

/** Whether the file's document was deleted. The file itself is removed a little later, when the document is purged. */
async function isDeleted(cells: Cells, { key, document }: BlobGrant): Promise<boolean> {
  const id = document && decodeId(document)
  if (!id) return false
  const org = splitKey(key)[0]!
  const shard = shardOf(id)
  // A moved document keeps its id, which names the shard where it was created.
  const sameCell = cells.shardsOfSameCell({ homeShard: shard, spread: true }, shard)
  return inScope(
    cells.of(shard),
    { org },
    async db =>
      (await wasDeleted(db, org, [shard], id)) ?? (await wasDeleted(db, org, sameCell, id)) ?? false,
  )
}
