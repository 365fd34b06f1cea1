import { boundStatement } from './bound.ts'
import type { Statement } from './statement.ts'

/**
 * The organization that a transaction acts for. Row-level security hides all other rows. Without a `container` it sees
 * all containers of the organization or, in a request of a scoped key, only that key's container (see `inBound`).
 */
export type Scope = { org: string; container?: string | undefined }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Sent with the begin, in one round trip. The values are uuids and checked here, because this text takes no parameters.
 * Without a container none is set: the setting of the previous transaction ended with it.
 */
export function scoped(scope: Scope): string {
  const { org, container } = scope
  if (!uuid.test(org) || (container !== undefined && !uuid.test(container)))
    throw new Error('A scope is made of uuids')
  const limit =
    container === undefined ? boundStatement(org)?.literal : `set local reverie.container = '${container}'`
  return `set local reverie.org = '${org}'${limit ? `; ${limit}` : ''}`
}

/** The same as prepared statements. */
export function scopeStatements({ org, container }: Scope): Statement[] {
  if (container !== undefined)
    return [{ text: `select ${setOrg}, set_config('reverie.container', $2, true)`, values: [org, container] }]
  const bound = boundStatement(org)
  return [{ text: `select ${setOrg}`, values: [org] }, ...(bound ? [bound.prepared] : [])]
}

const setOrg = `set_config('reverie.org', $1, true)`
