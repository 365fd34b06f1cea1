import type { IncomingHttpHeaders } from 'node:http'
import { scopedEndpoints } from '../../features/keys/schema.ts'
import { isAccessToken } from '../../features/oauth/token-hash.ts'
import type { Principal } from '../../platform/access/principal.ts'
import { type Role, reaches } from '../../platform/access/roles.ts'
import { AppError } from '../../platform/errors.ts'
import { type Route, roleOf } from '../../platform/routing/route.ts'
import { refuseOtherSites, requireSameSite } from './same-origin.ts'

export type FindPrincipal = (key: string) => Promise<Principal | undefined>

/** Finds the caller of a session cookie, in the organization that the caller names. */
export type FindPerson = (
  cookies: string | undefined,
  organization: string | undefined,
) => Promise<Principal | undefined>

/** The access rule of a route. */
export type Rule = Pick<
  Route,
  'access' | 'role' | 'grantRole' | 'method' | 'sameOrigin' | 'takesTokens' | 'keyHeaders'
>

/** Returns the caller or throws a refusal. Returns undefined only on anonymous routes. */
export type Authenticate = (rule: Rule, headers: IncomingHttpHeaders) => Promise<Principal | undefined>

export type AuthenticateParts = {
  findPerson?: FindPerson
  /** Finds the caller of an access token. */
  findGrant?: FindPrincipal | undefined
  publicUrl?: string
}

/** A key decides, if one is sent. Else the session cookie does. */
export function createAuthenticate(
  findPrincipal: FindPrincipal,
  { findPerson, findGrant, publicUrl = '' }: AuthenticateParts = {},
): Authenticate {
  return async (rule, headers) => {
    if (rule.access === 'anonymous') {
      if (rule.sameOrigin) requireSameSite(headers, publicUrl)
      return undefined
    }
    if (rule.keyHeaders) return admitKey(rule, await findPrincipal(keyIn(headers, rule.keyHeaders)))
    const key = readKey(headers)
    if (key !== undefined && findGrant && isAccessToken(key))
      // A token is bound to one resource. Elsewhere it is as good as none.
      return admitKey(rule, rule.takesTokens ? await findGrant(key) : undefined)
    if (key !== undefined) return admitKey(rule, await findPrincipal(key))
    const named = headers['x-organization']
    const person = await findPerson?.(headers.cookie, typeof named === 'string' ? named : undefined)
    if (!person) throw new AppError('auth.missing_key')
    if (rule.sameOrigin) requireSameSite(headers, publicUrl)
    refuseOtherSites(rule.method, headers, publicUrl)
    checkAccess(rule, person)
    return person
  }
}

function admitKey(rule: Rule, principal: Principal | undefined): Principal {
  if (principal === undefined) throw new AppError('auth.invalid_key')
  checkAccess(rule, principal)
  return principal
}

/** Throws unless the rule admits a caller who is known already. */
export function checkAccess(rule: Rule, principal: Principal): void {
  const { containerTag, person, grant } = principal
  if (rule.access === 'person' && !person) throw new AppError('auth.person_required')
  if (rule.access === 'organization' && containerTag !== undefined) throw forbidden(containerTag)
  if (person) checkRole(principal, person.role, roleOf(rule))
  else if (grant) checkRole(principal, grant.role, rule.grantRole ?? roleOf(rule))
}

function checkRole(principal: Principal, role: Role, needed: Role): void {
  if (reaches(role, needed)) return
  throw new AppError('auth.role_required', {
    message: `This needs the role ${needed}, and ${principal.person ? 'your role' : 'the role of this key'} in ${principal.organization.name} is ${role}`,
  })
}

function forbidden(containerTag: string): AppError {
  return new AppError('auth.forbidden', {
    message: `This API key is limited to the container tag ${containerTag} and cannot use this route. It can use ${scopedEndpoints.join(', ')}`,
  })
}

/** The key in the first of these headers that has one. */
function keyIn(headers: IncomingHttpHeaders, names: readonly string[]): string {
  const key = names.map(name => headers[name]).find(value => typeof value === 'string' && value !== '')
  if (typeof key === 'string') return key.trim()
  throw new AppError('auth.missing_key', {
    message: `No API key was sent. On this route, send it as "${names[0]}: <key>": the Authorization header is for the key of the provider`,
  })
}

/** An `Authorization` header of another scheme, such as a proxy's `Basic`, does not hide the key in `x-api-key`. */
function readKey(headers: IncomingHttpHeaders): string | undefined {
  const authorization = headers.authorization
  if (authorization !== undefined && authorization.slice(0, 7).toLowerCase() === 'bearer ') {
    const key = authorization.slice(7).trim()
    if (key !== '') return key
  }
  const key = headers['x-api-key']
  return typeof key === 'string' && key !== '' ? key : undefined
}
