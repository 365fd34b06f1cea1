import type { Cells } from '../db/cells.ts'
import { inScope } from '../db/tx.ts'
import { AppError } from '../errors.ts'
import type { Principal } from '../keys/principal.ts'
import { decodeId, shardOf } from '../lib/ids.ts'
import { type Found, findDocument } from './store.ts'

/** The document a path names, by id or by customId; not found when it is another's, deleted, or outside the key's container. */
export async function getDocument(cells: Cells, principal: Principal, idOrCustomId: string): Promise<Found> {
  const found =
    (await findById(cells, principal, idOrCustomId)) ??
    (await findAnywhere(cells, principal, { customId: idOrCustomId }))
  const only = principal.containerTag
  if (!found || (only !== undefined && found.containerTags[0] !== only))
    throw new AppError('document.not_found')
  return found
}

async function findById(cells: Cells, principal: Principal, text: string): Promise<Found | undefined> {
  const { organization } = principal
  const id = decodeId(text)
  if (!id) return undefined
  const shard = shardOf(id)
  // An id from elsewhere may carry any shard; asking another cell about it would only make its failure ours.
  if (!organization.spread && shard !== organization.homeShard) return undefined
  const found = await inScope(cells.of(shard), { org: organization.id }, db =>
    findDocument(db, organization.id, { id, shard }),
  )
  // One that was moved keeps its id, and with it the name of the shard where it was made.
  return found ?? (organization.spread ? findAnywhere(cells, principal, { id }) : undefined)
}

/** Several containers may know a customId; the newest document has it, whichever cell that is in. Ids sort by creation. */
async function findAnywhere(
  cells: Cells,
  { organization }: Principal,
  by: { id: string } | { customId: string },
): Promise<Found | undefined> {
  const found = await Promise.all(
    cells
      .reach(organization)
      .map(({ cell, shards }) =>
        inScope(cell, { org: organization.id }, db => findDocument(db, organization.id, { ...by, shards })),
      ),
  )
  return found.filter(document => document !== undefined).toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]
}
