import { isIP } from 'node:net'

/** True if people other than the operator may send files: in production, or when the server listens on more than loopback. */
export function isExposed({ HOST, NODE_ENV }: { HOST: string; NODE_ENV: string }): boolean {
  return NODE_ENV === 'production' || !isLoopback(HOST)
}

/** A host name other than `localhost` counts as exposed: DNS may resolve it to any address. */
function isLoopback(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith('127.')
  return host === '::1' || host.toLowerCase() === 'localhost'
}
