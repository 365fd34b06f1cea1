import type { Config } from '../../platform/config.ts'

/** The address of the console, for links that a command or the start prints. */
export function originOf({ PUBLIC_URL, HOST, PORT }: Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT'>): string {
  return PUBLIC_URL.replace(/\/+$/, '') || `http://${urlHost(HOST)}:${PORT}`
}

/** A link must name an address that a browser can open, and 0.0.0.0 is none. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
