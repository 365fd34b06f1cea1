import type { Principal } from '../../platform/access/principal.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'
import { newId } from '../../platform/lib/ids.ts'
import { mostDocumentsNamed } from '../erasures/journal.ts'
import { type JournalApp, journalErasures } from '../erasures/journal-erasures.ts'
import { openErasure } from '../erasures/store.ts'
import { placeContainer } from './place-container.ts'
import type { ContainerResolver } from './resolve-container.ts'
import { closeContainer, findContainer, listDocumentIds, lockContainers } from './store.ts'
import { wake } from './upkeep/run-upkeep-step.ts'
import { isMerging } from './upkeep/store.ts'

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
    const ids = await listDocumentIds(db, found, mostDocumentsNamed + 1)
    const held = await closeContainer(db, found)
    const asked = { kind: 'container', target: found.container, askedBy: key.id, requested: 1 } as const
    const erasure = newId(shard)
    await openErasure(db, found, { ...asked, id: erasure })
    await wake(db, app.wakes.of(shard), found, lanes.upkeep)
    app.containers.forget(found.container)
    return { counts: { ...held!, erasure }, ids }
  })
  const { counts, ids } = deleted
  const named = ids.length <= mostDocumentsNamed ? ids : undefined
  await journalErasures(app, organization.id, [counts.erasure], named)
  return counts
}
