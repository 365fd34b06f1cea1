import type { IncomingHttpHeaders } from 'node:http'
import { scopedEndpoints } from '../../features/keys/schema.ts'
import type { Principal } from '../../platform/access/principal.ts'
import { AppError } from '../../platform/errors.ts'
import type { Access } from '../../platform/routing/route.ts'

export type FindPrincipal = (key: string) => Promise<Principal | undefined>

/** Returns the caller or throws a refusal. Returns undefined only on anonymous routes. */
export type Authenticate = (access: Access, headers: IncomingHttpHeaders) => Promise<Principal | undefined>

export function createAuthenticate(findPrincipal: FindPrincipal): Authenticate {
  return async (access, headers) => {
    if (access === 'anonymous') return undefined
    const key = readKey(headers)
    if (key === undefined) throw new AppError('auth.missing_key')
    const principal = await findPrincipal(key)
    if (principal === undefined) throw new AppError('auth.invalid_key')
    if (access === 'organization' && principal.containerTag !== undefined)
      throw forbidden(principal.containerTag)
    return principal
  }
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
