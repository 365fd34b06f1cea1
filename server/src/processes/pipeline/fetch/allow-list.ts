import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type AddressRange, isInRanges, isOwnAddress, isPublicAddress } from './addresses.ts'

/** Private hosts and networks that may be fetched, too. */
export type AllowList = { hosts: ReadonlySet<string>; domains: readonly string[]; ranges: AddressRange[] }

const hostName = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/

/** Parses `intranet, .corp.example, 10.2.0.0/16`: hosts, domains with all their subdomains, addresses and networks. */
export function readAllowList(text: string): AllowList {
  const entries = text.split(',').map(entry => entry.trim().toLowerCase())
  const hosts = new Set<string>()
  const domains: string[] = []
  const ranges: AddressRange[] = []
  for (const entry of entries.filter(entry => entry !== '')) {
    if (isIP(entry)) ranges.push([ipaddr.parse(entry), isIP(entry) === 4 ? 32 : 128])
    else if (ipaddr.isValidCIDR(entry)) ranges.push(ipaddr.parseCIDR(entry))
    else if (/^\*?\./.test(entry) && hostName.test(entry.replace(/^\*?\./, '')))
      domains.push(entry.replace('*', ''))
    else if (hostName.test(entry)) hosts.add(entry)
    else throw new Error(`FETCH_ALLOW: ${entry} is not a host, domain, address or network`)
  }
  return { hosts, domains, ranges }
}

/** Whether a connection to a host may go to this address. */
export function mayConnect(host: string, address: string, allow: AllowList): boolean {
  if (isPublicAddress(address) || isInRanges(address, allow.ranges)) return true
  return isAllowedHost(host, allow) && isOwnAddress(address)
}

function isAllowedHost(host: string, { hosts, domains }: AllowList): boolean {
  const name = host.replace(/\.$/, '')
  return hosts.has(name) || domains.some(domain => name.endsWith(domain))
}
