import type { Principal } from '../../platform/access/principal.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'
import { newId, shardOf } from '../../platform/lib/ids.ts'
import { mostDocumentsNamed } from '../erasures/journal.ts'
import { type JournalApp, journalErasures } from '../erasures/journal-erasures.ts'
import { type HeldByContainer, openErasure } from '../erasures/store.ts'
import { placeContainer } from './place-container.ts'
import type { ContainerResolver } from './resolve-container.ts'
import { type ContainerKey, closeContainer, findContainer, listDocumentIds, lockContainers } from './store.ts'
import { wake } from './upkeep/run-upkeep-step.ts'
import { isMerging, listEmptied } from './upkeep/store.ts'

export type ContainersApp = JournalApp & { containers: ContainerResolver; wakes: Wakes }

/** When this returns, the tag is free and its documents are gone for every reader. A worker purges them afterwards. */
export async function deleteContainer(
  app: ContainersApp,
  { organization, key }: Principal,
  tag: string,
): Promise<{ documents: number; memories: number; erasure: string }> {
  const shard = placeContainer(organization, tag)
  const deleted = await inScope(app.cells.of(shard), { org: organization.id }, async db => {
    const found = await findContainer(db, shard, organization.id, tag)
    if (!found || (await lockContainers(db, [found])).length === 0) throw new AppError('container.not_found')
    if (await isMerging(db, [found], app.cells.shardsOfSameCell(organization, shard)))
      throw new AppError('merge.busy')
    const held = await listHeld(db, found)
    const counts = await closeContainer(db, found)
    const asked = { kind: 'container', target: found.container, askedBy: key.id, requested: 1, held } as const
    const erasure = newId(shard)
    await openErasure(db, found, { ...asked, id: erasure })
    await wake(db, app.wakes.of(shard), found, lanes.upkeep)
    app.containers.forget(found.container)
    return { ...counts!, erasure }
  })
  await journalErasures(app, organization.id, [deleted.erasure])
  return deleted
}

/** Also the containers that had been merged into those that were merged into it, and so on. */
async function listHeld(db: Db, { org, container }: ContainerKey): Promise<HeldByContainer> {
  const keyOf = (id: string) => ({ shard: shardOf(id), org, container: id })
  const ids = await listDocumentIds(db, keyOf(container), mostDocumentsNamed + 1)
  const merged = new Set([container])
  // A set that grows is walked to its end.
  for (const id of merged) for (const source of await listEmptied(db, keyOf(id))) merged.add(source)
  return { documents: ids.length > mostDocumentsNamed ? null : ids, containers: [...merged].slice(1) }
}
