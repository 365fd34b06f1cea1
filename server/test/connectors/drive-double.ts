import { createHash } from 'node:crypto'
import { type GoogleAnswer, type GoogleAsked, refusal as no } from './google-answer.ts'

const google = 'application/vnd.google-apps.'
export const folderType = `${google}folder`
export const docType = `${google}document`
export const sheetType = `${google}spreadsheet`

export type DriveNode = {
  id: string
  name: string
  mimeType: string
  parent: string | undefined
  /** The shared drive. */
  driveId: string | undefined
  text: string
  isTrashed: boolean
  /** Nobody shares it with the account any more. */
  isHidden: boolean
  revision: number
  modifiedAt: string
  permissions: { emailAddress?: string; type: string }[]
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** What an export of a document of Google's own contains. */
export const exportOf = ({ text }: Pick<DriveNode, 'text'>, mimeType: string): string =>
  mimeType === 'text/markdown' ? text : `${mimeType.split('.').at(-1)}: ${text}`

/** A Drive with shared drives and logs of changes, as one account sees it. */
export class DriveDouble {
  readonly nodes = new Map<string, DriveNode>()
  /** Shared drives that the account is a member of, with their names. */
  readonly drives = new Map<string, string>()
  readonly channels = new Map<
    string,
    { corpus: string; address: string; token: string; expiration: number }
  >()
  /** Pages are smaller than asked for, so that a few files fill several. */
  maxPerPage = 1_000
  /** Shared drives of which the account sees single folders, without being a member. Their entries are in its own log. */
  readonly lent = new Set<string>()
  /** Exports with more characters than this are refused. */
  maxExport = 10_000
  /** Files whose content may not be downloaded. */
  readonly locked = new Set<string>()
  /** Entries of logs before this number are forgotten. */
  oldest = 0
  /** Tokens of pages of lists that are still known. */
  readonly pages = new Map<string, { ids: string[]; at: number }>()
  /** Each entry appears this often. */
  repeats = 1
  isIncomplete = false
  readonly #logs = new Map<string, { seq: number; id: string }[]>()
  #seq = 100
  #made = 0
  #clock = Date.UTC(2031, 0)

  constructor() {
    this.#put({ id: 'root-id', name: 'My Drive', mimeType: folderType })
  }

  sharedDrive(name: string): string {
    const id = this.#put({ name, mimeType: folderType })
    this.nodes.get(id)!.driveId = id
    this.drives.set(id, name)
    return id
  }

  folder(name: string, parent: string | undefined = 'root-id'): string {
    return this.#put({ name, parent, mimeType: folderType })
  }

  /** A folder of somebody else, whose parent cannot be seen. */
  sharedFolder(name: string): string {
    return this.#put({ name, mimeType: folderType })
  }

  file(name: string, text: string, parent: string | undefined = 'root-id', mimeType = 'text/plain'): string {
    return this.#put({ name, text, parent, mimeType })
  }

  doc(name: string, text: string, parent: string | undefined = 'root-id', mimeType = docType): string {
    return this.#put({ name, text, parent, mimeType })
  }

  /** The account loses the shared drive, and keeps what it was given of it. */
  lend(drive: string): void {
    this.drives.delete(drive)
    this.lent.add(drive)
  }

  /** Changes a file, and says so in the log of the place where it is now and where it was. */
  change(id: string, fields: Partial<DriveNode>): void {
    const node = this.nodes.get(id)!
    const before = this.#corpusOf(node)
    Object.assign(node, fields)
    if (fields.text !== undefined) node.revision++
    if (fields.text !== undefined) node.modifiedAt = this.#now()
    if (fields.parent !== undefined) this.#moveAlong(node)
    for (const corpus of new Set([before, this.#corpusOf(node)])) this.#log(corpus, id)
  }

  /** For ever, with everything in it. The log names only the folder. */
  remove(id: string): void {
    this.#log(this.#corpusOf(this.nodes.get(id)!), id)
    for (const below of [...this.nodes.values()].filter(({ parent }) => parent === id)) this.#erase(below.id)
    this.nodes.delete(id)
  }

  /** Paths and contents of what a connection must have. */
  expected(chosen?: readonly string[]): Record<string, string> {
    const isWanted = (node: DriveNode) => !chosen || this.#above(node).some(({ id }) => chosen.includes(id))
    const readable = [...this.nodes.values()].filter(
      node =>
        this.#isSeen(node) &&
        !this.#isTrashed(node) &&
        isWanted(node) &&
        /^text\/|document$|spreadsheet$/.test(node.mimeType),
    )
    return Object.fromEntries(readable.map(node => [node.id, this.#contentOf(node)]).sort())
  }

  pathOf(id: string): string {
    return this.#above(this.nodes.get(id)!)
      .map(({ name }) => name)
      .reverse()
      .join('/')
  }

  answer({ method, path, query, body }: GoogleAsked): GoogleAnswer {
    const drive = query.get('driveId')
    if (drive !== null && !this.drives.has(drive)) return no(404, 'notFound')
    if (method === 'POST') return this.#post(path, query, body as Record<string, unknown>)
    if (path === '/about') return { status: 200, body: { user: { emailAddress: 'ada@example.org' } } }
    if (path === '/drives') return this.#listDrives(query)
    if (path === '/files') return this.#list(query)
    if (path === '/changes/startPageToken')
      return { status: 200, body: { startPageToken: String(this.#seq) } }
    if (path === '/changes') return this.#listChanges(query)
    const [, kind = '', id = '', isExport] = /^\/(files|drives)\/([^/]+)(\/export)?$/.exec(path) ?? []
    if (kind === 'drives') {
      const name = this.drives.get(id)
      return name === undefined ? no(404, 'notFound') : { status: 200, body: { id, name } }
    }
    const node = this.nodes.get(id === 'root' ? 'root-id' : id)
    if (!node || !this.#isSeen(node)) return no(404, 'notFound')
    if (isExport) return this.#export(node, query.get('mimeType')!)
    if (query.get('alt') !== 'media') return { status: 200, body: this.#describe(node) }
    if (this.locked.has(node.id)) return no(403, 'cannotDownloadFile')
    return { status: 200, body: Buffer.from(node.text) }
  }

  #put(given: Partial<DriveNode> & Pick<DriveNode, 'name' | 'mimeType'>): string {
    const id = given.id ?? `${given.mimeType === folderType ? 'folder' : 'file'}_${++this.#made}-x`
    const parent = given.parent === undefined ? undefined : this.nodes.get(given.parent)
    const node = {
      ...{ text: '', isTrashed: false, isHidden: false, revision: 1, modifiedAt: this.#now() },
      ...{ permissions: [{ emailAddress: 'ada@example.org', type: 'user' }], parent: undefined },
      ...given,
      id,
      driveId: parent?.driveId,
    }
    this.nodes.set(id, node)
    this.#log(this.#corpusOf(node), id)
    return id
  }

  #now(): string {
    this.#clock += 1_000
    return new Date(this.#clock).toISOString()
  }

  #log(corpus: string, id: string): void {
    const log = this.#logs.get(corpus) ?? []
    this.#logs.set(corpus, log)
    for (let n = 0; n < this.repeats; n++) log.push({ seq: ++this.#seq, id })
  }

  #corpusOf = ({ driveId }: DriveNode): string =>
    driveId === undefined || this.lent.has(driveId) ? 'user' : driveId

  #moveAlong(node: DriveNode): void {
    node.driveId = this.nodes.get(node.parent!)?.driveId
    for (const below of this.nodes.values()) if (below.parent === node.id) this.#moveAlong(below)
  }

  #erase(id: string): void {
    for (const below of [...this.nodes.values()].filter(({ parent }) => parent === id)) this.#erase(below.id)
    this.nodes.delete(id)
  }

  /** The node and the folders above it that the account sees. */
  #above(node: DriveNode): DriveNode[] {
    const parent = node.parent === undefined ? undefined : this.nodes.get(node.parent)
    return [node, ...(parent && this.#isSeen(parent) ? this.#above(parent) : [])]
  }

  #isSeen(node: DriveNode): boolean {
    if (node.isHidden) return false
    if (node.driveId !== undefined && this.lent.has(node.driveId)) return node.id !== node.driveId
    if (node.driveId !== undefined && !this.drives.has(node.driveId)) return false
    const parent = node.parent === undefined ? undefined : this.nodes.get(node.parent)
    return !parent || this.#isSeen(parent)
  }

  #isTrashed(node: DriveNode): boolean {
    const parent = node.parent === undefined ? undefined : this.nodes.get(node.parent)
    return node.isTrashed || (parent !== undefined && this.#isTrashed(parent))
  }

  #contentOf(node: DriveNode): string {
    if (node.mimeType === docType) return exportOf(node, 'text/markdown')
    return node.mimeType === sheetType ? exportOf(node, 'sheet') : node.text
  }

  #describe(node: DriveNode): object {
    const { id, name, mimeType, parent, driveId, text, revision, modifiedAt, permissions } = node
    const isGoogle = mimeType.startsWith(google)
    return {
      ...{ id, mimeType, trashed: this.#isTrashed(node), modifiedTime: modifiedAt, permissions },
      // The top of a shared drive has this name here, whatever the drive is called.
      name: id === driveId ? 'Drive' : name,
      ...{ createdTime: '2020-01-01T00:00:00.000Z', webViewLink: `https://drive.example/${id}` },
      ...(parent !== undefined && { parents: [parent] }),
      ...(driveId === undefined ? { owners: [{ emailAddress: 'ada@example.org' }] } : { driveId }),
      ...(!isGoogle && { md5Checksum: md5(text), headRevisionId: `r${revision}`, size: String(text.length) }),
    }
  }

  #listDrives(query: URLSearchParams): GoogleAnswer {
    const at = Number(query.get('pageToken') ?? 0)
    const all = [...this.drives].map(([id, name]) => ({ id, name }))
    const next = at + Math.min(this.maxPerPage, Number(query.get('pageSize')))
    const more = next < all.length ? { nextPageToken: String(next) } : {}
    return { status: 200, body: { drives: all.slice(at, next), ...more } }
  }

  #list(query: URLSearchParams): GoogleAnswer {
    const token = query.get('pageToken')
    const known = token === null ? { ids: this.#find(query), at: 0 } : this.pages.get(token)
    if (!known) return no(400, 'invalid')
    const end = known.at + Math.min(this.maxPerPage, Number(query.get('pageSize')))
    const files = known.ids
      .slice(known.at, end)
      .flatMap(id => this.nodes.get(id) ?? [])
      .filter(node => this.#isSeen(node))
    const next = `page-${this.pages.size + 1}`
    const isLast = end >= known.ids.length
    if (!isLast) this.pages.set(next, { ids: known.ids, at: end })
    return {
      status: 200,
      body: {
        files: files.map(node => this.#describe(node)),
        incompleteSearch: this.isIncomplete,
        ...(!isLast && { nextPageToken: next }),
      },
    }
  }

  #find(query: URLSearchParams): string[] {
    const corpus = query.get('driveId') ?? 'user'
    const clauses = query.get('q')!.split(' and ')
    return [...this.nodes.values()]
      .filter(node => node.id !== 'root-id' && node.id !== node.driveId && this.#corpusOf(node) === corpus)
      .filter(node => this.#isSeen(node) && clauses.every(clause => this.#matches(node, clause)))
      .map(({ id }) => id)
  }

  #matches(node: DriveNode, clause: string): boolean {
    if (clause === 'trashed = false') return !this.#isTrashed(node)
    if (clause === 'sharedWithMe = true') return node.parent === undefined
    if (clause === `mimeType = '${folderType}'`) return node.mimeType === folderType
    if (clause === `mimeType != '${folderType}'`) return node.mimeType !== folderType
    const parents = [...clause.matchAll(/'([\w-]+)' in parents/g)].map(([, id]) => id)
    if (parents.length === 0) throw new Error(`A query with ${clause}`)
    return node.parent !== undefined && parents.includes(node.parent)
  }

  #listChanges(query: URLSearchParams): GoogleAnswer {
    const corpus = query.get('driveId') ?? 'user'
    const since = Number(query.get('pageToken'))
    if (!(since >= this.oldest)) return no(400, 'invalid')
    const entries = (this.#logs.get(corpus) ?? []).filter(({ seq }) => seq > since)
    const shown = entries.slice(0, Math.min(this.maxPerPage, Number(query.get('pageSize'))))
    const more = shown.length < entries.length
    const end = String(shown.at(-1)?.seq ?? since)
    const changes = shown.map(({ id }) => this.#toChange(corpus, id))
    return { status: 200, body: { changes, ...(more ? { nextPageToken: end } : { newStartPageToken: end }) } }
  }

  /** What is no longer in a log is removed there, and described as long as the account can see it. */
  #toChange(corpus: string, id: string): object {
    const node = this.nodes.get(id)
    const isSeen = node !== undefined && this.#isSeen(node)
    return {
      ...{ changeType: 'file', fileId: id, removed: !isSeen || this.#corpusOf(node) !== corpus },
      ...(isSeen && { file: this.#describe(node) }),
    }
  }

  #export(node: DriveNode, mimeType: string): GoogleAnswer {
    const content = exportOf(node, mimeType)
    // Pictures make every format but plain text large.
    const isTooLarge = content.length > this.maxExport && mimeType !== 'text/plain'
    return isTooLarge ? no(403, 'exportSizeLimitExceeded') : { status: 200, body: Buffer.from(content) }
  }

  #post(path: string, query: URLSearchParams, body: Record<string, unknown>): GoogleAnswer {
    if (path === '/channels/stop')
      return this.channels.delete(String(body.id)) ? { status: 204 } : no(404, 'channelIdNotFound')
    if (path !== '/changes/watch') return no(404, 'notFound')
    if (!String(body.address).startsWith('https://')) return no(400, 'push.webhookUrlNotHttps')
    const corpus = query.get('driveId') ?? 'user'
    const { address, token } = body as { address: string; token: string }
    const expiration = Number(body.expiration)
    this.channels.set(String(body.id), { corpus, address, token, expiration })
    return { status: 200, body: { id: body.id, resourceId: `log-${corpus}`, expiration: String(expiration) } }
  }
}
