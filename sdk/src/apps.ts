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
}
