import type { ItemRow, StoredItem } from '../../features/connections/item-store.ts'
import { placeContainer } from '../../features/containers/place-container.ts'
import { type AcceptedDocument, addDocument } from '../../features/documents/add-document.ts'
import { addMany } from '../../features/documents/add-many.ts'
import { typeOfFile } from '../../features/documents/file-type.ts'
import type { IngestBody } from '../../features/documents/receive-document.ts'
import { updateDocument } from '../../features/documents/update-document.ts'
import { discardFile, withFilePresence } from '../../features/documents/upload-file.ts'
import { isUniqueViolation } from '../../platform/db/unique-violation.ts'
import { AppError } from '../../platform/errors.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import { encodeId } from '../../platform/lib/ids.ts'
import { deleteDocuments } from './delete-documents.ts'
import { versionOf } from './names.ts'
import type { ReadItem } from './read-items.ts'
import type { SyncStep } from './sync-app.ts'
import { tagOf, toBody, typeFor } from './to-document.ts'

type Failure = { externalId: string; code: string; message: string }
type Written = { stored: StoredItem[]; failed: Failure[] }

/** Writes the documents of items: new texts together, everything else by itself. */
export async function writeDocuments(
  step: SyncStep,
  read: readonly ReadItem[],
  known: ReadonlyMap<string, ItemRow>,
): Promise<Written> {
  const written: Written = { stored: [], failed: [] }
  const isNew = ({ item, content }: ReadItem) => 'text' in content && !known.has(item.externalId)
  const fresh = read.filter(isNew)
  const added = await addNew(step, fresh)
  for (const each of fresh) if (added.has(each)) written.stored.push(toStored(step, each, added.get(each)!))
  for (const each of read) {
    if (added.has(each)) continue
    step.signal.throwIfAborted()
    const outcome = await writeOne(step, each, known.get(each.item.externalId))
    if ('code' in outcome) written.failed.push(outcome)
    else written.stored.push(outcome)
  }
  return written
}

const toStored = (step: SyncStep, { item }: ReadItem, document: string | null): StoredItem => ({
  externalId: item.externalId,
  containerTag: tagOf(item, step.connection),
  version: versionOf(item),
  document,
  contentKey: item.contentKey === undefined ? null : versionOf({ version: item.contentKey }),
})

const optionsOf = ({ connection }: SyncStep) => ({
  source: connection.provider,
  lane: lanes.bulk,
  connection: { id: connection.id, type: typeFor(connection.provider) },
  // What a person has written into a document is nowhere else, unlike what the source has.
  keepsEdits: true,
})

/**
 * Adds texts that were never seen, those of a shard in one transaction. One that is there already, because a worker died
 * before it could note it, fails the transaction: then they are written one by one.
 */
async function addNew(step: SyncStep, fresh: readonly ReadItem[]): Promise<Map<ReadItem, string>> {
  const { app, principal, connection } = step
  const added = new Map<ReadItem, string>()
  const shardOf = ({ item }: ReadItem) => placeContainer(principal.organization, tagOf(item, connection))
  for (const group of Map.groupBy(fresh, shardOf).values()) {
    if (group.length < 2) continue
    try {
      const accepted = await addMany(
        app,
        principal,
        group.map(each => bodyOf(step, each)),
        optionsOf(step),
      )
      group.forEach((each, i) => {
        added.set(each, accepted[i]!.id)
      })
    } catch (error) {
      if (!isUniqueViolation(error) && !isOfDocument(error)) throw error
    }
  }
  return added
}

const bodyOf = (step: SyncStep, { item, content }: ReadItem): IngestBody => ({
  ...toBody(item, step.connection),
  content: 'text' in content ? content.text : '',
})

async function writeOne(
  step: SyncStep,
  each: ReadItem,
  row: ItemRow | undefined,
): Promise<StoredItem | Failure> {
  const { content, item } = each
  try {
    if ('isEmpty' in content) {
      if (row) await deleteDocuments(step, [item.externalId], new Map([[item.externalId, row]]))
      return toStored(step, each, null)
    }
    const accepted = 'file' in content ? await addFile(step, each) : await addText(step, each)
    if (accepted.isUnchanged) await changeFields(step, each, accepted.id)
    return toStored(step, each, accepted.id)
  } catch (error) {
    // After any other error the document may be there, and name its file.
    if (!isOfDocument(error)) throw error
    if ('file' in content) await discardFile(step.app, content.file)
    return { externalId: item.externalId, code: 'item_too_large', message: error.message }
  }
}

/** The text is too long for a document. Everything else that a request could do wrong is kept from here. */
const isOfDocument = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'request.too_large'

const addText = (step: SyncStep, each: ReadItem): Promise<AcceptedDocument> =>
  addDocument(step.app, step.principal, bodyOf(step, each), optionsOf(step))

async function addFile(step: SyncStep, each: ReadItem): Promise<AcceptedDocument> {
  const { app, principal } = step
  const { file } = each.content as { file: Parameters<typeof discardFile>[1] }
  const stored = { ...file, type: typeOfFile(file.contentType) }
  const accepted = await withFilePresence(app.blobs, filePresence =>
    addDocument(app, principal, bodyOf(step, each), { ...optionsOf(step), file: stored, filePresence }),
  )
  if (accepted.isUnchanged || accepted.isEdited) await discardFile(app, file)
  return accepted
}

/** The content is the same, and the item has another version: its name, place or metadata have changed. */
async function changeFields(step: SyncStep, { item }: ReadItem, document: string): Promise<void> {
  const { metadata, filepath, sourceUrl } = toBody(item, step.connection)
  try {
    await updateDocument(
      step.app,
      step.principal,
      { id: encodeId(document) },
      { metadata, filepath, sourceUrl },
    )
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'document.not_found')) throw error
  }
}
