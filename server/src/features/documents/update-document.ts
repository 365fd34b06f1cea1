import { allowedTags, type Principal } from '../../platform/access/principal.ts'
import type { Db } from '../../platform/db/tx.ts'
import { isUniqueViolation } from '../../platform/db/unique-violation.ts'
import { AppError } from '../../platform/errors.ts'
import { documentLanes } from '../../platform/lanes/lane.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import { newId } from '../../platform/lib/ids.ts'
import { currentOrigin } from '../../platform/telemetry/work.ts'
import { placeContainer } from '../containers/place-container.ts'
import { tagsOf } from '../containers/schema.ts'
import type { ContainerKey } from '../containers/store.ts'
import { markMemoriesForDreaming, releaseSources } from '../memories/source-store.ts'
import { type AcceptedDocument, type DocumentsApp, refetchLink } from './add-document.ts'
import type { DocumentName } from './get-document.ts'
import { type ExistingDocument, lockById } from './lock-store.ts'
import { admitText, describeContent, hashOf, storable } from './receive-document.ts'
import { changeDocument, reviseDocument } from './revise-store.ts'
import type { UpdateDocumentBody } from './schema.ts'
import { type DocumentStatus, isFinished } from './status.ts'
import { type DocumentWithContent, moveDocument } from './store.ts'
import { wakeLane } from './wake-lane.ts'
import { lockAndChange, retryWhileMoving } from './with-document.ts'

/** `sourceUrl`: the address in the source of a connection. No request can set it. */
type DocumentUpdate = UpdateDocumentBody & { sourceUrl?: string | undefined }

/**
 * Changes the fields of a document at once, and queues new content for processing. The first tag names the container: a
 * different one moves the document there.
 */
export async function updateDocument(
  app: DocumentsApp,
  principal: Principal,
  name: DocumentName,
  body: DocumentUpdate,
  { isSelected }: { isSelected?: (document: DocumentWithContent) => boolean } = {},
): Promise<AcceptedDocument> {
  try {
    return await retryWhileMoving(app.cells, principal, name, async found => {
      if (isSelected?.(found) === false) throw new AppError('document.not_found')
      const given = tagsOf(body)
      const tags = given.length > 0 ? allowedTags(principal, given) : undefined
      if (body.content !== undefined) await admitText(app, principal, body.content)
      return app.containers.retryIfClosed(() => change(app, principal, { found, name }, { body, tags }))
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('request.conflict', {
      message: 'customId: another document in this container tag already uses it',
    })
  }
}

/** Undefined when the document is deleted. */
async function change(
  app: DocumentsApp,
  principal: Principal,
  given: { found: DocumentWithContent; name: DocumentName },
  { body, tags }: { body: DocumentUpdate; tags: string[] | undefined },
): Promise<AcceptedDocument | undefined> {
  const requested = await targetOf(app, principal, given.found, tags)
  return lockAndChange(app.cells, principal, given, async (db, document) => {
    const { id, container } = document
    const current = await lockById(db, document, id)
    if (!current) return undefined
    const target = requested?.container === container ? undefined : requested
    const status = target ? await moveTo(db, app, document, target, current) : current.status
    const moved = { ...document, ...target }
    await changeDocument(db, moved, id, { ...body, containerTags: tags })
    if (target || body.documentDate || body.taskType)
      await wakeDreams(db, app.wakes.of(moved.shard), moved, 0)
    if (body.content === undefined) return { id, status }
    return replaceContent(db, app, moved, current, storable(body.content))
  })
}

/**
 * The container that the first tag names; undefined without tags. A document is moved in one transaction, so it stays in
 * its cell.
 */
async function targetOf(
  app: DocumentsApp,
  { organization }: Principal,
  document: DocumentWithContent,
  tags: string[] | undefined,
): Promise<ContainerKey | undefined> {
  const [first] = tags ?? []
  if (first === undefined) return undefined
  if (app.cells.of(placeContainer(organization, first)) !== app.cells.of(document.shard))
    throw new AppError('document.across_cells', {
      details: `containerTag: ${first} is stored in another database than ${document.containerTags[0]}`,
    })
  return app.containers.resolve(organization, first)
}

/** Memories stay in their container. Those that cite only this document are forgotten, as when it is deleted. */
async function moveTo(
  db: Db,
  app: DocumentsApp,
  document: DocumentWithContent,
  target: ContainerKey,
  { status }: ExistingDocument,
): Promise<DocumentStatus> {
  const { shard, org, container, id } = document
  const from = { shard, org, container }
  await markMemoriesForDreaming(db, from, id)
  await releaseSources(db, from, [id])
  await moveDocument(db, document, target, id)
  await wakeDreams(db, app.wakes.of(shard), from, 0)
  if (status === 'done' || status === 'failed') return status
  for (const kind of documentLanes) await wakeLane(db, app.wakes, { ...target, kind })
  return 'queued'
}

/** The same text is not processed again, unless its processing failed. The same address is fetched again. */
async function replaceContent(
  db: Db,
  app: DocumentsApp,
  document: DocumentWithContent,
  current: ExistingDocument,
  content: string,
): Promise<AcceptedDocument> {
  const contentHash = hashOf(content)
  const { shard, id } = document
  const kind = describeContent(content)
  if (current.contentHash.equals(contentHash)) {
    if (kind.url !== null && isFinished(current.status))
      return refetchLink(db, app.wakes, document, current, { url: kind.url, lane: kind.lane })
    if (current.status !== 'failed') return { id, status: current.status }
  }
  const revision = current.latestRevision + 1
  await reviseDocument(db, document, {
    ...kind,
    id,
    revision,
    updateId: newId(shard),
    content,
    contentHash,
    origin: currentOrigin(),
  })
  const { org, container } = document
  await wakeLane(db, app.wakes, { shard, org, container, kind: kind.lane })
  return { id, status: 'queued' }
}
