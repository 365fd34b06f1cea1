import { queryOptions } from '@tanstack/react-query'
import { root } from './client.ts'

/** The answer of `/ready`, which needs no session. */
export type Ready = {
  status: 'ready' | 'degraded' | 'not_ready'
  /** Each part that the server needs, and whether it answers. */
  checks: Record<string, 'ok' | 'failing'>
  gates?: { cell: string; gate: string; code: string; since: string }[]
}

export const readyQuery = queryOptions({
  queryKey: ['ready'],
  queryFn: async ({ signal }): Promise<Ready> => (await fetch(new URL('ready', root), { signal })).json(),
  refetchOnWindowFocus: true,
})
