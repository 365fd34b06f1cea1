import { type Api, answerOf, type CallOptions } from './call.ts'
import type * as Types from './types.ts'

/** Figures of the organization's requests, and what its language models cost. */
export class Analytics {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /** Counts requests by operation, by hour and by key. */
  async usage(query: Types.AnalyticsQuery = {}, options: CallOptions = {}): Promise<Types.UsageReport> {
    return answerOf(await this.#api.GET('/v3/analytics/usage', { params: { query }, ...options }))
  }

  /** Counts failed requests by operation and status, by hour and by key. */
  async errors(query: Types.AnalyticsQuery = {}, options: CallOptions = {}): Promise<Types.ErrorReport> {
    return answerOf(await this.#api.GET('/v3/analytics/errors', { params: { query }, ...options }))
  }

  /** Gets a page of the request log, the latest first. Pass `next` of a page as `before` to continue. */
  async requests(
    query: Types.RequestLogQuery = {},
    options: CallOptions = {},
  ): Promise<Types.RequestLogPage> {
    return answerOf(await this.#api.GET('/v3/analytics/requests', { params: { query }, ...options }))
  }

  /** Gets percentiles of the durations of requests by operation. */
  async latency(query: Types.LatencyQuery = {}, options: CallOptions = {}): Promise<Types.LatencyReport> {
    return answerOf(await this.#api.GET('/v3/analytics/latency', { params: { query }, ...options }))
  }

  /** Gets what language models have cost by day and by model. */
  async spending(query: Types.SpendingQuery = {}, options: CallOptions = {}): Promise<Types.SpendingReport> {
    return answerOf(await this.#api.GET('/v3/analytics/spending', { params: { query }, ...options }))
  }
}
