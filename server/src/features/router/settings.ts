import type { Config } from '../../platform/config.ts'
import { knownProviders } from '../../platform/lib/known-providers.ts'

export type RouterSettings = {
  /** Origins that requests may go to. Empty: the router is off. */
  origins: ReadonlySet<string>
  openaiUrl: string
  anthropicUrl: string
  memoryTokens: number
  /** 0: no turn is ever removed. */
  historyTokens: number
  memoryTimeoutMs: number
}

export type RouterConfig = Pick<
  Config,
  | 'ROUTER_PROVIDERS'
  | 'ROUTER_OPENAI_URL'
  | 'ROUTER_ANTHROPIC_URL'
  | 'ROUTER_MEMORY_TOKENS'
  | 'ROUTER_HISTORY_TOKENS'
  | 'ROUTER_MEMORY_TIMEOUT_MS'
>

export function toRouterSettings(config: RouterConfig): RouterSettings {
  const openaiUrl = config.ROUTER_OPENAI_URL.replace(/\/+$/, '')
  const anthropicUrl = config.ROUTER_ANTHROPIC_URL.replace(/\/+$/, '')
  const isOff = config.ROUTER_PROVIDERS.trim() === 'none'
  const named = isOff ? [] : [...config.ROUTER_PROVIDERS.split(','), openaiUrl, anthropicUrl]
  return {
    origins: new Set(named.map(address => new URL(address.trim()).origin)),
    openaiUrl,
    anthropicUrl,
    memoryTokens: config.ROUTER_MEMORY_TOKENS,
    historyTokens: config.ROUTER_HISTORY_TOKENS,
    memoryTimeoutMs: config.ROUTER_MEMORY_TIMEOUT_MS,
  }
}

/**
 * Hosts that may be in a private network: those that the operator has named. A known provider never is, so an answer of a
 * name server that sends its requests inside is refused.
 */
export function privateHosts({ origins }: Pick<RouterSettings, 'origins'>): string[] {
  const known = new Set(knownProviders)
  return [...origins]
    .filter(origin => !known.has(origin))
    .map(origin => new URL(origin).hostname.replace(/^\[|\]$/g, ''))
}
