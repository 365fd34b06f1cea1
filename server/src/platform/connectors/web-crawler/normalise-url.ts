/** Longest address that is followed. The id of an item has at most 1,000 bytes. */
const maxChars = 900
const maxSegments = 20
/** A path that repeats a segment this often comes from a relative link that leads to itself, each time one level deeper. */
const maxRepeats = 3

/** Parameters that follow visitors and change no page. */
const tracking =
  /^(?:utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_[ce]id|_ga|_gl|_hs\w+|hsa_\w+|mkt_tok|oly_\w+|vero_\w+|pi?wi?k_\w+|pk_\w+|mtm_\w+|matomo_\w+|wt_?mc\w*|ref_src|spm|s_cid|icid|replytocom|share)$/i
const session = /^(?:phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|cfid|cftoken|oscsid|zenid)$/i
/** These are sessions only if their value looks like one: `sid=12` may be a story. */
const likelySession =
  /^(?:s|sid|sess|session|session_?id|sessid|token|nonce|_|rnd|random|ts|timestamp|cachebuster)$/i
const looksRandom = /^(?=.*\d)[\da-z_-]{16,}$|^\d{10,}$/i

/** Files that hold no text of a page. They are not even asked for. */
const otherFiles =
  /\.(?:avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp|mp[34]|m4[av]|mov|avi|mkv|webm|og[gav]|wav|flac|css|m?js|map|json|xml|rss|atom|txt|csv|woff2?|ttf|otf|eot|zip|gz|tgz|bz2|xz|7z|rar|tar|dmg|iso|exe|msi|deb|rpm|apk|jar|docx?|xlsx?|pptx?|od[tsp]|epub|wasm|bin)$/i

/**
 * The address of a page of this site in the one form under which it is known, so that sessions, tracking and the order of
 * parameters do not multiply pages. Undefined for other hosts and for addresses that can be no page.
 */
export function normaliseUrl(href: string, base: string, origin: string): string | undefined {
  const url = URL.parse(href.trim(), base)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const site = new URL(origin)
  if (url.hostname !== site.hostname || !isSamePort(url, site)) return undefined
  const path = normalisePath(url.pathname)
  const query = normaliseQuery(url.search)
  const address = `${site.origin}${path}${query}`
  return address.length > maxChars || isEndlessPath(path) ? undefined : address
}

/** http and https of one host are the same site, if each uses its usual port. */
function isSamePort(url: URL, site: URL): boolean {
  return url.port === site.port
}

function normalisePath(path: string): string {
  return path
    .replace(/;(?:jsessionid|phpsessid|sid)=[^/;]*/gi, '')
    .replace(/\/{2,}/g, '/')
    .replace(/%[\da-f]{2}/gi, code => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return /[\w.~-]/.test(character) ? character : code.toUpperCase()
    })
}

function normaliseQuery(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter(part => part !== '' && !isNoise(part))
    .sort()
  return kept.length === 0 ? '' : `?${[...new Set(kept)].join('&')}`
}

function isNoise(part: string): boolean {
  const [name = '', value = ''] = part.split('=')
  return tracking.test(name) || session.test(name) || (likelySession.test(name) && looksRandom.test(value))
}

function isEndlessPath(path: string): boolean {
  const segments = path.split('/').filter(segment => segment !== '')
  if (segments.length > maxSegments) return true
  const counts = new Map<string, number>()
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1)
  return [...counts].some(([segment, count]) => count >= maxRepeats && /\D/.test(segment))
}

/** Whether an address may lead to a page or, if asked for, a PDF file. */
export function mayBePage(url: string, includePdfs: boolean): boolean {
  const { pathname } = new URL(url)
  if (/\.pdf$/i.test(pathname)) return includePdfs
  return !otherFiles.test(pathname)
}

/** The family of an address: ids and numbers replaced, values of parameters dropped. */
export function shapeOf(url: string): string {
  const { pathname, searchParams } = new URL(url)
  const path = pathname
    .split('/')
    .map(segment => segment.replace(/[\da-f]{8,}(?:-[\da-f]{4,})*/gi, '*').replace(/\d+/g, '#'))
    .join('/')
  return [path, ...[...searchParams.keys()].sort()].join('&')
}

/** Calendars have a page for every month of the future. A page about the year after next does not look like this. */
export function isFarFuture(url: string, now: Date): boolean {
  const years = [
    ...url.matchAll(/[/=-](2\d{3})[-/](?:0?[1-9]|1[0-2])(?=$|[/?&-])/g),
    ...url.matchAll(/[?&](?:year|date|month|day|cal\w*|y)=(2\d{3})/gi),
  ]
  return years.some(([, year]) => Number(year) > now.getUTCFullYear() + 1)
}
