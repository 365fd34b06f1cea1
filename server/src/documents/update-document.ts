import { tagsOf } from '../containers/schema.ts'
import { type Db, inScope } from '../db/tx.ts'
import { AppError } from '../errors.ts'
import type { Principal } from '../keys/principal.ts'
import { lanes } from '../lanes/lane.ts'
import { newId } from '../lib/ids.ts'
import {
  type Accepted,
  type AddDocuments,
  allowedTags,
  hashOf,
  storable,
  takeText,
  wakeLane,
} from './add-document.ts'
import { getDocument } from './get-document.ts'
import type { UpdateDocumentBody } from './schema.ts'
import { changeDocument, type ExistingDocument, type Found, lockById, reviseDocument } from './store.ts'

/**
 * Changes what is said of a document at once, and replaces its content when there is new. The first tag names the
 * container, and a document stays in the one it was added to: its id, its vectors and its word counts live there.
 */
export async function updateDocument(
  app: AddDocuments,
  principal: Principal,
  idOrCustomId: string,
  body: UpdateDocumentBody,
): Promise<Accepted> {
  const document = await getDocument(app.cells, principal, idOrCustomId)
  const tags = changedTags(principal, document, body)
  if (body.content !== undefined) await takeText(app, principal, body.content)
  try {
    return await inScope(app.cells.of(document.shard), { org: document.org }, async db => {
      const current = await lockById(db, document, document.id)
      if (!current) throw new AppError('document.not_found')
      await changeDocument(db, document, document.id, { ...body, containerTags: tags })
      if (body.content === undefined) return { id: document.id, status: current.status }
      return replaceContent(db, app, document, current, storable(body.content))
    })
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    throw new AppError('request.conflict', {
      message: 'Another document of this container has this customId',
    })
  }
}

function changedTags(principal: Principal, document: Found, body: UpdateDocumentBody): string[] | undefined {
  const given = tagsOf(body)
  if (given.length === 0) return undefined
  const tags = allowedTags(principal, given)
  if (tags[0] === document.containerTags[0]) return tags
  throw new AppError('request.conflict', {
    message: 'A document stays in the container it was added to',
    details: `containerTag: the first tag stays ${document.containerTags[0]}; add the document anew to have it elsewhere`,
  })
}

/** The same content again is no work, unless the last work on it failed. */
async function replaceContent(
  db: Db,
  app: AddDocuments,
  document: Found,
  current: ExistingDocument,
  content: string,
): Promise<Accepted> {
  const contentHash = hashOf(content)
  const { shard, id } = document
  if (current.contentHash.equals(contentHash) && current.status !== 'failed')
    return { id, status: current.status }
  const lane = lanes.interactive
  const revision = current.latestRevision + 1
  await reviseDocument(db, document, { id, revision, updateId: newId(shard), content, contentHash, lane })
  await wakeLane(db, app.wakes, { shard, org: document.org, container: document.container, kind: lane }, null)
  return { id, status: 'queued' }
}
