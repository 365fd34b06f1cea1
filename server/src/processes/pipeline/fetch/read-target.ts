import { FetchError } from './fetch-error.ts'

/**
 * Ports of other protocols, whose servers could misread a request as their own. Browsers refuse the same ports
 * (https://fetch.spec.whatwg.org/#port-blocking).
 */
const refusedPorts = new Set([
  ...[
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  ],
  ...[
    109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  ],
  ...[526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049],
  ...[3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
])

/** Parses and checks an address, before its name is resolved. URL has already normalised odd spellings of numbers. */
export function readTarget(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href)
  if (!url) throw new FetchError('fetch.not_found', 'The link is not a valid URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchError('fetch.blocked_address', 'Only http and https addresses are fetched')
  if (url.username !== '' || url.password !== '')
    throw new FetchError(
      'fetch.blocked_address',
      'Addresses with a user name or a password in them are not fetched',
    )
  if (refusedPorts.has(Number(url.port)))
    throw new FetchError(
      'fetch.blocked_address',
      `Port ${url.port} belongs to another protocol than HTTP. Reverie never fetches from it`,
    )
  url.hash = ''
  return url
}
