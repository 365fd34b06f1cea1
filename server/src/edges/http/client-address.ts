import type { IncomingMessage } from 'node:http'

/**
 * The address of the client. Each trusted proxy appends the address that it sees to X-Forwarded-For, so only the last ones
 * are true: a client may send any others itself.
 */
export function clientAddress(
  { headers, socket }: IncomingMessage,
  trustedProxies: number,
): string | undefined {
  const own = socket.remoteAddress?.replace(/^::ffff:/, '')
  if (trustedProxies === 0) return own
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(each => each.trim())
    .filter(each => each !== '')
  return forwarded.at(-trustedProxies) ?? own
}
