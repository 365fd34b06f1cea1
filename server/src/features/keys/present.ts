import type { Principal } from '../../platform/access/principal.ts'
import { encodeId } from '../../platform/lib/ids.ts'
import type { KeyRow } from './store.ts'

const isoOrNull = (date: Date | null) => date?.toISOString() ?? null

function presentKey(row: KeyRow) {
  return {
    id: row.id,
    name: row.name,
    type: row.containerTag === null ? ('organization' as const) : ('scoped' as const),
    containerTag: row.containerTag,
    createdAt: row.createdAt.toISOString(),
    expiresAt: isoOrNull(row.expiresAt),
    disabledAt: isoOrNull(row.disabledAt),
    lastUsedAt: isoOrNull(row.lastUsedAt),
    client: row.client,
    rateLimit: presentRateLimit(row),
  }
}

function presentRateLimit({ rateLimitMax: max, rateLimitWindowMs: timeWindow }: KeyRow) {
  return max === null || timeWindow === null ? null : { max, timeWindow }
}

export const presentKeys = (rows: readonly KeyRow[]) => ({ keys: rows.map(presentKey) })

/** The session of a person or a key. A key counts as its own user. */
export function presentSession({ organization, key, containerTag, person, grant }: Principal) {
  const role = person?.role ?? grant?.role
  return {
    user: person ? { id: person.id, name: person.name, email: person.email } : { id: key.id, name: key.name },
    org: { id: encodeId(organization.id), name: organization.name, slug: organization.slug },
    ...(person && { organizations: person.organizations }),
    // A scoped key reads and writes its container like a member, and manages nothing.
    role: role ?? (containerTag === undefined ? ('owner' as const) : ('member' as const)),
    ...(containerTag === undefined
      ? { accessType: 'full' as const, scope: { type: 'full' as const } }
      : presentScope(key, containerTag, role === 'viewer' ? 'read' : 'write')),
  }
}

/** Published clients read `tag`; `containerTag` is the name that we use elsewhere. */
function presentScope(
  { expiresAt, rateLimit }: Principal['key'],
  containerTag: string,
  permission: 'read' | 'write',
) {
  return {
    accessType: 'restricted' as const,
    containerTags: [{ containerTag, permission }],
    scope: {
      type: 'scoped' as const,
      permission,
      tag: containerTag,
      tags: [containerTag],
      containerTag,
      ...(rateLimit && { rateLimit: { max: rateLimit.max, timeWindow: rateLimit.windowMs } }),
      expires: isoOrNull(expiresAt ?? null),
    },
  }
}
