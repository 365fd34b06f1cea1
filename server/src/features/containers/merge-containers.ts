import type { Organization } from '../../platform/access/principal.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import { decodeId, newId, shardOf } from '../../platform/lib/ids.ts'
import type { ContainersApp } from './delete-container.ts'
import { placeContainer } from './place-container.ts'
import { findContainer, lockContainers } from './store.ts'
import { wake } from './upkeep/run-upkeep-step.ts'
import { findMerge, insertMerge, isMerging, type MergeRow } from './upkeep/store.ts'

/**
 * Queues the merge of some containers into another. Documents added to a source meanwhile move too. The source is
 * closed when it is empty, and its tag gets a new container at its next use. Each step is a transaction, so a merge
 * stays within a cell.
 */
export async function startMerge(
  app: ContainersApp,
  organization: Organization,
  { sourceTags, targetTag }: { sourceTags: string[]; targetTag: string },
): Promise<{ id: string }> {
  const shard = placeContainer(organization, targetTag)
  const cell = app.cells.of(shard)
  const apart = sourceTags.filter(tag => app.cells.of(placeContainer(organization, tag)) !== cell)
  if (apart.length > 0)
    throw new AppError('merge.across_cells', {
      details: `containerTags: not in the same database as ${targetTag}: ${apart.join(', ')}`,
    })
  const org = organization.id
  const find = (db: Db, tag: string) => findContainer(db, placeContainer(organization, tag), org, tag)
  await inScope(cell, { org }, async db => {
    for (const tag of sourceTags)
      if (!(await find(db, tag)))
        throw new AppError('container.not_found', { details: `containerTags: there is no ${tag}` })
  })
  return app.containers.retryIfClosed(async () => {
    const target = await app.containers.resolve(organization, targetTag)
    return inScope(cell, { org }, async db => {
      const found = await Promise.all(sourceTags.map(tag => find(db, tag)))
      const sources = found.filter(source => source !== undefined)
      const locked = await lockContainers(db, [target, ...sources])
      // Somebody deleted one of them since it was looked up.
      if (locked.length !== sourceTags.length + 1) {
        app.containers.forget(target.container)
        throw new AppError('merge.busy')
      }
      if (await isMerging(db, locked, app.cells.shardsOfSameCell(organization, shard)))
        throw new AppError('merge.busy')
      const id = newId(shard)
      const ids = sources.map(({ container }) => container)
      await insertMerge(db, { ...target, id, targetTag, sourceTags, sources: ids })
      await wake(db, app.wakes.of(shard), target, lanes.upkeep)
      return { id }
    })
  })
}

export async function getMerge(
  { cells }: Pick<ContainersApp, 'cells'>,
  organization: Organization,
  text: string,
): Promise<MergeRow> {
  const id = decodeId(text)
  const shard = id === undefined ? undefined : shardOf(id)
  // A foreign id may carry any shard. Asking another cell about it would only make that cell's failure ours.
  const isOurs = shard !== undefined && (organization.spread || shard === organization.homeShard)
  const merge = isOurs
    ? await inScope(cells.of(shard), { org: organization.id }, db =>
        findMerge(db, shard, organization.id, id!),
      )
    : undefined
  if (!merge) throw new AppError('merge.not_found')
  return merge
}
