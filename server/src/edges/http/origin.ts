import type { IncomingMessage } from 'node:http'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/**
 * The base of links in answers: PUBLIC_URL. Without it, the Host header if it names a loopback address, else the address at
 * which the connection arrived. The caller chooses the Host header, and a link to a file must not lead to an attacker's host.
 */
export function originOf({ headers, socket }: IncomingMessage, publicUrl: string): string {
  if (publicUrl !== '') return publicUrl.replace(/\/+$/, '')
  const { host } = headers
  if (host !== undefined && loopback.test(host)) return `http://${host}`
  const address = (socket.localAddress ?? '127.0.0.1').replace(/^::ffff:/, '')
  return `http://${address.includes(':') ? `[${address}]` : address}:${socket.localPort}`
}

/** True if only this machine can reach a server that listens on this host. */
export function isLoopback(host: string): boolean {
  return loopback.test(host) || host === '::1'
}
