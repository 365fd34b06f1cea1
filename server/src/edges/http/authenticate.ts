import type { IncomingHttpHeaders } from 'node:http'
import { scopedEndpoints } from '../../features/keys/schema.ts'
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
export type Rule = Pick<Route, 'access' | 'role' | 'method' | 'sameOrigin'>

/** Returns the caller or throws a refusal. Returns undefined only on anonymous routes. */
export type Authenticate = (rule: Rule, headers: IncomingHttpHeaders) => Promise<Principal | undefined>

/** A key decides, if one is sent. Else the session cookie does. */
export function createAuthenticate(
  findPrincipal: FindPrincipal,
  { findPerson, publicUrl = '' }: { findPerson?: FindPerson; publicUrl?: string } = {},
): Authenticate {
  return async (rule, headers) => {
    if (rule.access === 'anonymous') {
      if (rule.sameOrigin) requireSameSite(headers, publicUrl)
      return undefined
    }
    const key = readKey(headers)
    if (key !== undefined) return admitKey(rule, await findPrincipal(key))
    const named = headers['x-organization']
    const person = await findPerson?.(headers.cookie, typeof named === 'string' ? named : undefined)
    if (!person) throw new AppError('auth.missing_key')
    if (rule.sameOrigin) requireSameSite(headers, publicUrl)
    refuseOtherSites(rule.method, headers, publicUrl)
    return admitPerson(rule, person)
  }
}

function admitKey(rule: Rule, principal: Principal | undefined): Principal {
  const { access } = rule
  if (principal === undefined) throw new AppError('auth.invalid_key')
  if (access === 'person') throw new AppError('auth.person_required')
  if (access === 'organization' && principal.containerTag !== undefined)
    throw forbidden(principal.containerTag)
  if (principal.grant) checkRole(rule, principal, principal.grant.role)
  return principal
}

function admitPerson(rule: Rule, principal: Principal): Principal {
  checkRole(rule, principal, principal.person!.role)
  return principal
}

function checkRole(rule: Rule, principal: Principal, role: Role): void {
  const needed = roleOf(rule)
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
