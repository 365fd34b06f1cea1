import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type AllowList, mayConnect } from './allow-list.ts'
import { FetchError } from './fetch-error.ts'

export type Address = { address: string; family: number }
export type Resolve = (host: string) => Promise<Address[]>

/** Uses the given name servers (`10.0.0.2, 10.0.0.3:5353`), or the machine's when there are none. */
export function nameResolver(servers: string): Resolve {
  const given = servers
    .split(',')
    .map(server => server.trim())
    .filter(server => server !== '')
  if (given.length === 0) return host => lookup(host, { all: true, order: 'verbatim' })
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  resolver.setServers(given)
  return host => askBoth(resolver, host)
}

async function askBoth(resolver: Resolver, host: string): Promise<Address[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map(address => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map(address => ({ address, family: 6 })) : []),
  ]
  if (found.length === 0 && four.status === 'rejected') throw four.reason
  return found
}

const unknownName = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NODATA', 'EAI_NONAME', 'ENONAME', 'EBADNAME'])

/**
 * Resolves a host once. Every address of the answer must be allowed: one bad address among good ones is how DNS
 * rebinding works.
 */
export async function findAddresses(
  { hostname }: URL,
  { resolve, allow }: { resolve: Resolve; allow: AllowList },
): Promise<Address[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolveName(host, resolve)
  if (addresses.every(({ address }) => mayConnect(host, address, allow))) return addresses
  throw new FetchError(
    'fetch.blocked_address',
    `${host} is not on the public internet. To fetch from it, name it in the server's setting FETCH_ALLOW`,
  )
}

async function resolveName(host: string, resolve: Resolve): Promise<Address[]> {
  try {
    const found = await resolve(host)
    if (found.length > 0) return found
  } catch (cause) {
    const isPassing = !unknownName.has(String((cause as { code?: string }).code))
    if (isPassing)
      throw new FetchError('fetch.not_found', `The name ${host} could not be looked up`, { isPassing, cause })
  }
  throw new FetchError('fetch.not_found', `There is no host ${host}`)
}
