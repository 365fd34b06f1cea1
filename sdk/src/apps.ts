import { type Api, answerOf, type CallOptions } from './call.ts'
import type * as Types from './types.ts'

/** Plugins and agents that people have given access on the log-in page. */
export class Apps {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /**
   * Makes a key for a plugin that waits at a loopback address, for the person who has signed in. Send the browser to
   * `redirectTo`. Only a page of the server may do this. Over plain HTTP, browsers prove that only by the referrer.
   */
  async connect(query: Types.AppRequest, options: CallOptions = {}): Promise<Types.ConnectedApp> {
    return answerOf(
      await this.#api.GET('/v3/auth/key', {
        params: { query },
        referrerPolicy: 'same-origin',
        ...options,
      }),
    )
  }

  /** Lists access that works now, the latest first. */
  async list(options: CallOptions = {}): Promise<Types.AppGrant[]> {
    return answerOf(await this.#api.GET('/v3/oauth/grants', options)).grants
  }

  /** Revokes a key by its id, or all keys of a plugin by the plugin's id. Returns how many. */
  async revoke(id: string, options: CallOptions = {}): Promise<number> {
    const named = { params: { path: { id } } }
    return answerOf(await this.#api.DELETE('/v3/oauth/grants/{id}', { ...named, ...options })).revoked
  }

  /** Returns what an OAuth client says about itself, for the page on which a person agrees to it. */
  async client(id: string, options: CallOptions = {}): Promise<Types.AppClient> {
    const named = { params: { path: { id } } }
    return answerOf(await this.#api.GET('/v3/oauth/clients/{id}', { ...named, ...options }))
  }

  /** Records the decision of the person who has signed in. Send the browser to `redirectTo`. */
  async consent(body: Types.AppConsent, options: CallOptions = {}): Promise<Types.AppDecision> {
    return answerOf(await this.#api.POST('/v3/oauth/consent', { body, ...options }))
  }

  /** Lists the OAuth clients that admins have made by hand. */
  async clients(options: CallOptions = {}): Promise<Types.AppClient[]> {
    return answerOf(await this.#api.GET('/v3/oauth/clients', options)).clients
  }

  /** Makes an id and a secret for an OAuth client. The secret is not shown again. */
  async makeClient(body: Types.NewAppClient, options: CallOptions = {}): Promise<Types.MadeAppClient> {
    return answerOf(await this.#api.POST('/v3/oauth/clients', { body, ...options }))
  }

  /** Deletes an OAuth client that was made by hand, and ends all access that was given to it. */
  async dropClient(id: string, options: CallOptions = {}): Promise<void> {
    const named = { params: { path: { id } } }
    answerOf(await this.#api.DELETE('/v3/oauth/clients/{id}', { ...named, ...options }))
  }
}
