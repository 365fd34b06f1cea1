import { type Api, answerOf, type CallOptions } from './call.ts'
import type * as Types from './types.ts'

/** Addresses that receive signed events about documents and memories. */
export class Webhooks {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /** Registers an address. Only this call and `rotateSecret` return its secret. */
  async create(webhook: Types.NewWebhook, options: CallOptions = {}): Promise<Types.CreatedWebhook> {
    return answerOf(await this.#api.POST('/v3/webhooks', { body: webhook, ...options }))
  }

  /** Lists the webhooks of the organization and how each fares, oldest first. */
  async list(options: CallOptions = {}): Promise<Types.Webhook[]> {
    return answerOf(await this.#api.GET('/v3/webhooks', options)).webhooks
  }

  async get(id: string, options: CallOptions = {}): Promise<Types.Webhook> {
    return answerOf(await this.#api.GET('/v3/webhooks/{id}', { params: { path: { id } }, ...options }))
  }

  /** Changes the given fields. `enabled: true` switches it on again, without its earlier failures. */
  async update(id: string, changes: Types.WebhookChanges, options: CallOptions = {}): Promise<Types.Webhook> {
    const named = { params: { path: { id } }, body: changes }
    return answerOf(await this.#api.PATCH('/v3/webhooks/{id}', { ...named, ...options }))
  }

  async delete(id: string, options: CallOptions = {}): Promise<void> {
    answerOf(await this.#api.DELETE('/v3/webhooks/{id}', { params: { path: { id } }, ...options }))
  }

  /** Makes a new secret. The old one signs too for `overlapHours`, 24 by default. */
  async rotateSecret(
    id: string,
    rotation: Types.SecretRotation = {},
    options: CallOptions = {},
  ): Promise<Types.RotatedSecret> {
    const named = { params: { path: { id } }, body: rotation }
    return answerOf(await this.#api.POST('/v3/webhooks/{id}/rotate-secret', { ...named, ...options }))
  }

  /** Queues a test event and returns its id. */
  async test(id: string, options: CallOptions = {}): Promise<string> {
    const named = { params: { path: { id } } }
    return answerOf(await this.#api.POST('/v3/webhooks/{id}/test', { ...named, ...options })).eventId
  }

  /** Gets a page of deliveries, the latest event first. */
  async deliveries(
    id: string,
    query: Types.DeliveryQuery = {},
    options: CallOptions = {},
  ): Promise<Types.DeliveryPage> {
    const named = { params: { path: { id }, query } }
    return answerOf(await this.#api.GET('/v3/webhooks/{id}/deliveries', { ...named, ...options }))
  }

  /** Sends events again: some by `events`, or all that have failed with `failed: true`. */
  async replay(
    id: string,
    selection: Types.ReplaySelection,
    options: CallOptions = {},
  ): Promise<Types.ReplayReceipt> {
    const named = { params: { path: { id } }, body: selection }
    return answerOf(await this.#api.POST('/v3/webhooks/{id}/replay', { ...named, ...options }))
  }
}
