import type { z } from 'zod'
import type { Principal } from '../../platform/access/principal.ts'
import { type Role, reaches } from '../../platform/access/roles.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { dayMs } from '../../platform/lib/durations.ts'
import { clientName } from './clients.ts'
import type { grantQuery } from './grant-schema.ts'
import { disableGrants, disableOldest, type GrantRow, selectGrants } from './grant-store.ts'
import type { KeyRing } from './key-ring.ts'
import { mintKey } from './key-value.ts'
import { insertKey } from './store.ts'

type GrantsApp = { cells: { directory: Source }; keys: KeyRing }

/** A person may use a plugin on this many machines. */
const keysPerClient = 10
/** A plugin reads and writes; it manages neither keys nor people, whoever has signed in. */
const mostAllowed: Role = 'member'

/** Makes a key for a plugin, on behalf of the person who has signed in. */
export async function grantAccess(
  { cells, keys }: GrantsApp,
  { organization, person }: Principal,
  { client, containerTag, expiresInDays }: z.output<typeof grantQuery>,
) {
  const { id, value, secretHash } = mintKey()
  const { id: personId, role: own } = person!
  const role = reaches(own, mostAllowed) ? mostAllowed : own
  const name = clientName(client)
  const expiresAt = expiresInDays === undefined ? null : new Date(Date.now() + expiresInDays * dayMs)
  const grant = { client, person: personId, role }
  const disabled = await unscoped(cells.directory, async db => {
    await insertKey(db, {
      ...{ id, org: organization.id, name, secretHash, expiresAt, grant },
      ...(containerTag !== undefined && { containerTag }),
    })
    return disableOldest(db, organization.id, { person: personId, client, keep: keysPerClient })
  })
  for (const each of disabled) keys.forget(each)
  return { key: value, id, name, role, containerTag: containerTag ?? null, expiresAt }
}

/**
 * People see the grants that they gave, and so do their plugins; admins and keys of the organization see those of
 * everybody.
 */
export function listGrants({ cells }: GrantsApp, principal: Principal): Promise<GrantRow[]> {
  return unscoped(cells.directory, db => selectGrants(db, principal.organization.id, ownOnly(principal)))
}

/** Revokes a grant by the id of its key, or all grants of a client. */
export async function revokeGrants(
  { cells, keys }: GrantsApp,
  principal: Principal,
  grant: string,
): Promise<string[]> {
  const ids = await unscoped(cells.directory, db =>
    disableGrants(db, principal.organization.id, { grant, person: ownOnly(principal) }),
  )
  if (ids.length === 0) throw new AppError('key.not_found')
  for (const id of ids) keys.forget(id)
  return ids
}

function ownOnly({ person, grant }: Principal): string | undefined {
  if (grant) return grant.personId
  return person && !reaches(person.role, 'admin') ? person.id : undefined
}
