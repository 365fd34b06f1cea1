import type { Organization } from '../../platform/access/principal.ts'
import type { CellShards, Cells } from '../../platform/db/cells.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'
import {
  type Embedders,
  type EmbeddingModel,
  embeddingSetOf,
} from '../../platform/providers/embedding/embedder.ts'
import { wakeBuild } from './build-container.ts'
import { conflict } from './conflict.ts'
import * as store from './store.ts'

export type EmbeddingsApp = Embedders & { cells: Cells; wakes: Wakes }

/** Containers that are woken at once. The reconciler wakes the others. */
const wokenAtOnce = 500

/** Containers that get their build in one transaction. */
const containersPerStep = 2_000

/**
 * Starts to build the set of another model next to the searched one; workers do the work. Documents added from now on
 * get vectors in both. Started again, it continues and retries the texts that the model refused.
 */
export async function startBuild(
  app: EmbeddingsApp,
  organization: Organization,
  model: EmbeddingModel,
): Promise<void> {
  const org = organization.id
  for (const reach of app.cells.reach(organization)) {
    await inScope(reach.cell, { org }, db => chooseSets(db, app, { org, shards: reach.shards }, model))
    await insertBuilds(org, reach, embeddingSetOf(model))
    await inScope(reach.cell, { org }, db => startInCell(db, app, org, reach, model))
  }
}

/**
 * In steps before the build begins: the last transaction locks the sets, for which every write of vectors waits, and has
 * then only the containers of the last moment left. No worker takes a build whose set is not there yet.
 */
async function insertBuilds(org: string, { cell, shards }: CellShards, set: number): Promise<void> {
  const place = { org, shards }
  let cursor: store.ContainerCursor | undefined
  do {
    const from = cursor
    cursor = await inScope(cell, { org }, async db => {
      await store.lockBuilds(db, place)
      return store.insertSomeBuilds(db, place, set, from, containersPerStep)
    })
  } while (cursor)
}

async function startInCell(
  db: Db,
  app: EmbeddingsApp,
  org: string,
  { cell, shards }: CellShards,
  model: EmbeddingModel,
): Promise<void> {
  const place = { org, shards }
  const { active, next } = await chooseSets(db, app, place, model)
  await store.putSet(db, place, { ...active, role: 'active' })
  await store.putSet(db, place, next)
  await store.lockBuilds(db, place)
  await store.insertMissingBuilds(db, place, next.id)
  const queue = app.wakes.ofCell(cell.name)
  for (const key of await store.listOpenBuilds(db, place, next.id, wokenAtOnce))
    await wakeBuild(db, queue, key)
}

/** The set that is searched and the one to build. Throws when there is a reason not to build it. */
async function chooseSets(
  db: Db,
  app: EmbeddingsApp,
  place: store.OrganizationShards,
  model: EmbeddingModel,
): Promise<{ active: store.SetRow; next: store.SetRow }> {
  const sets = await store.lockSets(db, place)
  const active = await findActive(db, app, place, sets)
  const next = { ...model, id: embeddingSetOf(model), role: 'building' as const }
  refuse(sets, active, next)
  return { active, next }
}

/** The set with the active role; otherwise the one that the containers were made with; otherwise the main model's. */
async function findActive(
  db: Db,
  { embedder }: EmbeddingsApp,
  place: store.OrganizationShards,
  sets: readonly store.SetRow[],
): Promise<store.SetRow> {
  const main = { ...embedder.model, id: embeddingSetOf(embedder.model), role: null }
  const named = sets.find(({ role }) => role === 'active')
  if (named) return named
  const usual = await store.findUsualSet(db, place)
  return sets.find(({ id }) => id === usual) ?? main
}

function refuse(sets: readonly store.SetRow[], active: store.SetRow, next: store.SetRow): void {
  if (active.id === next.id) throw conflict(`${next.name} is already the model that searches use.`)
  const other = sets.find(({ id, role }) => role !== null && id !== active.id && id !== next.id)
  if (other) throw conflict(`There is already another embedding set, of ${other.name}. Drop it first.`)
  const same = sets.find(({ id }) => id === next.id)
  if (same?.role === 'previous')
    throw conflict(`The embedding set of ${next.name} already exists. Switch back to it with rollback.`)
  if (same?.role === 'dropping')
    throw conflict(`The embedding set of ${next.name} is being dropped. Run drop again to finish that first.`)
}
