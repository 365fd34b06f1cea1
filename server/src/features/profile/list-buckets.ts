import { checkTags, type Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { readInScope, unscoped } from '../../platform/db/tx.ts'
import { placeContainer } from '../containers/place-container.ts'
import { type Bucket, findProfiled, type Profiled, readOrganizationBuckets } from './store.ts'

/** What a container's profile is sorted into: its own buckets, else its organization's, else none. */
export async function listBuckets(
  cells: Cells,
  principal: Principal,
  tag: string,
): Promise<{ container: Profiled | undefined; buckets: Bucket[] }> {
  checkTags(principal, [tag])
  const { organization } = principal
  const shard = placeContainer(organization, tag)
  const container = await readInScope(cells.of(shard), { org: organization.id }, db =>
    findProfiled(db, shard, organization.id, tag),
  )
  const buckets =
    container?.buckets ??
    (await unscoped(cells.directory, db => readOrganizationBuckets(db, organization.id))) ??
    []
  return { container, buckets }
}
