import { ExtractError } from '../../extraction/extraction.ts'
import {
  childOf,
  childrenOf,
  eachElement,
  findAll,
  textOf,
  type XmlElement,
} from '../../extraction/xml/xml.ts'
import { SourceError, type SourceResponse } from '../connector.ts'
import { isWanted, type WebdavSource } from './settings.ts'

/** A file or folder. Paths are decoded, relative to the address of the connection, and without slashes at their ends. */
export type DavEntry = {
  path: string
  isFolder: boolean
  etag: string
  /** Nextcloud and ownCloud: stays the same when the file moves. */
  fileId: string | undefined
  size: number | undefined
  modified: Date | undefined
  created: Date | undefined
  contentType: string | undefined
}

export type Listing = {
  self: DavEntry | undefined
  entries: DavEntry[]
  /** The server names members that it does not show now, such as a storage that is away. */
  isPartial: boolean
}

/** A folder with 50,000 files takes about 30 MB of XML. */
const maxListingBytes = 100_000_000

const properties = `<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:prop>
<d:resourcetype/><d:getetag/><d:getlastmodified/><d:creationdate/><d:getcontentlength/><d:getcontenttype/><oc:fileid/></d:prop></d:propfind>`
const reports = `<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:"><d:prop><d:supported-report-set/><d:sync-token/></d:prop></d:propfind>`

/** Lists a folder. Returns why it cannot be listed, if that concerns this folder alone. */
export async function listFolder(
  source: WebdavSource,
  path: string,
): Promise<Listing | 'gone' | 'forbidden'> {
  const response = await propfind(source, folderUrl(source, path), '1', properties)
  if (response.status === 404 || response.status === 410) return 'gone'
  if (response.status === 403 || response.status === 423) return 'forbidden'
  const { entries, isPartial } = await readEntries(source, response)
  return {
    self: entries.find(entry => entry.path === path),
    entries: entries.filter(entry => entry.path !== path),
    isPartial,
  }
}

/** Properties of one file or folder, or why there are none. */
export async function findEntry(
  source: WebdavSource,
  path: string,
): Promise<DavEntry | 'gone' | 'forbidden'> {
  const response = await propfind(source, fileUrl(source, path), '0', properties)
  if (response.status !== 207) return [404, 410].includes(response.status) ? 'gone' : 'forbidden'
  const { entries, isPartial } = await readEntries(source, response)
  return entries[0] ?? (isPartial ? 'forbidden' : 'gone')
}

/** The token after which `sync-collection` (RFC 6578) tells what changed; undefined if the server does not offer it. */
export async function findSyncToken(source: WebdavSource): Promise<string | undefined> {
  const response = await propfind(source, folderUrl(source, ''), '0', reports)
  if (response.status !== 207) return undefined
  let token: string | undefined
  await eachResponse(response, element => {
    const hasReport = findAll(element, ['dav:sync-collection']).length > 0
    if (hasReport) token = textOf(findAll(element, ['dav:sync-token'])[0]).trim() || undefined
  })
  return token
}

/** Paths that changed or are gone since the token. Undefined if the server wants everything to be listed again. */
export async function readSyncCollection(
  source: WebdavSource,
  token: string,
): Promise<{ paths: string[]; token: string; isTruncated: boolean } | undefined> {
  const body = `<?xml version="1.0" encoding="utf-8"?><d:sync-collection xmlns:d="DAV:"><d:sync-token>${escapeXml(token)}</d:sync-token><d:sync-level>infinite</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>`
  const response = await request(source, folderUrl(source, ''), {
    method: 'REPORT',
    body,
    headers: { depth: '0' },
  })
  if (response.status !== 207) return undefined
  const paths: string[] = []
  let isTruncated = false
  const next = await eachResponse(response, element => {
    const path = pathOf(source, element)
    if (/ 507 /.test(textOf(childOf(element, 'dav:status')))) isTruncated = true
    else if (path !== undefined && path !== '') paths.push(path)
  })
  return next === undefined ? undefined : { paths, token: next, isTruncated }
}

/** The content of a file. */
export function getFile(source: WebdavSource, path: string): Promise<SourceResponse> {
  return request(source, fileUrl(source, path), { method: 'GET' })
}

export function fileUrl({ settings }: WebdavSource, path: string): string {
  const root = new URL(settings.url)
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return `${root.origin}${root.pathname.replace(/\/*$/, '/')}${encoded}`
}

