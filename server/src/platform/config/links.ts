import { z } from 'zod'
import { count, milliseconds, text } from './kinds.ts'

export const linkSettings = {
  FETCH_MAX_BYTES: count
    .min(1_000)
    .max(500_000_000)
    .default(10_000_000)
    .describe('Links: largest page or file that Reverie fetches, in bytes after decompression.'),
  FETCH_TIMEOUT_MS: milliseconds
    .min(100)
    .max(600_000)
    .default(30_000)
    .describe('Links: timeout of one fetch, including redirects and the body. Raise it for slow sites.'),
  FETCH_CONNECT_TIMEOUT_MS: milliseconds
    .min(100)
    .max(600_000)
    .default(10_000)
    .describe('Links: timeout for connecting to a server, as a part of FETCH_TIMEOUT_MS.'),
  FETCH_ALLOW: text.describe(
    'Links: hosts that Reverie may fetch from besides the public internet, separated by commas. Write hosts (`wiki.corp.example`), domains (`.corp.example`), addresses or networks (`10.2.0.0/16`). Listed hosts and domains may be in private networks. Default: the public internet only.',
  ),
  FETCH_DNS: text.describe(
    'Links: name servers to ask, for example `10.0.0.2, 10.0.0.3:5353`. Default: the name servers of the machine.',
  ),
  FETCH_USER_AGENT: z
    .string()
    .regex(/^[\x20-\x7e]+$/, 'must be printable ASCII')
    .default('Reverie/0.1')
    .describe(
      'Links and connectors: `User-Agent` header that Reverie sends. Set it to a name with a contact address if you fetch many pages. A robots.txt addresses its first word, without the version.',
    ),
}
