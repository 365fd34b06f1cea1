import { type Api, answerOf, type CallOptions } from './call.ts'
import type * as Types from './types.ts'

/** Settings of the organization: filters for memories, buckets of profiles, credentials of connectors. */
export class Settings {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /** Gets all settings; secrets are masked. */
  async get(options: CallOptions = {}): Promise<Types.SettingValues> {
    return answerOf(await this.#api.GET('/v3/settings', options))
  }

  /** Changes some settings and returns all of them. `null` clears a setting. */
  async update(changes: Types.SettingChanges, options: CallOptions = {}): Promise<Types.SettingValues> {
    return answerOf(await this.#api.PATCH('/v3/settings', { body: changes, ...options })).updated
  }
}
