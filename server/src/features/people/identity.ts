import { AppError } from '../../platform/errors.ts'
import { type AuthSettings, authOptions, type Client, cookieOf, headersOf } from './auth-options.ts'

export type IdentitySettings = AuthSettings & {
  /** Whether people may sign in with a password. Default: true. */
  takesPasswords?: boolean
}

export type Person = { id: string; name: string; email: string }
export type OpenSession = { sessionId: string; person: Person }
/** A person who has just signed in, and the cookie for their browser. */
export type SignedIn = { person: Person; cookie: string }

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

  get takesPasswords(): boolean {
    return this.#settings.takesPasswords ?? true
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

function codeOf(error: unknown): string {
  return (error as { body?: { code?: string } }).body?.code ?? ''
}

async function openAuth(settings: AuthSettings) {
  const [{ betterAuth }, options] = await Promise.all([import('better-auth'), authOptions(settings)])
  return betterAuth(options)
}
