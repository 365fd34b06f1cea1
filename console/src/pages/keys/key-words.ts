import type { Key } from '@reverie/sdk'
import { duration, figure } from '../../parts/numbers.ts'
import type { State } from '../../parts/state.tsx'

export const isExpired = ({ expiresAt }: Key) =>
  expiresAt !== null && new Date(expiresAt).getTime() <= Date.now()

export const isAlive = (key: Key) => !key.disabledAt && !isExpired(key)

export function stateOf(key: Key): { state: State; label: string } {
  if (key.disabledAt) return { state: 'failed', label: 'Disabled' }
  if (isExpired(key)) return { state: 'waiting', label: 'Expired' }
  return { state: 'done', label: 'Works' }
}

/** What a key may reach. */
export const scopeOf = ({ containerTag }: Key) =>
  containerTag === null ? 'whole organization' : `only ${containerTag}`

const minuteMs = 60_000

/** "500 requests a minute", or undefined for a key without a limit of its own. */
export function limitOf({ rateLimit }: Key): string | undefined {
  if (!rateLimit) return undefined
  const { max, timeWindow } = rateLimit
  const window = timeWindow === minuteMs ? 'a minute' : `in ${duration(timeWindow)}`
  return `${figure(max)} requests ${window}`
}
