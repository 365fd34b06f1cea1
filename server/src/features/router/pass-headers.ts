import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../platform/errors.ts'
import { parseTraceparent, type Span } from '../../platform/telemetry/span.ts'
import type { ProviderRequest } from './forward.ts'

/** Headers between two neighbours of a connection (RFC 9110), which a proxy does not pass on. */
const hopByHop = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
]

/** Set anew for the provider, or none of its business: our keys and cookies, and where the client is. */
const keptFromProvider = new Set([
  ...[...hopByHop, 'host', 'content-length', 'accept-encoding', 'expect', 'cookie', 'origin', 'referer'],
  ...['forwarded', 'via', 'x-real-ip', 'x-organization', 'cf-connecting-ip', 'true-client-ip'],
])
const ownPrefix = /^(x-sm-|x-supermemory-|x-reverie-|x-forwarded-)/

/** A provider that sets these would speak for the origin of this server. */
const keptFromClient = new Set([
  ...[
    ...hopByHop,
    'set-cookie',
    'strict-transport-security',
    'alt-svc',
    'clear-site-data',
    'nel',
    'report-to',
  ],
  ...['content-security-policy', 'content-security-policy-report-only', 'server-timing', 'public-key-pins'],
])
const corsPrefix = /^access-control-/

/** The headers that the provider gets. Its key is among them, and is stored and logged nowhere. */
export function headersForProvider(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  refuseOwnKey(headers)
  const named = namedBy(headers)
  const passed = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] =>
      entry[1] !== undefined &&
      !keptFromProvider.has(entry[0]) &&
      !ownPrefix.test(entry[0]) &&
      !named.has(entry[0]),
  )
  // The answer is read while it passes by, so it must not be compressed.
  return { ...Object.fromEntries(passed), 'accept-encoding': 'identity' }
}

/**
 * The caller's trace goes on at the provider. If we trace the request too, our span is the parent of the provider's: with the
 * caller's own, the provider would stand beside us in the trace. A caller without a trace begins none at the provider, and
 * `tracestate` belongs to the trace that it came with.
 */
export function withParent(
  headers: ProviderRequest['headers'],
  span: Pick<Span, 'traceId' | 'traceparent'> | undefined,
): ProviderRequest['headers'] {
  const { traceparent, tracestate, ...rest } = headers
  if (span === undefined || typeof traceparent !== 'string') return headers
  const isSame = parseTraceparent(traceparent)?.traceId === span.traceId
  return { ...rest, ...(isSame && tracestate !== undefined && { tracestate }), traceparent: span.traceparent }
}

/** Headers that the header `connection` names are for this connection only. */
const namedBy = ({ connection }: { connection?: string | string[] | undefined }): Set<string> =>
  new Set(
    String(connection ?? '')
      .split(',')
      .map(name => name.trim().toLowerCase()),
  )

/** Where providers expect their key. A key of Reverie there is a mistake that would hand it to a third party. */
function refuseOwnKey(headers: IncomingHttpHeaders): void {
  const misplaced = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key'].find(name =>
    /^(bearer\s+)?sm_/i.test(String(headers[name] ?? '').trim()),
  )
  if (misplaced === undefined) return
  throw new AppError('request.invalid', {
    message: `${misplaced}: must be the key of the provider, and holds a key of Reverie. Send that one as x-supermemory-api-key`,
  })
}

/** The provider's headers that the client gets. */
export function headersForClient(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string | string[]> {
  const named = namedBy(headers)
  return Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string | string[]] =>
        entry[1] !== undefined &&
        !keptFromClient.has(entry[0]) &&
        !corsPrefix.test(entry[0]) &&
        !named.has(entry[0]),
    ),
  )
}
