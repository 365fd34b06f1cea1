import { createHash } from 'node:crypto'
import type { Organization } from '../../platform/access/principal.ts'
import { SHARD_COUNT } from '../../platform/lib/ids.ts'

/** Container tags with this prefix are projects, an older name for some containers. */
export const projectPrefix = 'sm_project_'

/** The container of documents that name none. */
export const defaultContainerTag = 'sm_project_default'

/** The shard of a container: its organization's home, or by hash when the organization is spread. */
export function placeContainer(organization: Organization, tag: string): number {
  if (!organization.spread) return organization.homeShard
  const hash = createHash('sha256').update(organization.id).update(tag).digest()
  return hash.readUInt32BE(0) % SHARD_COUNT
}
