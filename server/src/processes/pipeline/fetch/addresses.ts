import ipaddr from 'ipaddr.js'

type ParsedAddress = ipaddr.IPv4 | ipaddr.IPv6
export type AddressRange = [ParsedAddress, number]

/** All of IPv6 that is assigned so far. Addresses outside are special or unused. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]
/** IPv4 addresses in networks that have only IPv6. */
const nat64 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number]
/** Looks public, but is Azure's service for its virtual machines, and reveals secrets to them. */
const cloudHosts = new Set(['168.63.129.16'])

/** Whether an address belongs to the public internet, and not to a private network, this machine or a cloud. */
export function isPublicAddress(address: string): boolean {
  const parsed = unwrap(ipaddr.parse(address))
  if (parsed.range() !== 'unicast' || cloudHosts.has(parsed.toString())) return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast)
}

const ownRanges = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'])

/**
 * Whether an address is in a private network or on this machine. Link-local addresses do not count: clouds serve
 * their secrets there.
 */
export function isOwnAddress(address: string): boolean {
  return ownRanges.has(unwrap(ipaddr.parse(address)).range())
}

export function isInRanges(address: string, ranges: readonly AddressRange[]): boolean {
  const parsed = unwrap(ipaddr.parse(address))
  return ranges.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
}

/** Returns the IPv4 address inside an IPv6 one, because that is where the connection ends. */
function unwrap(address: ParsedAddress): ParsedAddress {
  if (address instanceof ipaddr.IPv4) return address
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  return address.match(nat64) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address
}
