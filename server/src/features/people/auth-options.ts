import type { BetterAuthOptions } from 'better-auth'
import type pg from 'pg'
import type { Source } from '../../platform/db/tx.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

export type AuthSettings = {
  directory: Source
  /** Signs session cookies. */
  secret: string
  /** Cookies are sent over TLS only. */
  isSecure: boolean
}

/** The machine that a request comes from. */
export type Client = { address: string | undefined; userAgent: string | undefined }

export const sessionSeconds = 14 * 24 * 60 * 60
export const shortestPassword = 10
export const longestPassword = 128

/** Carries the caller's address to better-auth, which reads it from a header. Callers cannot send it: we make the headers. */
const addressHeader = 'x-reverie-address'

export function headersOf({ address, userAgent }: Client): Headers {
  const headers = new Headers()
  if (address) headers.set(addressHeader, address)
  if (userAgent) headers.set('user-agent', userAgent)
  return headers
}

/** The session cookie that better-auth has set. */
export function cookieOf(headers: Headers): string {
  const cookie = headers.getSetCookie().find(each => each.includes('session_token='))
  if (!cookie) throw new Error('better-auth set no session cookie')
  return cookie
}

/** The options of every better-auth in a process. All of them share the tables and the session cookie. */
export async function authOptions({ directory, secret, isSecure }: AuthSettings) {
  const { Kysely, PostgresDialect } = await import('kysely')
  const db = new Kysely({ dialect: new PostgresDialect({ pool: directory.pool as pg.Pool }) })
  return {
    secret,
    // Never used for links: only our routes are served.
    baseURL: 'http://127.0.0.1',
    database: { db: db.withSchema('directory'), type: 'postgres' as const },
    telemetry: { enabled: false },
    logger: { disabled: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: shortestPassword,
      maxPasswordLength: longestPassword,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: {
      modelName: 'sessions',
      expiresIn: sessionSeconds,
      updateAge: 24 * 60 * 60,
      fields: { userId: 'person', ...snake('expiresAt', 'createdAt', 'updatedAt', 'ipAddress', 'userAgent') },
    },
    user: { modelName: 'people', fields: snake('emailVerified', 'createdAt', 'updatedAt') },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'person',
        ...snake('accountId', 'providerId', 'accessToken', 'refreshToken', 'idToken'),
        ...snake('accessTokenExpiresAt', 'refreshTokenExpiresAt', 'createdAt', 'updatedAt'),
      },
    },
    verification: { modelName: 'verifications', fields: snake('expiresAt', 'createdAt', 'updatedAt') },
    // Ours counts failures over all processes, by address and email.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'reverie',
      useSecureCookies: isSecure,
      ipAddress: { ipAddressHeaders: [addressHeader] },
      defaultCookieAttributes: { sameSite: 'lax' as const, httpOnly: true, path: '/', secure: isSecure },
    },
  } satisfies BetterAuthOptions
}

/** Columns have the same names as better-auth's fields, in snake case. */
function snake<const Names extends string[]>(...names: Names): Record<Names[number], string> {
  const columns = names.map(name => [name, name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)])
  return Object.fromEntries(columns)
}
