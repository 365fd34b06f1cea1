import type { Role } from '@reverie/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from './queries.ts'

const roles: readonly Role[] = ['viewer', 'member', 'admin', 'owner']

/** The session of the page. The router has loaded it before any page shows. */
export function useSession() {
  const { data } = useSuspenseQuery(sessionQuery)
  const may = (needed: Role) => roles.indexOf(data.role) >= roles.indexOf(needed)
  return { ...data, may }
}
