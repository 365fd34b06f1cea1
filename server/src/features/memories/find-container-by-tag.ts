import { checkTags, type Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { placeContainer } from '../containers/place-container.ts'
import { type ContainerKey, findContainer } from '../containers/store.ts'

/** Finds the container of a tag without creating it. Undefined: the tag was never used. */
export async function findContainerByTag(
  cells: Cells,
  principal: Principal,
  tag: string,
): Promise<ContainerKey | undefined> {
  checkTags(principal, [tag])
  const { organization } = principal
  const shard = placeContainer(organization, tag)
  const found = await inScope(cells.of(shard), { org: organization.id }, db =>
    findContainer(db, shard, organization.id, tag),
  )
  return found && { shard: found.shard, org: found.org, container: found.container }
}
