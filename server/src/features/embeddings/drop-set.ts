import type { Organization } from '../../platform/access/principal.ts'
import type { CellShards, Cells } from '../../platform/db/cells.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { conflict } from './conflict.ts'
import * as store from './store.ts'

/** Rows that a step removes from each table: about 0.1 s. */
const rowsPerStep = 2_000

/**
 * Removes the set that is not searched, whether it is being built or is the previous one. It is marked first, so that
 * nobody writes to it any more, then emptied in short steps. The next drop removes the rows that an interrupted drop has left.
 */
export async function dropSet({ cells }: { cells: Cells }, organization: Organization): Promise<void> {
  const org = organization.id
  const reaches = cells.reach(organization)
  // All cells are checked before one is changed: a set that is searched in one cell is dropped in none.
  for (const reach of reaches) await inScope(reach.cell, { org }, db => listUnused(db, org, reach))
  let dropped = 0
  for (const reach of reaches) {
    for (const set of await inScope(reach.cell, { org }, db => markUnused(db, org, reach))) {
      await emptySet(org, reach, set)
      dropped++
    }
  }
  if (dropped === 0) throw conflict('Searches use the only embedding set. There is nothing to drop.')
}

/** Throws if a container searches a set that is not the active one. */
async function listUnused(db: Db, org: string, { shards }: CellShards): Promise<number[]> {
  const place = { org, shards }
  const sets = await store.lockSets(db, place)
  const active = sets.find(({ role }) => role === 'active')
  // Before the first build no set has a role, and the searched set must not look unused.
  if (!active) return []
  const searched = await store.listSearchedSets(db, place)
  const others = sets.filter(({ id }) => id !== active.id)
  const needed = others.find(({ id }) => searched.includes(id))
  // Containers that were created while another model was the main one still search that model's set.
  if (needed)
    throw conflict(`Some container tags still search the embedding set of ${needed.name}. Run switch first.`)
  return others.map(({ id }) => id)
}

async function markUnused(db: Db, org: string, reach: CellShards): Promise<number[]> {
  const unused = await listUnused(db, org, reach)
  for (const id of unused) await store.setRole(db, { org, shards: reach.shards }, id, 'dropping')
  return unused
}

async function emptySet(org: string, { cell, shards }: CellShards, set: number): Promise<void> {
  const containers = await inScope(cell, { org }, db => store.listSetContainers(db, { org, shards }))
  for (const key of containers)
    while (!(await inScope(cell, { org }, db => store.removeSome(db, key, set, rowsPerStep))));
  await inScope(cell, { org }, db => store.deleteSet(db, { org, shards }, set))
}
