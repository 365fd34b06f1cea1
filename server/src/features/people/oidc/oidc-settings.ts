import { createHash } from 'node:crypto'
import type { Role } from '../../../platform/access/roles.ts'
import type { Config } from '../../../platform/config.ts'

export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  scopes: string[]
  /** Shown on the button. */
  name: string
  /** The address of the console, without a slash at its end. */
  consoleUrl: string
  /** Undefined: any. */
  allowedDomains: readonly string[] | undefined
  trustedDomains: readonly string[]
  verifiedClaim: string
  /** The organization that unknown people join, by its slug. */
  join: { slug: string; role: Role } | undefined
}

/** Undefined if people cannot sign in by a provider. */
export function oidcSettingsOf(config: Config): OidcSettings | undefined {
  if (config.OIDC_ISSUER === '') return undefined
  const allowed = domainsIn(config.OIDC_ALLOWED_DOMAINS)
  return {
    issuer: config.OIDC_ISSUER,
    clientId: config.OIDC_CLIENT_ID,
    clientSecret: config.OIDC_CLIENT_SECRET || undefined,
    scopes: config.OIDC_SCOPES.trim().split(/\s+/),
    name: config.OIDC_NAME,
    consoleUrl: config.PUBLIC_URL.replace(/\/+$/, ''),
    allowedDomains: allowed.length === 0 || allowed.includes('*') ? undefined : allowed,
    trustedDomains: domainsIn(config.OIDC_TRUSTED_DOMAINS),
    verifiedClaim: config.OIDC_VERIFIED_CLAIM,
    join:
      config.OIDC_JOIN_ORGANIZATION === ''
        ? undefined
        : { slug: config.OIDC_JOIN_ORGANIZATION, role: config.OIDC_JOIN_ROLE },
  }
}

const domainsIn = (list: string) =>
  list
    .toLowerCase()
    .split(',')
    .map(each => each.trim())
    .filter(each => each !== '')

/** The address that the provider sends people back to. It is registered there. */
export const redirectUri = (consoleUrl: string) => `${consoleUrl}/v3/auth/oidc/callback`

/**
 * Names the provider in accounts. It follows from the issuer, because a subject is unique within its issuer only: after a
 * change of the issuer, somebody else may have the subject of an earlier account.
 */
export const providerIdOf = (issuer: string) =>
  `oidc-${createHash('sha256').update(issuer).digest('hex').slice(0, 16)}`
