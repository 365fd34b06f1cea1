import { placeContainer } from '../containers/place-container.ts'
import { findDetails } from '../containers/store.ts'
import type { Cells } from '../db/cells.ts'
import { inScope, unscoped } from '../db/tx.ts'
import type { Principal } from '../keys/principal.ts'
import { checkTags } from '../memories/find-container.ts'
import { type Bucket, readOrganizationBuckets } from './store.ts'

/** What a container's profile is sorted into: its own buckets, else its organization's, else none. */
export async function listBuckets(cells: Cells, principal: Principal, tag: string): Promise<Bucket[]> {
  checkTags(principal, [tag])
  const { organization } = principal
  const shard = placeContainer(organization, tag)
  const container = await inScope(cells.of(shard), { org: organization.id }, db =>
    findDetails(db, shard, organization.id, tag),
  )
  if (container?.profileBuckets) return container.profileBuckets
  return (await unscoped(cells.directory, db => readOrganizationBuckets(db, organization.id))) ?? []
}
