import { type Api, answerOf, type CallOptions } from './call.ts'
import type * as Types from './types.ts'

/** The organization's settings: what is remembered, how profiles are sorted, credentials of connectors. */
export class Settings {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /** Gets all settings; secrets are masked. */
  async get(options: CallOptions = {}): Promise<Types.SettingValues> {
    return answerOf(await this.#api.GET('/v3/settings', options))
  }

  /** Changes some settings and returns them. `null` clears one. */
  async update(changes: Types.SettingChanges, options: CallOptions = {}): Promise<Types.SettingValues> {
    return answerOf(await this.#api.PATCH('/v3/settings', { body: changes, ...options })).updated
  }
}
