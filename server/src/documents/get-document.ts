import type { Cells } from '../db/cells.ts'
import { inScope } from '../db/tx.ts'
import { AppError } from '../errors.ts'
import type { Principal } from '../keys/principal.ts'
import { decodeId, shardOf } from '../lib/ids.ts'
import { type Found, findDocument } from './store.ts'

/** The document a path names, by id or by customId; not found when it is another's, deleted, or outside the key's container. */
export async function getDocument(cells: Cells, principal: Principal, idOrCustomId: string): Promise<Found> {
  const found =
    (await findById(cells, principal, idOrCustomId)) ?? (await findByCustomId(cells, principal, idOrCustomId))
  const only = principal.containerTag
  if (!found || (only !== undefined && found.containerTags[0] !== only))
    throw new AppError('document.not_found')
  return found
}

async function findById(cells: Cells, { organization }: Principal, text: string): Promise<Found | undefined> {
  const id = decodeId(text)
  if (!id) return undefined
  const shard = shardOf(id)
  // An id from elsewhere may carry any shard; asking another cell about it would only make its failure ours.
  if (!organization.spread && shard !== organization.homeShard) return undefined
  return inScope(cells.of(shard), { org: organization.id }, db =>
    findDocument(db, organization.id, { id, shard }),
  )
}

async function findByCustomId(
  cells: Cells,
  { organization }: Principal,
  customId: string,
): Promise<Found | undefined> {
  const found = await Promise.all(
    cells
      .reach(organization)
      .map(({ cell, shards }) =>
        inScope(cell, { org: organization.id }, db =>
          findDocument(db, organization.id, { customId, shards }),
        ),
      ),
  )
  // Several containers may know the name; the newest document has it, whichever cell that is in. Ids sort by creation.
  return found.filter(document => document !== undefined).toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]
}
