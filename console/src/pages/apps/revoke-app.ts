import { queries, reverie } from '../../data/client.ts'
import { appsQuery, keysQuery } from '../../data/queries.ts'
import { counted } from '../../parts/numbers.ts'
import { say, sayError } from '../../parts/toasts.tsx'

/** Revokes a key, or all keys of a plugin. They leave the list at once, and come back if the server refuses. */
export async function revokeApp(id: string, name: string): Promise<void> {
  const { queryKey } = appsQuery
  const before = queries.getQueryData(queryKey)
  queries.setQueryData(queryKey, grants => grants?.filter(grant => grant.id !== id && grant.clientId !== id))
  try {
    const count = await reverie.apps.revoke(id)
    say(`${counted(count, 'key')} of ${name} revoked.`)
  } catch (error) {
    queries.setQueryData(queryKey, before)
    sayError(error)
  }
  await Promise.all([
    queries.invalidateQueries({ queryKey }),
    queries.invalidateQueries({ queryKey: keysQuery.queryKey }),
  ])
}
