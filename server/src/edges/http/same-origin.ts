import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../platform/errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a changing request that a page of another site has sent, which would carry the cookie of the person who looks at
 * it. Browsers say where a request comes from: in Sec-Fetch-Site over TLS and on this machine, and always in Origin.
 */
export function refuseOtherSites(method: string, headers: IncomingHttpHeaders, publicUrl: string): void {
  if (!safeMethods.has(method)) requireSameSite(headers, publicUrl)
}

/** The same for any method. A browser sends no Origin with a GET of its own site, but a Referer. */
export function requireSameSite(headers: IncomingHttpHeaders, publicUrl: string): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined) {
    if (site === 'same-origin') return
    throw new AppError('auth.other_site')
  }
  const host = hostOf(headers.origin ?? headers.referer)
  const own = [headers.host?.toLowerCase(), hostOf(publicUrl)]
  if (host === undefined || !own.includes(host)) throw new AppError('auth.other_site')
}

function hostOf(url: string | undefined): string | undefined {
  return url && URL.canParse(url) ? new URL(url).host : undefined
}
