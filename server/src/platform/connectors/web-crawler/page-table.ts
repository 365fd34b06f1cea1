import { packLines, unpackLines } from '../pack-lines.ts'

/**
 * - `queued`: found and not visited
 * - `page`: stored as a document
 * - `alias`: another address of a stored page
 * - `skipped`: not stored: no page, not to be indexed, missing
 */
export type PageKind = 'queued' | 'page' | 'alias' | 'skipped'

export type PageRecord = {
  /** Path and parameters, below the origin of the site. */
  readonly path: string
  kind: PageKind
  /** Links away from the start page. Pages of the sitemap are one link away. */
  depth: number
  /** To be visited in this crawl. */
  isTodo: boolean
  isListed: boolean
  /** Visits in a row that suggest that the page is gone without saying so. */
  strikes: number
  intervalHours: number
  visitedHour: number
  /** From the sitemap. */
  lastmod: string
  textHash: string
  etag: string
  lastModified: string
}

const unvisited = {
  kind: 'queued',
  isTodo: true,
  isListed: false,
  strikes: 0,
  intervalHours: 0,
  visitedHour: 0,
  lastmod: '',
  textHash: '',
  etag: '',
  lastModified: '',
} as const

const letters: Record<PageKind, string> = { queued: 'q', page: 'p', alias: 'a', skipped: 's' }
const kinds: Record<string, PageKind> = { q: 'queued', p: 'page', a: 'alias', s: 'skipped' }

/** Half of a hash tells 20,000 texts apart with a chance of error of one in a million, and saves a fifth of the checkpoint. */
const hashChars = 8

/** All addresses that a crawl knows, with the order in which they are visited: those with fewer links to them first. */
export class PageTable {
  readonly #records = new Map<string, PageRecord>()
  readonly #todo: PageRecord[][] = []
  readonly #byText = new Map<string, string>()
  readonly #maxRecords: number
  #documents = 0
  #waiting = 0

  constructor(maxRecords: number, packed = '') {
    this.#maxRecords = maxRecords
    for (const line of unpackLines(packed)) this.#insert(parseLine(line))
  }

  get documents(): number {
    return this.#documents
  }

  /** How many are to be visited. */
  get waiting(): number {
    return this.#waiting
  }

  get(path: string): PageRecord | undefined {
    return this.#records.get(path)
  }

  all(): PageRecord[] {
    return [...this.#records.values()]
  }

  /** Notes a new address. Undefined when the table is full: a site without end is cut off here. */
  add(path: string, depth: number): PageRecord | undefined {
    if (this.#records.size >= this.#maxRecords) return undefined
    const record: PageRecord = { ...unvisited, path, depth }
    this.#insert(record)
    return record
  }

  delete(record: PageRecord): void {
    this.finish(record)
    this.setKind(record, 'skipped')
    this.#records.delete(record.path)
  }

  setKind(record: PageRecord, kind: PageKind): void {
    if (record.kind === 'page') this.#forgetText(record)
    this.#documents += Number(kind === 'page') - Number(record.kind === 'page')
    record.kind = kind
    if (kind !== 'page') Object.assign(record, { textHash: '', etag: '', lastModified: '' })
  }

  /** Makes the record a page with this text. Returns whether the text is new. */
  setText(record: PageRecord, textHash: string): boolean {
    const hash = textHash.slice(0, hashChars)
    const isNew = record.kind !== 'page' || record.textHash !== hash
    this.setKind(record, 'page')
    this.#forgetText(record)
    record.textHash = hash
    if (!this.#byText.has(hash)) this.#byText.set(hash, record.path)
    return isNew
  }

  hasText(record: PageRecord, textHash: string): boolean {
    return record.kind === 'page' && record.textHash === textHash.slice(0, hashChars)
  }

  /** The stored page with the same text. */
  findText(textHash: string): PageRecord | undefined {
    const path = this.#byText.get(textHash.slice(0, hashChars))
    return path === undefined ? undefined : this.#records.get(path)
  }

  schedule(record: PageRecord): void {
    if (record.isTodo) return
    record.isTodo = true
    this.#enqueue(record)
  }

  finish(record: PageRecord): void {
    if (record.isTodo) this.#waiting--
    record.isTodo = false
  }

  /** The next address to visit. It stays to be visited until `finish`. */
  next(): PageRecord | undefined {
    for (const level of this.#todo)
      for (let record = level?.shift(); record; record = level.shift())
        if (record.isTodo && this.#records.get(record.path) === record) return record
    return undefined
  }

  pack(): string {
    return packLines(this.#lines())
  }

  *#lines(): Generator<string> {
    for (const record of this.#records.values()) yield formatLine(record)
  }

  #insert(record: PageRecord): void {
    this.#records.set(record.path, record)
    if (record.kind === 'page') this.#documents++
    if (record.kind === 'page' && !this.#byText.has(record.textHash))
      this.#byText.set(record.textHash, record.path)
    if (record.isTodo) this.#enqueue(record)
  }

  #enqueue(record: PageRecord): void {
    for (let depth = this.#todo.length; depth <= record.depth; depth++) this.#todo.push([])
    this.#todo[record.depth]!.push(record)
    this.#waiting++
  }

  #forgetText(record: PageRecord): void {
    if (this.#byText.get(record.textHash) === record.path) this.#byText.delete(record.textHash)
  }
}

/** Empty fields at the end cost nothing. */
function formatLine(record: PageRecord): string {
  const flags = `${letters[record.kind]}${record.isTodo ? '!' : ''}${record.isListed ? 'l' : ''}`
  const { path, depth, strikes, intervalHours, visitedHour, lastmod, textHash, etag, lastModified } = record
  const numbers = `${depth} ${strikes} ${intervalHours} ${visitedHour}`
  return `${path}\t${flags}\t${numbers}\t${lastmod}\t${textHash}\t${etag}\t${lastModified}`.trimEnd()
}

function parseLine(line: string): PageRecord {
  const [path = '', flags = '', numbers = '', lastmod = '', textHash = '', etag = '', lastModified = ''] =
    line.split('\t')
  const [depth = 0, strikes = 0, intervalHours = 0, visitedHour = 0] = numbers.split(' ').map(Number)
  return {
    path,
    depth,
    strikes,
    intervalHours,
    visitedHour,
    lastmod,
    textHash,
    etag,
    lastModified,
    kind: kinds[flags[0]!] ?? 'skipped',
    isTodo: flags.includes('!'),
    isListed: flags.includes('l'),
  }
}
