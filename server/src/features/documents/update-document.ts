import { allowedTags, type Principal } from '../../platform/access/principal.ts'
import type { Db } from '../../platform/db/tx.ts'
import { isUniqueViolation } from '../../platform/db/unique-violation.ts'
import { AppError } from '../../platform/errors.ts'
import { documentLanes } from '../../platform/lanes/lane.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import { newId } from '../../platform/lib/ids.ts'
import { placeContainer } from '../containers/place-container.ts'
import { tagsOf } from '../containers/schema.ts'
import type { ContainerKey } from '../containers/store.ts'
import { lookAgainAt, releaseSources } from '../memories/source-store.ts'
import { type Accepted, type AddDocuments, lookAgain, wakeLane } from './add-document.ts'
import { lockFound, lookUntilThere } from './find-and-work.ts'
import type { DocumentName } from './get-document.ts'
import { hashOf, kindOf, storable, takeText } from './receive-document.ts'
import type { UpdateDocumentBody } from './schema.ts'
import { type DocumentStatus, isFinished } from './status.ts'
import {
  changeDocument,
  type ExistingDocument,
  type Found,
  lockById,
  moveDocument,
  reviseDocument,
} from './store.ts'

/**
 * Changes what is said of a document at once, and replaces its content when there is new. The first tag names the
 * container: another one moves the document there.
 */
export async function updateDocument(
  app: AddDocuments,
  principal: Principal,
  name: DocumentName,
  body: UpdateDocumentBody,
): Promise<Accepted> {
  try {
    return await lookUntilThere(app.cells, principal, name, async found => {
      const given = tagsOf(body)
      const tags = given.length > 0 ? allowedTags(principal, given) : undefined
      if (body.content !== undefined) await takeText(app, principal, body.content)
      return app.containers.inLiving(() => change(app, principal, { found, name }, { body, tags }))
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('request.conflict', {
      message: 'customId: another document in this container tag already uses it',
    })
  }
}

/** Undefined when the document is gone. */
async function change(
  app: AddDocuments,
  principal: Principal,
  given: { found: Found; name: DocumentName },
  { body, tags }: { body: UpdateDocumentBody; tags: string[] | undefined },
): Promise<Accepted | undefined> {
  const wanted = await targetOf(app, principal, given.found, tags)
  return lockFound(app.cells, principal, given, async (db, document) => {
    const { id, container } = document
    const current = await lockById(db, document, id)
    if (!current) return undefined
    const target = wanted?.container === container ? undefined : wanted
    const status = target ? await moveTo(db, app, document, target, current) : current.status
    const moved = { ...document, ...target }
    await changeDocument(db, moved, id, { ...body, containerTags: tags })
    if (target || body.documentDate || body.taskType)
      await wakeDreams(db, app.wakes.of(moved.shard), moved, 0)
    if (body.content === undefined) return { id, status }
    return replaceContent(db, app, moved, current, storable(body.content))
  })
}

/** The container that the first tag names; undefined when the body names none. One transaction moves a document, so it stays in its cell. */
async function targetOf(
  app: AddDocuments,
  { organization }: Principal,
  document: Found,
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

/** Memories belong to their container: those that rested on the document alone are forgotten there, as when it is deleted. */
async function moveTo(
  db: Db,
  app: AddDocuments,
  document: Found,
  target: ContainerKey,
  { status }: ExistingDocument,
): Promise<DocumentStatus> {
  const { shard, org, container, id } = document
  const from = { shard, org, container }
  await lookAgainAt(db, from, id)
  await releaseSources(db, from, [id])
  await moveDocument(db, document, target, id)
  await wakeDreams(db, app.wakes.of(shard), from, 0)
  if (status === 'done' || status === 'failed') return status
  for (const kind of documentLanes) await wakeLane(db, app.wakes, { ...target, kind })
  return 'queued'
}

/** The same text again is no work, unless the last work on it failed; what an address leads to is looked at anew. */
async function replaceContent(
  db: Db,
  app: AddDocuments,
  document: Found,
  current: ExistingDocument,
  content: string,
): Promise<Accepted> {
  const contentHash = hashOf(content)
  const { shard, id } = document
  const kind = kindOf(content)
  if (current.contentHash.equals(contentHash)) {
    if (kind.url !== null && isFinished(current.status))
      return lookAgain(db, app.wakes, document, current, { url: kind.url, lane: kind.lane })
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
  })
  const { org, container } = document
  await wakeLane(db, app.wakes, { shard, org, container, kind: kind.lane })
  return { id, status: 'queued' }
}
