import type { Organization } from '../../platform/access/principal.ts'
import type { CellShards, Cells } from '../../platform/db/cells.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { conflict } from './conflict.ts'
import * as store from './store.ts'

/** Makes the built set answer from the next search on. The previous set is kept up to date for a rollback. */
export async function switchSets({ cells }: { cells: Cells }, organization: Organization): Promise<void> {
  const reaches = cells.reach(organization)
  // All cells are checked before one is changed: a set that is not ready in one cell is switched in none.
  const ready = []
  for (const reach of reaches) if (await isReady(organization.id, reach)) ready.push(reach)
  if (ready.length > 0) await refuseEmptySet(organization.id, ready)
  if (ready.length === 0) throw conflict('No embedding set is being built. Start one with build.')
  for (const reach of ready)
    await inScope(reach.cell, { org: organization.id }, db => switchInCell(db, organization.id, reach))
}

/** Returns false where the switch is done already, so that a switch interrupted between two cells can continue. */
async function isReady(org: string, { cell, shards }: CellShards): Promise<boolean> {
  return inScope(cell, { org }, async db => {
    const next = (await store.lockSets(db, { org, shards })).find(({ role }) => role === 'building')
    if (!next) return false
    const open = await store.listOpenBuilds(db, { org, shards }, next.id, 1)
    if (open.length > 0)
      throw conflict(`The embedding set of ${next.name} is not complete yet. Wait for the build to finish.`)
    return true
  })
}

/**
 * With a model that refuses every text the build ends too, and searches would find nothing. The set may be empty in
 * some cells: one whose only text was refused must not keep the others.
 */
async function refuseEmptySet(org: string, ready: readonly CellShards[]): Promise<void> {
  const states = []
  for (const { cell, shards } of ready)
    states.push(await inScope(cell, { org }, db => store.readBuildingState(db, { org, shards })))
  if (states.some(({ hasVectors }) => hasVectors) || !states.some(({ hasTexts }) => hasTexts)) return
  throw conflict(
    'The embedding set is empty, because the model refused every text. Check its settings, and start the build again.',
  )
}

async function switchInCell(db: Db, org: string, { shards }: CellShards): Promise<void> {
  const place = { org, shards }
  const sets = await store.lockSets(db, place)
  const active = sets.find(({ role }) => role === 'active')
  const next = sets.find(({ role }) => role === 'building')
  if (!active || !next) return
  await store.setRole(db, place, active.id, 'previous')
  await store.setRole(db, place, next.id, 'active')
  await store.activateSet(db, place, next.id)
}

/** Undoes a switch: the previous set answers again, and the other one is built and waiting, as before. */
export async function rollBackSets({ cells }: { cells: Cells }, organization: Organization): Promise<void> {
  let rolledBack = 0
  for (const reach of cells.reach(organization))
    rolledBack += await inScope(reach.cell, { org: organization.id }, db =>
      rollBackInCell(db, organization.id, reach),
    )
  if (rolledBack === 0) throw conflict('There is no previous embedding set to switch back to.')
}

async function rollBackInCell(db: Db, org: string, { shards }: CellShards): Promise<number> {
  const place = { org, shards }
  const sets = await store.lockSets(db, place)
  const active = sets.find(({ role }) => role === 'active')
  const previous = sets.find(({ role }) => role === 'previous')
  if (!active || !previous) return 0
  await store.setRole(db, place, active.id, 'building')
  await store.setRole(db, place, previous.id, 'active')
  await store.activateSet(db, place, previous.id)
  return 1
}
