import type { Organization } from '../../platform/access/principal.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ContainersApp } from './delete-container.ts'
import { placeContainer } from './place-container.ts'
import { type ContainerDetails, type ContainerPatch, findDetails, updateDetails } from './store.ts'

export async function getContainer(
  { cells }: Pick<ContainersApp, 'cells'>,
  organization: Organization,
  tag: string,
): Promise<ContainerDetails> {
  const shard = placeContainer(organization, tag)
  const found = await inScope(cells.of(shard), { org: organization.id }, db =>
    findDetails(db, shard, organization.id, tag),
  )
  if (!found) throw new AppError('container.not_found')
  return found
}

/** Changes the details of a container, and creates it when there is none. */
export async function updateContainer(
  { cells, containers }: ContainersApp,
  organization: Organization,
  tag: string,
  patch: ContainerPatch,
): Promise<ContainerDetails> {
  for (let tries = 1; ; tries++) {
    const key = await containers.resolve(organization, tag)
    const updated = await inScope(cells.of(key.shard), { org: key.org }, db => updateDetails(db, key, patch))
    if (updated) return updated
    // Deleted by another process since we learned of it.
    containers.forget(key.container)
    if (tries === 3) throw new AppError('container.not_found')
  }
}
