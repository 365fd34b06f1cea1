import ipaddr from 'ipaddr.js'

type Parsed = ipaddr.IPv4 | ipaddr.IPv6
export type AddressRange = [Parsed, number]

/** All that is given out of IPv6 so far. What lies outside is of some special use, or of none. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]
/** Addresses of IPv4 as networks without it write them. */
const nat64 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number]
/** Looks public, and is the host of every machine of one cloud, which tells it secrets. */
const cloudHosts = new Set(['168.63.129.16'])

/** Whether an address belongs to the open internet, and to nobody's own network, machine or cloud. */
export function isPublicAddress(address: string): boolean {
  const parsed = unwrap(ipaddr.parse(address))
  if (parsed.range() !== 'unicast' || cloudHosts.has(parsed.toString())) return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast)
}

const ownRanges = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'])

/** Whether it may be a machine of one's own network. Link-local ones are not: clouds keep their secrets there. */
export function isOwnAddress(address: string): boolean {
  return ownRanges.has(unwrap(ipaddr.parse(address)).range())
}

export function isWithin(address: string, ranges: readonly AddressRange[]): boolean {
  const parsed = unwrap(ipaddr.parse(address))
  return ranges.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
}

/** An IPv4 address that travels in an IPv6 one, as itself: it is where the connection ends. */
function unwrap(address: Parsed): Parsed {
  if (address instanceof ipaddr.IPv4) return address
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  return address.match(nat64) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address
}
