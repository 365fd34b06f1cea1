import type { IncomingMessage } from 'node:http'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/**
 * Where links in answers lead: PUBLIC_URL. Without it, the address as it was called on this machine, else the one that the
 * connection arrived at. The Host header is anybody's to choose, and a link to a file must not lead where a stranger says.
 */
export function originOf({ headers, socket }: IncomingMessage, publicUrl: string): string {
  if (publicUrl !== '') return publicUrl.replace(/\/+$/, '')
  const { host } = headers
  if (host !== undefined && loopback.test(host)) return `http://${host}`
  const address = (socket.localAddress ?? '127.0.0.1').replace(/^::ffff:/, '')
  return `http://${address.includes(':') ? `[${address}]` : address}:${socket.localPort}`
}

/** Whether nobody but this machine can reach a server that listens there. */
export function isLoopback(host: string): boolean {
  return loopback.test(host) || host === '::1'
}
