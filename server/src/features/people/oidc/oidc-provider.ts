import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError, type ErrorCode } from '../../../platform/errors.ts'
import { orAbort } from '../../../platform/lib/or-abort.ts'
import { NoPlaceLeft, Places } from '../../../platform/lib/places.ts'
import { type AuthSettings, type Client, cookieOf, headersOf } from '../auth-options.ts'
import { type OidcSettings, providerIdOf } from './oidc-settings.ts'
import { type OidcAttempt, type OidcAuth, openOidcAuth } from './open-oidc-auth.ts'

/** The way that a person came, and where they want to go. It travels in a cookie that only this server can read. */
export type OidcJourney = { next: string; invitationHash: string | undefined }

export type OidcReturn = { attempt: OidcAttempt; cookies: string[] } & (
  | { session: string; next: string }
  | { session: undefined; error: ErrorCode }
)

/** Together with the discovery document, a sign-in fetches tokens, keys and claims. A provider that hangs must not hold it. */
const deadlineMs = 15_000

/** Signs people in by an OpenID Connect provider: authorization code flow with PKCE, state and nonce, by better-auth. */
export class OidcProvider {
  readonly settings: OidcSettings
  readonly #auth: AuthSettings
  readonly #attempts = new AsyncLocalStorage<OidcAttempt>()
  /** Strangers can start any number of sign-ins, and each one calls the provider. */
  readonly #places = new Places({ places: 20, burst: 100, line: 100, shortLine: 20 })
  #opening: Promise<OidcAuth> | undefined

  constructor(settings: OidcSettings, auth: AuthSettings) {
    this.settings = settings
    this.#auth = auth
  }

  /** The address of the provider at which a person signs in, and the cookie that ties the return to this browser. */
  async start({ next, invitationHash }: OidcJourney): Promise<{ url: string; cookies: string[] }> {
    const attempt: OidcAttempt = { notes: [] }
    return this.#inTurn(attempt, async () => {
      const { api } = await this.#open()
      const { headers, response } = await api.signInSocial({
        body: {
          provider: providerIdOf(this.settings.issuer),
          callbackURL: next,
          disableRedirect: true,
          ...(invitationHash && { additionalData: { invitation: invitationHash } }),
        },
        returnHeaders: true,
      })
      return { url: response.url!, cookies: headers.getSetCookie() }
    })
  }

  /** Works on the return of a person from the provider. */
  async finish(
    query: Record<string, string | undefined>,
    { cookies, client }: { cookies: string | undefined; client: Client },
  ): Promise<OidcReturn> {
    const attempt: OidcAttempt = { notes: [] }
    return this.#inTurn(attempt, async () => {
      const { handler } = await this.#open()
      const headers = headersOf(client)
      if (cookies) headers.set('cookie', cookies)
      const search = new URLSearchParams(Object.entries(query).filter(isGiven))
      const path = `/api/auth/callback/${providerIdOf(this.settings.issuer)}`
      const response = await handler(new Request(`http://127.0.0.1${path}?${search}`, { headers }))
      return readReturn(response, attempt)
    })
  }

  async #inTurn<T>(attempt: OidcAttempt, work: () => Promise<T>): Promise<T> {
    try {
      const place = await this.#places.take('oidc')
      const done = place.run(() => this.#attempts.run(attempt, work))
      return await orAbort(done, AbortSignal.timeout(deadlineMs))
    } catch (error) {
      if (error instanceof NoPlaceLeft)
        throw new AppError('server.overloaded', { retryAfterSeconds: 3, cause: error })
      throw error instanceof AppError ? error : new AppError('oidc.unavailable', { cause: error })
    }
  }

  /** Opened at the first use, and again after a failure: the server starts and serves passwords without the provider. */
  #open(): Promise<OidcAuth> {
    const attempt = () => this.#attempts.getStore() ?? { notes: [] }
    this.#opening ??= openOidcAuth({ ...this.#auth, oidc: this.settings, attempt }).catch(error => {
      this.#opening = undefined
      throw error
    })
    return this.#opening
  }
}

const isGiven = (entry: [string, string | undefined]): entry is [string, string] => entry[1] !== undefined

/** better-auth always answers with a redirect: to the page that was asked for, or to one with `error`. */
function readReturn(response: Response, attempt: OidcAttempt): OidcReturn {
  const cookies = response.headers.getSetCookie()
  const location = response.headers.get('location') ?? ''
  if (cookies.some(each => /session_token=[^;]/.test(each)))
    return { attempt, cookies, session: cookieOf(response.headers), next: location }
  const error = URL.parse(location, 'http://127.0.0.1')?.searchParams.get('error') ?? ''
  return { attempt, cookies, session: undefined, error: attempt.refusal ?? codeFor(error) }
}

/** better-auth's own words. Others come from the provider, which has refused the person. */
function codeFor(error: string): ErrorCode {
  if (/^(state_|please_restart|invalid_callback|no_code)/.test(error)) return 'oidc.expired'
  const isOurs =
    /^($|internal_|invalid_code|unable_to_|issuer_|nonce_|no_callback|oauth_provider|account_|validation_)/
  return isOurs.test(error) ? 'oidc.failed' : 'oidc.denied'
}
