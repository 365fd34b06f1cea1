import type { Organization } from '../../platform/access/principal.ts'
import { encodeId } from '../../platform/lib/ids.ts'
import { withKey } from './clients.ts'
import type { grantAccess } from './grant-access.ts'
import type { GrantRow } from './grant-store.ts'

const isoOrNull = (date: Date | null) => date?.toISOString() ?? null

type GrantedKey = Awaited<ReturnType<typeof grantAccess>>

export function presentGrantedKey(
  { expiresAt, ...granted }: GrantedKey,
  { callback, apiUrl }: { callback: string; apiUrl: string },
) {
  const redirectTo = withKey(callback, { key: granted.key, apiUrl })
  return { ...granted, expiresAt: isoOrNull(expiresAt), redirectTo }
}

export const presentPlugins = (rows: readonly GrantRow[]) => ({
  plugins: [...new Set(rows.map(({ client }) => client))],
})

export function presentGrants(rows: readonly GrantRow[], organization: Organization) {
  return {
    grants: rows.map(row => ({
      id: row.id,
      clientId: row.client,
      name: row.name,
      icon: null,
      isFirstParty: false,
      workspaceId: encodeId(organization.id),
      workspaceName: organization.name,
      scopes: row.role === 'viewer' ? ['read'] : ['read', 'write'],
      containerTag: row.containerTag,
      person: { id: row.personId, name: row.personName },
      connectedAt: row.createdAt.toISOString(),
      expiresAt: isoOrNull(row.expiresAt),
      lastUsedAt: isoOrNull(row.lastUsedAt),
    })),
  }
}

export const presentRevoked = (ids: readonly string[]) => ({ success: true, revoked: ids.length })
