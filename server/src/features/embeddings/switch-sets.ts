import { setTimeout as sleep } from 'node:timers/promises'
import type { Organization } from '../../platform/access/principal.ts'
import type { CellShards, Cells } from '../../platform/db/cells.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { conflict } from './conflict.ts'
import * as store from './store.ts'

/** Containers that are switched in one transaction, which makes adds to them wait. */
const containersPerStep = 500

/**
 * Makes the built set answer. The roles of the sets change in one transaction, then the containers follow in steps: one
 * statement for all of them locked every container of the organization until its end. Until its step, a container answers
 * from the previous set, which is kept up to date for a rollback anyway. An interrupted switch continues when it is called
 * again.
 */
export async function switchSets({ cells }: { cells: Cells }, organization: Organization): Promise<void> {
  const org = organization.id
  const reaches = cells.reach(organization)
  // All cells are checked before one is changed: a set that is not ready in one cell is switched in none.
  const ready = []
  for (const reach of reaches) if (await isReady(org, reach)) ready.push(reach)
  if (ready.length > 0) await refuseEmptySet(org, ready)
  for (const reach of ready) await inScope(reach.cell, { org }, db => switchInCell(db, org, reach))
  const activated = await activateAll(org, reaches)
  if (ready.length === 0 && !activated)
    throw conflict('No embedding set is being built. Start one with build.')
}

/** How often containers that somebody holds are left for later. An add or a dream holds one for milliseconds. */
const roundsOfFree = 5
const roundPauseMs = 50

/**
 * Lets all containers search the set with the active role: in all cells first those that nobody holds, and then the others.
 * Returns whether any searched another one.
 */
async function activateAll(org: string, reaches: readonly CellShards[]): Promise<boolean> {
  const free = await Promise.all(reaches.map(reach => activateFree(org, reach)))
  const held = await Promise.all(reaches.map(reach => activateInCell(org, reach, false)))
  return [...free, ...held].some(({ activated }) => activated)
}

type Activation = { activated: boolean; isWhole: boolean }

async function activateFree(org: string, reach: CellShards): Promise<Activation> {
  const first = await activateInCell(org, reach, true)
  let { isWhole } = first
  for (let round = 1; !isWhole && round < roundsOfFree; round++) {
    await sleep(roundPauseMs)
    isWhole = (await activateInCell(org, reach, true)).isWhole
  }
  return { activated: first.activated, isWhole }
}

/** One pass over the containers of a cell. It is whole if no container searches another set afterwards. */
async function activateInCell(
  org: string,
  { cell, shards }: CellShards,
  skipsLocked: boolean,
): Promise<Activation> {
  const place = { org, shards }
  const sets = await inScope(cell, { org }, db => store.lockSets(db, place))
  const active = sets.find(({ role }) => role === 'active')
  if (!active) return { activated: false, isWhole: true }
  const step = (cursor: store.ContainerCursor | undefined) =>
    inScope(cell, { org }, db =>
      store.activateSome(db, place, active.id, cursor, { count: containersPerStep, skipsLocked }),
    )
  const first = await step(undefined)
  for (let cursor = first; cursor; ) cursor = await step(cursor)
  const isWhole = await inScope(cell, { org }, db => store.isSearchedByAll(db, place, active.id))
  return { activated: first !== undefined, isWhole }
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
}

/** Undoes a switch: the previous set answers again, and the other one is built and waiting, as before. */
export async function rollBackSets({ cells }: { cells: Cells }, organization: Organization): Promise<void> {
  const org = organization.id
  const reaches = cells.reach(organization)
  let rolledBack = 0
  for (const reach of reaches)
    rolledBack += await inScope(reach.cell, { org }, db => rollBackInCell(db, org, reach))
  const activated = await activateAll(org, reaches)
  if (rolledBack === 0 && !activated) throw conflict('There is no previous embedding set to switch back to.')
}

async function rollBackInCell(db: Db, org: string, { shards }: CellShards): Promise<number> {
  const place = { org, shards }
  const sets = await store.lockSets(db, place)
  const active = sets.find(({ role }) => role === 'active')
  const previous = sets.find(({ role }) => role === 'previous')
  if (!active || !previous) return 0
  await store.setRole(db, place, active.id, 'building')
  await store.setRole(db, place, previous.id, 'active')
  return 1
}
