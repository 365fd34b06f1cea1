import type { Key } from '@reverie/sdk'
import { queries, reverie } from '../../data/client.ts'
import { keysQuery } from '../../data/queries.ts'
import { say, sayError } from '../../parts/toasts.tsx'

/** Shows the key as disabled at once, and takes that back if the server refuses. */
export async function disableKey({ id, name }: Key): Promise<void> {
  const { queryKey } = keysQuery
  const before = queries.getQueryData(queryKey)
  queries.setQueryData(queryKey, keys =>
    keys?.map(key => (key.id === id ? { ...key, disabledAt: new Date().toISOString() } : key)),
  )
  try {
    await reverie.keys.disable(id)
    say(`“${name}” is disabled.`)
  } catch (error) {
    queries.setQueryData(queryKey, before)
    sayError(error)
  }
  await queries.invalidateQueries({ queryKey })
}
