import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { AppError } from '../../../platform/errors.ts'

/** Whose pages may call, in addition to pages of this server. */
export type SenderRules = { publicUrl: string; mayRead(origin: string): boolean }

/**
 * Refuses messages that a page of another site makes a browser send. Such a page can point a name of its own at a server on
 * this machine (DNS rebinding). The name in `Host` then has a dot and is not ours, and `Origin` names the page.
 */
export function checkSender(headers: IncomingHttpHeaders, rules: SenderRules): void {
  const own = hostOf(rules.publicUrl)
  const { host, origin } = headers
  if (host === undefined || !isOurName(host.toLowerCase(), own))
    throw new AppError('mcp.unknown_host', {
      message: `This server is not known as ${host?.slice(0, 200) ?? '""'}. Set PUBLIC_URL to the address that clients use`,
    })
  if (origin === undefined || rules.mayRead(origin)) return
  const sender = hostOf(origin)
  if (sender === undefined || (sender !== host.toLowerCase() && sender !== own))
    throw new AppError('mcp.unknown_origin')
}

/** Our own name, an address, or a name without a dot, which only the own network resolves. */
function isOurName(host: string, own: string | undefined): boolean {
  if (host === own) return true
  const name = hostnameOf(host)
  if (name === undefined) return false
  return name === hostnameOf(own ?? '') || isIP(name.replace(/^\[(.*)\]$/, '$1')) > 0 || !name.includes('.')
}

const hostnameOf = (host: string) =>
  host !== '' && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined

function hostOf(url: string): string | undefined {
  return url !== '' && URL.canParse(url) ? new URL(url).host : undefined
}
