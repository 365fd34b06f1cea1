import { checkTags, type Principal } from '../../platform/access/principal.ts'
import type { Cells, Reach } from '../../platform/db/cells.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { decodeId, shardOf } from '../../platform/lib/ids.ts'
import { ambiguousDocument } from '../containers/ambiguous-document.ts'
import { placeContainer } from '../containers/place-container.ts'
import { type CustomIdQuery, findByCustomId, listCandidates } from './custom-id-store.ts'
import { type Found, findDocument } from './store.ts'

/** How a request names a document. */
export type DocumentName = {
  /** Its id or its customId. */
  id: string
  /** Only the document of this container. A scoped key means its own, and may name no other. */
  containerTag?: string | undefined
  /** Only a document that carries one of these tags. */
  carrying?: readonly string[] | undefined
}

/**
 * The document of a name; not found when it is another's, deleted, or outside the container. An id comes before a customId of
 * the same spelling. A customId that several containers know names none of their documents.
 */
export async function getDocument(cells: Cells, principal: Principal, name: DocumentName): Promise<Found> {
  if (name.containerTag !== undefined) checkTags(principal, [name.containerTag])
  const within = { ...name, containerTag: principal.containerTag ?? name.containerTag }
  const byId = await findById(cells, principal, name.id)
  if (byId && isWithin(byId, within)) return byId
  const found = await ask(cells, principal, within, findByCustomId)
  if (found.length > 1) throw ambiguousDocument(await ask(cells, principal, within, listCandidates))
  if (!found[0]) throw new AppError('document.not_found')
  return found[0]
}

/** Whether a document is in the container, or carries one of the tags, that its name goes with. */
export function isWithin(
  { containerTags }: Pick<Found, 'containerTags'>,
  { containerTag, carrying }: DocumentName,
): boolean {
  if (containerTag !== undefined && containerTags[0] !== containerTag) return false
  return carrying === undefined || carrying.some(tag => containerTags.includes(tag))
}

async function findById(cells: Cells, principal: Principal, text: string): Promise<Found | undefined> {
  const { organization } = principal
  const org = organization.id
  const id = decodeId(text)
  if (!id) return undefined
  const shard = shardOf(id)
  // An id from elsewhere may carry any shard; asking another cell about it would only make its failure ours.
  if (!organization.spread && shard !== organization.homeShard) return undefined
  const found = await inScope(cells.of(shard), { org }, db => findDocument(db, org, { id, shard }))
  if (found || !organization.spread) return found
  // One that was moved keeps its id, and with it the name of the shard where it was made.
  const anywhere = await Promise.all(
    cells
      .reach(organization)
      .map(({ cell, shards }) => inScope(cell, { org }, db => findDocument(db, org, { id, shards }))),
  )
  return anywhere.find(document => document !== undefined)
}

/** Asks for a customId in the cell of its container or, when none is named, in every cell of the organization. */
async function ask<T>(
  cells: Cells,
  { organization }: Principal,
  { id: customId, containerTag, carrying }: DocumentName,
  find: (db: Db, query: CustomIdQuery) => Promise<T[]>,
): Promise<T[]> {
  const org = organization.id
  const answers = await Promise.all(
    reachOf(cells, organization, containerTag).map(({ cell, shards }) =>
      inScope(cell, { org }, db => find(db, { org, shards, customId, containerTag, carrying })),
    ),
  )
  return answers.flat()
}

function reachOf(
  cells: Cells,
  organization: Principal['organization'],
  containerTag: string | undefined,
): Reach[] {
  if (containerTag === undefined) return cells.reach(organization)
  const shard = placeContainer(organization, containerTag)
  return [{ cell: cells.of(shard), shards: [shard] }]
}