function folderUrl(source: WebdavSource, path: string): string {
  return path === '' ? fileUrl(source, '') : `${fileUrl(source, path)}/`
}

const refusals = [400, 403, 404, 405, 406, 409, 410, 412, 415, 422, 423, 501]

async function propfind(
  source: WebdavSource,
  url: string,
  depth: '0' | '1',
  body: string,
): Promise<SourceResponse> {
  const response = await request(source, url, { method: 'PROPFIND', body, headers: { depth } })
  const { status } = response
  if (status === 207 || [403, 404, 410, 423].includes(status)) return response
  throw new SourceError(
    'settings_invalid',
    `The address does not speak WebDAV: it answers ${status} to PROPFIND`,
  )
}

async function request(
  source: WebdavSource,
  url: string,
  options: { method: string; body?: string; headers?: Record<string, string> },
): Promise<SourceResponse> {
  const { username, password } = source.credentials
  const response = await source.http.request(url, {
    method: options.method,
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      ...(options.body !== undefined && { 'content-type': 'application/xml; charset=utf-8' }),
      ...options.headers,
    },
    ...(options.body !== undefined && { body: options.body, maxBytes: maxListingBytes }),
    allow: [...refusals, 401],
  })
  if (response.status === 401)
    throw new SourceError('auth_expired', 'The server no longer accepts the user name and password')
  return response
}

async function readEntries(
  source: WebdavSource,
  response: SourceResponse,
): Promise<{ entries: DavEntry[]; isPartial: boolean }> {
  const entries: DavEntry[] = []
  let isPartial = false
  await eachResponse(response, element => {
    const entry = readEntry(source, element)
    if (entry) entries.push(entry)
    else if (isHidden(source, element)) isPartial = true
  })
  return { entries, isPartial }
}

/** A wanted member that is there and not shown: its status says another thing than that it is gone. */
function isHidden(source: WebdavSource, element: XmlElement): boolean {
  const path = pathOf(source, element)
  if (path === undefined || !isWanted(source, path, true)) return false
  return !/ (?:404|410)\b/.test(textOf(childOf(element, 'dav:status')))
}

/**
 * Calls `visit` with each response of a multistatus, and returns the sync token after them. An answer that is cut off
 * throws: entries that are missing must not count as deleted.
 */
async function eachResponse(
  response: SourceResponse,
  visit: (element: XmlElement) => void,
): Promise<string | undefined> {
  let token: string | undefined
  try {
    eachElement(await response.bytes(), new Set(['dav:response', 'dav:sync-token']), element => {
      if (element.name === 'dav:response') visit(element)
      else token = textOf(element).trim()
    })
  } catch (error) {
    if (!(error instanceof ExtractError)) throw error
    throw new SourceError('provider_unavailable', 'The server sent a list that is cut off or no XML', {
      cause: error,
    })
  }
  return token
}

function readEntry(source: WebdavSource, element: XmlElement): DavEntry | undefined {
  const path = pathOf(source, element)
  const found = childrenOf(element, 'dav:propstat').find(propstat =>
    / 200 /.test(textOf(childOf(propstat, 'dav:status'))),
  )
  const prop = childOf(found, 'dav:prop')
  if (path === undefined || !prop) return undefined
  const text = (name: string) => textOf(childOf(prop, name)).trim() || undefined
  const size = Number(text('dav:getcontentlength') ?? Number.NaN)
  return {
    path,
    isFolder: childOf(prop, 'dav:resourcetype', 'dav:collection') !== undefined,
    etag: text('dav:getetag') ?? '',
    fileId: text('oc:fileid'),
    size: Number.isNaN(size) ? undefined : size,
    modified: toDate(text('dav:getlastmodified')),
    created: toDate(text('dav:creationdate')),
    contentType: text('dav:getcontenttype'),
  }
}

function toDate(written: string | undefined): Date | undefined {
  const date = new Date(written ?? '')
  // Servers that do not know a date say 1970.
  return date.getTime() > 86_400_000 ? date : undefined
}

/** Servers write hrefs as paths or whole addresses, and encode them as they like. Undefined outside of the folder. */
function pathOf({ settings }: WebdavSource, element: XmlElement): string | undefined {
  const url = URL.parse(textOf(childOf(element, 'dav:href')).trim(), settings.url)
  const root = decode(new URL(settings.url).pathname).replace(/\/*$/, '/')
  const path = url && decode(url.pathname)
  if (path === null || path === undefined || !`${path}/`.startsWith(root)) return undefined
  return path.slice(root.length).replace(/\/+$/, '')
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
