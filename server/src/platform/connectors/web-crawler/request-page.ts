import { type Item, ItemError, SourceError, type SourceResponse } from '../connector.ts'
import { shortHash } from '../short-hash.ts'
import type { CrawlSource } from './crawl-state.ts'
import { type CrawledPage, mayIndexByHeader, readPage } from './read-page.ts'

/** As the contract has it; a larger page is a data file. */
const maxHtmlBytes = 10_000_000

export const goneStatuses = [404, 410]
const refusedStatuses = [
  400, 401, 402, 403, 405, 406, 407, 409, 411, 412, 414, 416, 418, 421, 422, 423, 424, 426, 431, 451,
]
const ownStatuses = [...goneStatuses, ...refusedStatuses]

/** The answer to a request for a page. */
export type PageAnswer =
  | { kind: 'unchanged'; url: string }
  | { kind: 'gone' }
  | { kind: 'refused'; error: ItemError }
  /** Neither HTML nor a PDF file that is wanted. */
  | { kind: 'other'; url: string }
  | {
      kind: 'html'
      url: string
      page: CrawledPage
      mayIndex: boolean
      response: SourceResponse
      bytes: Uint8Array
    }
  | { kind: 'pdf'; url: string; mayIndex: boolean; response: SourceResponse; bytes: Uint8Array }

export type Validators = { etag?: string; lastModified?: string }

/** Throws `SourceError` when the site fails for now. */
export async function requestPage(
  source: CrawlSource,
  url: string,
  known: Validators = {},
): Promise<PageAnswer> {
  const response = await request(source, url, known)
  if (response instanceof ItemError) return { kind: 'refused', error: response }
  const { status, url: finalUrl } = response
  if (status === 304) return { kind: 'unchanged', url: finalUrl }
  if (goneStatuses.includes(status)) return { kind: 'gone' }
  if (refusedStatuses.includes(status))
    return { kind: 'refused', error: new ItemError('item_forbidden', `The server answers ${status}`) }
  const contentType = response.headers.get('content-type') ?? 'text/html'
  const mayIndex = mayIndexByHeader(response.headers.get('x-robots-tag'))
  const bytes = await response.bytes()
  if (/^(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType.trim())) {
    const page = readPage(bytes, contentType, finalUrl)
    return { kind: 'html', url: finalUrl, page, mayIndex: mayIndex && page.mayIndex, response, bytes }
  }
  const isPdf = source.settings.includePdfs && /^application\/pdf\b/i.test(contentType.trim())
  return isPdf ? { kind: 'pdf', url: finalUrl, mayIndex, response, bytes } : { kind: 'other', url: finalUrl }
}

async function request(
  source: CrawlSource,
  url: string,
  known: Validators,
): Promise<SourceResponse | ItemError> {
  const { maxFileBytes } = source.limits
  const isPdf = /\.pdf$/i.test(new URL(url).pathname)
  try {
    return await source.http.request(url, {
      isCrawl: true,
      allow: ownStatuses,
      maxBytes: isPdf ? maxFileBytes : Math.min(maxHtmlBytes, maxFileBytes),
      headers: {
        accept: 'text/html, application/xhtml+xml, application/pdf;q=0.9, */*;q=0.1',
        ...(known.etag && { 'if-none-match': known.etag }),
        ...(known.lastModified && { 'if-modified-since': known.lastModified }),
      },
    })
  } catch (error) {
    source.signal.throwIfAborted()
    if (error instanceof ItemError) return error
    // A redirect to a private address, for example. Nothing that waiting would change.
    if (error instanceof SourceError && error.code === 'settings_invalid')
      return new ItemError('item_forbidden', error.message, { cause: error })
    throw error
  }
}

export function validatorsOf(response: SourceResponse): Required<Validators> {
  // Fields of a checkpoint are separated by tabs.
  const header = (name: string, maxChars: number) => {
    const value = response.headers.get(name) ?? ''
    return value.length <= maxChars && !/[\t\n]/.test(value) ? value : ''
  }
  const etag = header('etag', 200)
  // Either is enough, and the ETag is more exact.
  return { etag, lastModified: etag === '' ? header('last-modified', 40) : '' }
}

/** A page or PDF file as an item of the source. */
export function toItem(url: string, answer: Extract<PageAnswer, { kind: 'html' | 'pdf' }>, now: Date): Item {
  const { response, bytes } = answer
  const page = answer.kind === 'html' ? answer.page : undefined
  const { host, pathname } = new URL(url)
  const modified = new Date(response.headers.get('last-modified') ?? '')
  // The clock of the server may be wrong.
  const isPlausible = modified.getTime() > 0 && modified.getTime() <= now.getTime()
  const fileName = decodeName(/([^/]+)$/.exec(pathname)?.[1] ?? 'page.html')
  // Made here, so that `read` keeps the bytes in memory, and not the parsed page too.
  const content = {
    kind: 'file',
    bytes,
    fileName: page && !/\.x?html?$/i.test(fileName) ? `${fileName}.html` : fileName,
    mimeType: response.headers.get('content-type') ?? (page ? 'text/html' : 'application/pdf'),
  } as const
  return {
    externalId: url,
    version: page ? page.textHash : shortHash(bytes),
    url,
    ...(page?.title && { title: page.title }),
    ...(isPlausible && { updatedAt: modified }),
    metadata: {
      host,
      path: pathname,
      ...(page?.description && { description: page.description }),
      ...(page?.language && { language: page.language }),
    },
    read: async () => content,
  }
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
