import type { Organization } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { freshCell } from '../../platform/db/fresh-cell.ts'
import { listInScope } from '../../platform/db/tx.ts'
import { type ContainerDetails, listDetails } from './store.ts'

/** A page of an organization's containers, by last activity. Each cell returns its first rows up to the page's end. */
export async function listContainers(
  cells: Cells,
  organization: Organization,
  { page, limit, prefix = '' }: { page: number; limit: number; prefix?: string },
): Promise<ContainerDetails[]> {
  const take = page * limit
  const org = organization.id
  const lists = await Promise.all(
    cells.reach(organization).map(async ({ cell, shards }) => {
      const from = await freshCell(cell, { org, shards, tags: undefined })
      return listInScope(from, { org }, db => listDetails(db, org, shards, { prefix, take }))
    }),
  )
  const start = (page - 1) * limit
  // Within a millisecond the order of each cell is kept, because the sort is stable.
  const rows =
    lists.length === 1
      ? lists[0]!
      : lists.flat().sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())
  return rows.slice(start, start + limit)
}
