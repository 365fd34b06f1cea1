import type { Config } from '../../../platform/config.ts'
import { type AllowList, readAllowList } from './allow-list.ts'
import { nameResolver, type Resolve } from './find-addresses.ts'

/** The settings for fetching links. */
export type FetchSettings = {
  resolve: Resolve
  allow: AllowList
  maxBytes: number
  timeoutMs: number
  connectTimeoutMs: number
  userAgent: string
}

export type FetchConfig = Pick<
  Config,
  | 'FETCH_ALLOW'
  | 'FETCH_DNS'
  | 'FETCH_MAX_BYTES'
  | 'FETCH_TIMEOUT_MS'
  | 'FETCH_CONNECT_TIMEOUT_MS'
  | 'FETCH_USER_AGENT'
>

export function toFetchSettings(config: FetchConfig): FetchSettings {
  return {
    resolve: nameResolver(config.FETCH_DNS),
    allow: readAllowList(config.FETCH_ALLOW),
    maxBytes: config.FETCH_MAX_BYTES,
    timeoutMs: config.FETCH_TIMEOUT_MS,
    connectTimeoutMs: config.FETCH_CONNECT_TIMEOUT_MS,
    userAgent: config.FETCH_USER_AGENT,
  }
}
