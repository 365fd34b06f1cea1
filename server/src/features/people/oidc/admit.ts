import type { ErrorCode } from '../../../platform/errors.ts'
import type { OidcClaims } from './claims.ts'
import type { OidcSettings } from './oidc-settings.ts'

/** What better-auth is about to do with a person whom the provider has named. */
export type OidcAction = 'create-user' | 'link-account' | 'sign-in'

type Rules = Pick<OidcSettings, 'allowedDomains' | 'trustedDomains'>
/** The email that an invitation is for: null for any, undefined without an invitation. */
type Offer = { invitedEmail: string | null | undefined; mayJoin: boolean }

/** The reason for which a person with a verified email may not sign in by the provider. Undefined if they may. */
export function refusalOf(
  { allowedDomains, trustedDomains }: Rules,
  { email }: Pick<OidcClaims, 'email'>,
  action: OidcAction,
  { invitedEmail, mayJoin }: Offer,
): ErrorCode | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (allowedDomains && !allowedDomains.includes(domain)) return 'oidc.other_domain'
  if (invitedEmail && invitedEmail !== email) return 'invitation.other_email'
  // Anybody can enter any email when they join with a password, so an account proves nothing about its email. Only a provider
  // that decides on the domain may hand it to the owner of the address.
  if (action === 'link-account' && !trustedDomains.includes(domain)) return 'oidc.account_exists'
  if (action === 'create-user' && invitedEmail === undefined && !mayJoin) return 'oidc.not_invited'
  return undefined
}
