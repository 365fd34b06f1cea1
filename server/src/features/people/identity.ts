import type pg from 'pg'
import type { Source } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

export type IdentitySettings = {
  directory: Source
  /** Signs session cookies. */
  secret: string
  /** Cookies are sent over TLS only. */
  isSecure: boolean
}

/** The machine that a request comes from. */
export type Client = { address: string | undefined; userAgent: string | undefined }

export type Person = { id: string; name: string; email: string }
export type OpenSession = { sessionId: string; person: Person }
/** A person who has just signed in, and the cookie for their browser. */
export type SignedIn = { person: Person; cookie: string }

export const sessionSeconds = 14 * 24 * 60 * 60
export const shortestPassword = 10
export const longestPassword = 128

/** Carries the caller's address to better-auth, which reads it from a header. Callers cannot send it: we make the headers. */
const addressHeader = 'x-reverie-address'

/**
 * Passwords and sessions, by better-auth. It is opened at the first use, because loading it takes 0.8 s and most processes
 * only see keys. None of its own routes is served: ours call it, with our access rules, errors and limits.
 */
export class Identity {
  readonly #settings: IdentitySettings
  #opening: ReturnType<typeof openAuth> | undefined

  constructor(settings: IdentitySettings) {
    this.#settings = settings
  }

  /** The name of the session cookie. Browsers accept the prefix over TLS only. */
  get cookieName(): string {
    return `${this.#settings.isSecure ? '__Secure-' : ''}reverie.session_token`
  }

  /** A cookie that removes the session cookie. */
  get endingCookie(): string {
    const secure = this.#settings.isSecure ? '; Secure' : ''
    return `${this.cookieName}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure}`
  }

  async signUp(given: { name: string; email: string; password: string }, client: Client): Promise<SignedIn> {
    const { api } = await this.#open()
    const body = { ...given, email: given.email.toLowerCase() }
    try {
      const { headers, response } = await api.signUpEmail({
        body,
        headers: headersOf(client),
        returnHeaders: true,
      })
      return { person: personOf(response.user), cookie: cookieOf(headers) }
    } catch (error) {
      if (codeOf(error).startsWith('USER_ALREADY_EXISTS'))
        throw new AppError('person.exists', { cause: error })
      throw error
    }
  }

  /** Undefined for a wrong email or password. */
  async signIn(given: { email: string; password: string }, client: Client): Promise<SignedIn | undefined> {
    const { api } = await this.#open()
    const body = { ...given, email: given.email.toLowerCase() }
    try {
      const { headers, response } = await api.signInEmail({
        body,
        headers: headersOf(client),
        returnHeaders: true,
      })
      return { person: personOf(response.user), cookie: cookieOf(headers) }
    } catch (error) {
      if (codeOf(error) === 'INVALID_EMAIL_OR_PASSWORD') return undefined
      throw error
    }
  }

  /** The session of a cookie header. Undefined if it has none, or one that has ended. */
  async findSession(cookie: string): Promise<OpenSession | undefined> {
    const { api } = await this.#open()
    const found = await api.getSession({ headers: new Headers({ cookie }) })
    return found ? { sessionId: found.session.id, person: personOf(found.user) } : undefined
  }

  /** Returns false if `current` is not the person's password. */
  async changePassword(personId: string, current: string, next: string): Promise<boolean> {
    const { password, internalAdapter } = await (await this.#open()).$context
    const accounts = await internalAdapter.findAccounts(personId)
    const hash = accounts.find(({ providerId }) => providerId === 'credential')?.password
    if (!hash || !(await password.verify({ hash, password: current }))) return false
    await internalAdapter.updatePassword(personId, await password.hash(next))
    return true
  }

  #open() {
    this.#opening ??= openAuth(this.#settings)
    return this.#opening
  }
}

const personOf = ({ id, name, email }: Person): Person => ({ id, name, email })

function headersOf({ address, userAgent }: Client): Headers {
  const headers = new Headers()
  if (address) headers.set(addressHeader, address)
  if (userAgent) headers.set('user-agent', userAgent)
  return headers
}

function cookieOf(headers: Headers): string {
  const cookie = headers.getSetCookie().find(each => each.includes('session_token='))
  if (!cookie) throw new Error('better-auth set no session cookie')
  return cookie
}

function codeOf(error: unknown): string {
  return (error as { body?: { code?: string } }).body?.code ?? ''
}

async function openAuth(settings: IdentitySettings) {
  const { betterAuth } = await import('better-auth')
  return betterAuth({
    ...(await authOptions(settings)),
    // Never used for links: only our routes are served.
    baseURL: 'http://127.0.0.1',
  })
}

/** How better-auth keeps people, passwords and sessions in our tables. The authorization server shares them. */
export async function authOptions({ directory, secret, isSecure }: IdentitySettings) {
  const { Kysely, PostgresDialect } = await import('kysely')
  const db = new Kysely({ dialect: new PostgresDialect({ pool: directory.pool as pg.Pool }) })
  return {
    secret,
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
  }
}

/** Columns have the same names as better-auth's fields, in snake case. */
function snake<const Names extends string[]>(...names: Names): Record<Names[number], string> {
  const columns = names.map(name => [name, name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)])
  return Object.fromEntries(columns)
}
