import { isIP } from 'node:net'

/** Whether people other than the operator may send files: on an address that others reach, or in production. */
export function isExposed({ HOST, NODE_ENV }: { HOST: string; NODE_ENV: string }): boolean {
  return NODE_ENV === 'production' || !isLoopback(HOST)
}

/** A name that must be looked up may lead anywhere. */
function isLoopback(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith('127.')
  return host === '::1' || host.toLowerCase() === 'localhost'
}
