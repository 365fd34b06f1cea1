import { randomBytes } from 'node:crypto'
import { type AnySealedValue, type SealedValue, seal, unseal } from '../../platform/lib/seal.ts'

/** Signing secrets, in the form of the Standard Webhooks specification. */

const prefix = 'whsec_'
const secretBytes = 32

export type SealApp = { secretsKey: Buffer; oldSecretsKeys: readonly Buffer[] }

export const mintSecret = (): string => prefix + randomBytes(secretBytes).toString('base64')

/** A secret can be unsealed only for the endpoint that it was sealed for. */
export const sealedFor = (org: string, endpoint: string): string => `${org} webhooks.${endpoint}`

export const sealSecret = (
  { secretsKey }: Pick<SealApp, 'secretsKey'>,
  org: string,
  endpoint: string,
  secret: string,
): SealedValue => seal(secretsKey, sealedFor(org, endpoint), secret)

/** The bytes that sign. */
export function openSecret(
  { secretsKey, oldSecretsKeys }: SealApp,
  org: string,
  endpoint: string,
  sealed: AnySealedValue,
): Buffer {
  const secret = unseal([secretsKey, ...oldSecretsKeys], sealedFor(org, endpoint), sealed)
  return Buffer.from(secret.slice(prefix.length), 'base64')
}
