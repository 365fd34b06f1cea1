import type { Subscription } from '../../platform/connectors/connector.ts'
import { type AnySealedValue, type SealedValue, seal, UnsealError, unseal } from '../../platform/lib/seal.ts'
import type { ConnectionRow } from './connection-store.ts'
import type { ConnectionsApp } from './connections-app.ts'

type SealApp = Pick<ConnectionsApp, 'secretsKey' | 'oldSecretsKeys'>
type Owner = Pick<ConnectionRow, 'org' | 'id'>

/** A value can be unsealed only for the connection and the column that it was sealed for. */
export const sealedFor = ({ org, id }: Owner, column: 'credentials' | 'subscription'): string =>
  `${org} connections.${id}.${column}`

export const sealCredentials = ({ secretsKey }: SealApp, owner: Owner, credentials: unknown): SealedValue =>
  seal(secretsKey, sealedFor(owner, 'credentials'), JSON.stringify(credentials))

/** Throws `UnsealError` when the key that sealed them is not configured. */
export function openCredentials(
  { secretsKey, oldSecretsKeys }: SealApp,
  owner: Owner & { credentials: AnySealedValue | null },
): unknown {
  if (owner.credentials === null) return {}
  return JSON.parse(
    unseal([secretsKey, ...oldSecretsKeys], sealedFor(owner, 'credentials'), owner.credentials),
  )
}

export const sealSubscription = (
  { secretsKey }: SealApp,
  owner: Owner,
  subscription: Subscription,
): SealedValue => seal(secretsKey, sealedFor(owner, 'subscription'), JSON.stringify(subscription))

export function openSubscription(
  { secretsKey, oldSecretsKeys }: SealApp,
  owner: Owner & { subscription: AnySealedValue | null },
): Subscription | undefined {
  if (owner.subscription === null) return undefined
  const text = opened([secretsKey, ...oldSecretsKeys], sealedFor(owner, 'subscription'), owner.subscription)
  if (text === undefined) return undefined
  const { expiresAt, ...rest } = JSON.parse(text)
  return { ...rest, ...(expiresAt && { expiresAt: new Date(expiresAt) }) }
}

/** A subscription that cannot be read is made anew. */
function opened(keys: readonly Buffer[], purpose: string, sealed: AnySealedValue): string | undefined {
  try {
    return unseal(keys, purpose, sealed)
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error
    return undefined
  }
}
