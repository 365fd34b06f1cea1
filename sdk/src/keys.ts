import { type Api, answerOf, type CallOptions } from './call.ts'
import type * as Types from './types.ts'

/** API keys. A scoped key reads and writes one container tag only. */
export class Keys {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /** Creates a key for one container tag. Only this call returns its value. */
  async createScoped(key: Types.NewScopedKey, options: CallOptions = {}): Promise<Types.ScopedKey> {
    return answerOf(await this.#api.POST('/v3/auth/scoped-key', { body: key, ...options }))
  }

  /** Creates a key of the whole organization. Only this call returns its value. */
  async create(key: Types.NewKey, options: CallOptions = {}): Promise<Types.CreatedKey> {
    return answerOf(await this.#api.POST('/v3/auth/keys', { body: key, ...options }))
  }

  /** Lists the organization's keys, without their values. */
  async list(options: CallOptions = {}): Promise<Types.Key[]> {
    return answerOf(await this.#api.GET('/v3/auth/keys', options)).keys
  }

  /** Disables a key: its requests then get 401. The data that was added with it stays. */
  async disable(id: string, options: CallOptions = {}): Promise<void> {
    answerOf(await this.#api.DELETE('/v3/auth/keys/{id}', { params: { path: { id } }, ...options }))
  }
}
