import { z } from 'zod'

/** What the provider says about a person, in an ID token that was verified. */
export type OidcClaims = { subject: string; email: string; isEmailVerified: boolean; name: string }

const longestName = 120
const email = z.email().max(254)

/**
 * The parts of an ID token that better-auth leaves open. It has checked signature, issuer, audience, nonce and, if there is
 * one, the expiry. The specification also asks for an expiry, and for the authorized party if there are several audiences.
 */
export function isCompleteToken(payload: Record<string, unknown>, clientId: string): boolean {
  const { sub, exp, aud, azp } = payload
  if (typeof sub !== 'string' || sub === '' || typeof exp !== 'number') return false
  if (azp !== undefined) return azp === clientId
  return !Array.isArray(aud) || aud.length === 1
}

/** Undefined if the claims have no email. The email and its verification must come from the same claims. */
export function readClaims(
  subject: string,
  claims: Record<string, unknown>,
  verifiedClaim: string,
): OidcClaims | undefined {
  const parsed = email.safeParse(claims.email)
  if (!parsed.success) return undefined
  const address = parsed.data.toLowerCase()
  return {
    subject,
    email: address,
    isEmailVerified: isTrue(claims[verifiedClaim]),
    name: nameIn(claims) ?? address.slice(0, address.indexOf('@')),
  }
}

/** Providers send true, and some send it as a text or as 1. */
const isTrue = (value: unknown) => value === true || value === 'true' || value === 1 || value === '1'

function nameIn({ name, given_name, preferred_username }: Record<string, unknown>): string | undefined {
  const given = [name, given_name, preferred_username].find(
    (each): each is string => typeof each === 'string' && each.trim() !== '',
  )
  // A zero byte cannot be stored in Postgres.
  return (
    given
      ?.replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, longestName)
      .toWellFormed() || undefined
  )
}
