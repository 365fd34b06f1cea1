import { checkTags, type Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { readOrRecall } from '../../platform/db/directory-cache.ts'
import { readInScope } from '../../platform/db/tx.ts'
import { placeContainer } from '../containers/place-container.ts'
import { type Bucket, findProfileContainer, type ProfileContainer, readOrganizationBuckets } from './store.ts'

/** The buckets of a container's profile: its own, else those of its organization, else none. */
export async function listBuckets(
  cells: Cells,
  principal: Principal,
  tag: string,
): Promise<{ container: ProfileContainer | undefined; buckets: Bucket[] }> {
  checkTags(principal, [tag])
  const { organization } = principal
  const shard = placeContainer(organization, tag)
  const container = await readInScope(cells.of(shard), { org: organization.id }, db =>
    findProfileContainer(db, shard, organization.id, tag),
  )
  const buckets =
    container?.buckets ??
    (await readOrRecall(cells.directory, organization.id, readOrganizationBuckets)) ??
    []
  return { container, buckets }
}
