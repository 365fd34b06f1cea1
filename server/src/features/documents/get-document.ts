import { checkTags, type Principal } from '../../platform/access/principal.ts'
import type { CellShards, Cells } from '../../platform/db/cells.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { decodeId, shardOf } from '../../platform/lib/ids.ts'
import { ambiguousDocument } from '../containers/ambiguous-document.ts'
import { placeContainer } from '../containers/place-container.ts'
import { type CustomIdQuery, findByCustomId, listCandidates } from './custom-id-store.ts'
import { type DocumentWithContent, findDocument } from './store.ts'

/** The name of a document in a request. */
export type DocumentName = {
  /** Its id or its customId. */
  id: string
  /** Only the document of this container. A scoped key always means its own and may name no other. */
  containerTag?: string | undefined
  /** Only a document that carries one of these tags. */
  carrying?: readonly string[] | undefined
}

/**
 * Returns the document with this id or customId. Documents of other organizations, deleted documents and documents
 * outside the container are not found. An id takes precedence over a customId of the same spelling. A customId that
 * exists in several containers is ambiguous and refused.
 */
export async function getDocument(
  cells: Cells,
  principal: Principal,
  name: DocumentName,
): Promise<DocumentWithContent> {
  if (name.containerTag !== undefined) checkTags(principal, [name.containerTag])
  const within = { ...name, containerTag: principal.containerTag ?? name.containerTag }
  const byId = await findById(cells, principal, name.id)
  if (byId && matchesRequest(byId, within)) return byId
  const found = await findInCells(cells, principal, within, findByCustomId)
  if (found.length > 1) throw ambiguousDocument(await findInCells(cells, principal, within, listCandidates))
  if (!found[0]) throw new AppError('document.not_found')
  return found[0]
}

/** Whether a document is in the container, and carries one of the tags, that the request names. */
export function matchesRequest(
  { containerTags }: Pick<DocumentWithContent, 'containerTags'>,
  { containerTag, carrying }: DocumentName,
): boolean {
  if (containerTag !== undefined && containerTags[0] !== containerTag) return false
  return carrying === undefined || carrying.some(tag => containerTags.includes(tag))
}

async function findById(
  cells: Cells,
  principal: Principal,
  text: string,
): Promise<DocumentWithContent | undefined> {
  const { organization } = principal
  const org = organization.id
  const id = decodeId(text)
  if (!id) return undefined
  const shard = shardOf(id)
  // A foreign id may carry any shard. Asking another cell about it would only make that cell's failure ours.
  if (!organization.spread && shard !== organization.homeShard) return undefined
  const found = await inScope(cells.of(shard), { org }, db => findDocument(db, org, { id, shard }))
  if (found || !organization.spread) return found
  // A moved document keeps its id, which names the shard where it was created.
  const anywhere = await Promise.all(
    cells
      .reach(organization)
      .map(({ cell, shards }) => inScope(cell, { org }, db => findDocument(db, org, { id, shards }))),
  )
  return anywhere.find(document => document !== undefined)
}

/** Looks up a customId in the cell of its container or, without a container tag, in every cell of the organization. */
async function findInCells<T>(
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
): CellShards[] {
  if (containerTag === undefined) return cells.reach(organization)
  const shard = placeContainer(organization, containerTag)
  return [{ cell: cells.of(shard), shards: [shard] }]
}
