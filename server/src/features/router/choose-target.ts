import { AppError } from '../../platform/errors.ts'
import type { RouterSettings } from './settings.ts'

/** The two interfaces that the router understands. */
export type ChatProtocol = 'openai' | 'anthropic'

/** Where a request goes, and the user that its address names. */
export type Target = { url: URL; protocol: ChatProtocol; userId: string | undefined }

/** Ends of the paths that are forwarded, by interface. */
const endings: readonly [string, ChatProtocol][] = [
  ['/chat/completions', 'openai'],
  ['/messages', 'anthropic'],
]

/**
 * Reads the provider's address from the path: `/v3/https://api.openai.com/v1/chat/completions`. Without one, the path names
 * the interface, and the settings its provider. Only providers of the allow list pass, because a proxy for any address would
 * reach into the network of the server.
 */
export function chooseTarget(address: string, settings: RouterSettings): Target {
  const { url, userId } = takeUserId(URL.parse(fullAddress(address, settings)))
  if (!settings.origins.has(url.origin)) throw notAllowed(url, settings)
  const [, protocol] = endings.find(([ending]) => url.pathname.endsWith(ending)) ?? []
  if (!protocol)
    throw new AppError('router.unsupported_path', {
      message: `The router forwards paths that end with ${endings.map(([ending]) => ending).join(' or ')}, and not ${url.pathname}`,
    })
  return { url, protocol, userId }
}

function fullAddress(address: string, { openaiUrl, anthropicUrl }: RouterSettings): string {
  const named = /^\/v3\/(https?:\/\/.*)$/s.exec(address)?.[1]
  if (named !== undefined) return named
  const rest = address.replace(/^\/v1/, '')
  return (rest.startsWith('/messages') ? anthropicUrl : openaiUrl) + rest
}

/**
 * Clients may append `?userId=` to their base address. A library that joins a path to it then asks for
 * `/v1?userId=ada/chat/completions`, so the value ends at the first slash and the rest belongs to the path.
 */
function takeUserId(url: URL | null): { url: URL; userId: string | undefined } {
  if (!url) throw new AppError('router.provider_not_allowed', { message: 'The path has no valid address' })
  const value = url.searchParams.get('userId')
  if (value === null) return { url, userId: undefined }
  const [, userId = '', rest = ''] = /^([^/]*)(.*)$/s.exec(value) ?? []
  url.searchParams.delete('userId')
  url.pathname = url.pathname.replace(/\/$/, '') + rest
  return { url, userId }
}

function notAllowed({ origin }: URL, { origins }: RouterSettings): AppError {
  if (origins.size === 0)
    return new AppError('router.provider_not_allowed', {
      message: 'The operator has switched the router off',
    })
  return new AppError('router.provider_not_allowed', {
    message: `The router may not forward to ${origin}. The operator can add it to ROUTER_PROVIDERS`,
  })
}
