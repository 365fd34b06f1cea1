import { z } from 'zod'
import { type Batch, type Change, type Item, ItemError, SourceError } from '../connector.ts'
import { packLines, unpackLines } from '../pack-lines.ts'
import { shortHash } from '../short-hash.ts'
import { blockedChange, failureOf } from './blocked-folders.ts'
import { externalIdOf, FolderTable, join } from './folder-table.ts'
import {
  type DavEntry,
  fileUrl,
  findSyncToken,
  getFile,
  type Listing,
  listFolder,
  readSyncCollection,
} from './propfind.ts'
import { isWanted, type WebdavSource } from './settings.ts'

export const checkpoint = z.object({
  url: z.string(),
  /** The settings that decide which files are wanted. When they change, every folder is listed again. */
  filter: z.string(),
  /** Folders with their ETags and the ids of their files, packed: 5 to 15 bytes for a file. */
  folders: z.string(),
  /** Folders that this walk must still list, packed; the last one is next. Empty: the walk is complete. */
  todo: z.string(),
  /** Files of the next folder up to this path are done, if the folder still has the ETag. */
  after: z.object({ path: z.string(), etag: z.string() }).optional(),
  /** Files that were missing where they had been, packed. They are deleted unless the walk meets them elsewhere. */
  missing: z.string(),
  /** Folders that could not be read when they were visited last, packed. Each walk visits them again. */
  blocked: z.string().optional(),
  /** The walk visits folders that the server named, and new folders below them. */
  isPartial: z.boolean(),
  /** From before this walk. */
  syncToken: z.string().optional(),
  seen: z.number(),
})
export type WebdavCheckpoint = z.output<typeof checkpoint>

const maxChanges = 100

/**
 * How many files are reported before the checkpoint moves on: packing that of 50,000 files takes a tenth of a second. After
 * a kill they are listed again, but not read.
 */
const filesPerCheckpoint = 1_000

/** Lists folders one by one and reports their files, then what has disappeared from all of them. */
export async function* walkFolders(
  source: WebdavSource,
  last: WebdavCheckpoint | undefined,
): AsyncGenerator<Batch<WebdavCheckpoint>> {
  const walk = await openWalk(source, last)
  while (walk.todo.length > 0) yield* visitFolder(source, walk)
  yield* reportGone(walk)
}

/** A walk that is under way. */
type Walk = {
  url: string
  filter: string
  table: FolderTable
  todo: string[]
  after: WebdavCheckpoint['after']
  missing: Set<string>
  blocked: Set<string>
  isPartial: boolean
  syncToken: string | undefined
  seen: number
  /** The last checkpoint, and how many files were reported before it. */
  saved: { checkpoint: WebdavCheckpoint; seen: number } | undefined
}

async function openWalk(source: WebdavSource, last: WebdavCheckpoint | undefined): Promise<Walk> {
  const { settings } = source
  const { url } = settings
  const isSame = last?.url === url
  const filter = shortHash(JSON.stringify([settings.extensions, settings.exclude]))
  const walk: Walk = {
    url,
    filter,
    table: new FolderTable(isSame ? last.folders : ''),
    todo: isSame ? unpackLines(last.todo) : [],
    after: isSame ? last.after : undefined,
    missing: new Set(unpackLines(last?.missing ?? '')),
    blocked: new Set(isSame ? unpackLines(last.blocked ?? '') : []),
    isPartial: isSame && last.isPartial,
    syncToken: isSame ? last.syncToken : undefined,
    seen: isSame ? last.seen : 0,
    saved: undefined,
  }
  if (last && !isSame) for (const id of new FolderTable(last.folders).externalIds()) walk.missing.add(id)
  const isFiltered = last?.filter === filter
  if (!isFiltered) walk.table.forgetEtags()
  const isUnderWay = isSame && isFiltered && (walk.todo.length > 0 || walk.missing.size > 0)
  if (!isUnderWay) await beginWalk(source, walk, isFiltered)
  return walk
}

async function beginWalk(source: WebdavSource, walk: Walk, isFiltered: boolean): Promise<void> {
  const roots = [...(source.chosen ?? [''])].map(path => path.replace(/^\/+|\/+$/g, ''))
  const isInside = (path: string) =>
    roots.some(root => root === '' || path === root || path.startsWith(`${root}/`))
  const outside = walk.table.paths().filter(path => !isInside(path))
  const isNew = !isFiltered || roots.some(root => !walk.table.get(root))
  for (const path of outside) for (const id of walk.table.remove(path)) walk.missing.add(id)
  walk.seen = 0
  const changed = isNew ? undefined : await findChanged(source, walk)
  walk.isPartial = changed !== undefined
  if (changed === undefined) walk.syncToken = await findSyncToken(source)
  for (const path of walk.blocked)
    if (!isInside(path) || !isWanted(source, path, true)) walk.blocked.delete(path)
  walk.todo = [...new Set([...walk.blocked, ...(changed ? changed.filter(isInside) : roots)])]
}

/** Folders with changes since the last walk, by RFC 6578. Undefined if the server cannot tell. */
async function findChanged(source: WebdavSource, walk: Walk): Promise<string[] | undefined> {
  const folders = new Set<string>()
  for (let token = walk.syncToken; token !== undefined; ) {
    const changes = await readSyncCollection(source, token)
    if (changes === undefined) return undefined
    for (const path of changes.paths) {
      folders.add(path.slice(0, Math.max(0, path.lastIndexOf('/'))))
      if (walk.table.get(path)) folders.add(path)
    }
    walk.syncToken = changes.token
    if (!changes.isTruncated || changes.token === token) return knownOf(walk, folders)
    token = changes.token
  }
  return undefined
}

/** A folder that is new is found by the folder above it. */
function knownOf({ table }: Walk, folders: ReadonlySet<string>): string[] {
  return [...folders].filter(path => table.get(path)).sort()
}

async function* visitFolder(source: WebdavSource, walk: Walk): AsyncGenerator<Batch<WebdavCheckpoint>> {
  const path = walk.todo.at(-1)!
  const listing = await listFolder(source, path)
  if (listing === 'gone' || listing === 'forbidden') {
    if (path === '' || source.chosen?.includes(path)) refuseRoot(path, listing)
    walk.todo.pop()
    const changes = listing === 'gone' ? leaveGone(walk, path) : [block(walk, path)]
    if (changes.length > 0) yield batchOf(walk, changes)
    return
  }
  const files = listing.entries
    .filter(entry => !entry.isFolder && isWanted(source, entry.path, false))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
  const etag = listing.self?.etag ?? ''
  const after = walk.after?.etag === etag ? walk.after.path : undefined
  const left = files.filter(file => after === undefined || file.path > after)
  const turned = turnBlocked(walk, path, listing.isPartial)
  for (let start = 0; start < left.length; start += maxChanges) {
    const part = left.slice(start, start + maxChanges)
    walk.seen += part.length
    walk.after = { path: part.at(-1)!.path, etag }
    if (start + maxChanges >= left.length) closeFolder(source, walk, path, listing, files)
    yield batchOf(
      walk,
      part.map(file => toChange(source, file)),
    )
  }
  if (left.length === 0) closeFolder(source, walk, path, listing, files)
  if (turned) yield batchOf(walk, [turned])
}

/** A folder that cannot be read keeps its documents, and is a failure until it can. */
function block(walk: Walk, path: string): Change {
  walk.blocked.add(path)
  return blockedChange(path)
}

function leaveGone(walk: Walk, path: string): Change[] {
  for (const id of walk.table.remove(path)) walk.missing.add(id)
  return walk.blocked.delete(path) ? [{ kind: 'deleted', externalId: failureOf(path) }] : []
}

/** What changes when a folder could be listed in part only, or can be listed again. */
function turnBlocked(walk: Walk, path: string, isPartial: boolean): Change | undefined {
  if (isPartial) return block(walk, path)
  return walk.blocked.delete(path) ? { kind: 'deleted', externalId: failureOf(path) } : undefined
}

/** Without its root a walk would take everything for deleted. */
function refuseRoot(path: string, reason: 'gone' | 'forbidden'): void {
  const folder = path === '' ? 'The folder' : `The folder ${path}`
  if (reason === 'gone') throw new SourceError('source_gone', `${folder} does not exist`)
  throw new SourceError('auth_expired', `${folder} may not be read with this account`)
}

/** Notes what the folder holds, and goes on with the folders in it that may have changed. */
function closeFolder(
  source: WebdavSource,
  walk: Walk,
  path: string,
  { self, entries, isPartial }: Listing,
  files: readonly DavEntry[],
): void {
  const { table } = walk
  const before = table.get(path)
  const folders = entries.filter(entry => entry.isFolder && isWanted(source, entry.path, true))
  const names = folders.map(folder => folder.path.slice(path === '' ? 0 : path.length + 1))
  const externalIds = files.map(file => externalIdOf(file.path, file.fileId))
  const present = new Set(externalIds)
  const lostFiles = (before?.externalIds ?? []).filter(id => !present.has(id))
  const lostFolders = (before?.folders ?? []).filter(name => !names.includes(name))
  if (isPartial) {
    externalIds.push(...lostFiles)
    names.push(...lostFolders)
  } else {
    for (const id of lostFiles) walk.missing.add(id)
    for (const name of lostFolders) for (const id of table.remove(join(path, name))) walk.missing.add(id)
  }
  table.set(path, { etag: isPartial ? '' : (self?.etag ?? ''), folders: names, externalIds })
  walk.todo.pop()
  walk.after = undefined
  walk.todo.push(...folders.filter(folder => mayHaveChanged(walk, folder)).map(folder => folder.path))
}

/**
 * Nextcloud and ownCloud, which have file ids, change the ETag of a folder with everything below it. With other servers the
 * ETag says nothing about it.
 */
function mayHaveChanged({ table, isPartial, todo }: Walk, folder: DavEntry): boolean {
  const known = table.get(folder.path)
  if (todo.includes(folder.path)) return false
  if (known === undefined) return true
  if (isPartial) return false
  return folder.fileId === undefined || folder.etag === '' || folder.etag !== known.etag
}

/** A file that has moved is missing in one folder and present in another. */
function* reportGone(walk: Walk): Generator<Batch<WebdavCheckpoint>> {
  const gone = goneFrom(walk)
  walk.missing = new Set(gone)
  for (let start = 0; start < gone.length; start += maxChanges) {
    const part = gone.slice(start, start + maxChanges)
    for (const id of part) walk.missing.delete(id)
    yield batchOf(
      walk,
      part.map(externalId => ({ kind: 'deleted', externalId })),
    )
  }
  yield batchOf(walk, [], true)
}

function goneFrom({ table, missing }: Walk): string[] {
  const present = table.externalIds()
  return [...missing].filter(id => !present.has(id))
}

function batchOf(walk: Walk, changes: Change[], isEnd = false): Batch<WebdavCheckpoint> {
  const { saved, seen } = walk
  // A checkpoint without anything left to do begins the next walk.
  const isLast = isEnd || (walk.todo.length === 0 && goneFrom(walk).length === 0)
  const isDue = isLast || saved === undefined || seen - saved.seen >= filesPerCheckpoint
  walk.saved = isDue ? { checkpoint: save(walk), seen } : saved
  return { changes, checkpoint: walk.saved.checkpoint, progress: { seen }, isLast }
}

function save({
  url,
  filter,
  table,
  todo,
  after,
  missing,
  blocked,
  isPartial,
  syncToken,
  seen,
}: Walk): WebdavCheckpoint {
  return {
    url,
    filter,
    folders: table.pack(),
    todo: packLines(todo),
    ...(after !== undefined && { after }),
    missing: packLines([...missing]),
    ...(blocked.size > 0 && { blocked: packLines([...blocked]) }),
    isPartial,
    ...(syncToken !== undefined && { syncToken }),
    seen,
  }
}

export function toChange(source: WebdavSource, file: DavEntry): Change {
  const externalId = externalIdOf(file.path, file.fileId)
  const { maxFileBytes } = source.limits
  if (file.size !== undefined && file.size > maxFileBytes)
    return {
      kind: 'failed',
      externalId,
      code: 'item_too_large',
      message: `${file.path} is larger than ${maxFileBytes} bytes`,
    }
  return { kind: 'upsert', item: toItem(source, file, externalId) }
}

function toItem(source: WebdavSource, file: DavEntry, externalId: string): Item {
  const { path, etag, size, modified, created } = file
  const name = path.slice(path.lastIndexOf('/') + 1)
  return {
    externalId,
    // The path is metadata: a file that was renamed has another version.
    version: shortHash(path, etag || `${size} ${modified?.getTime()}`),
    title: name,
    url: fileUrl(source, path),
    ...(created && { createdAt: created }),
    ...(modified && { updatedAt: modified }),
    metadata: { path, folder: path.slice(0, Math.max(0, path.lastIndexOf('/'))) },
    async read() {
      const response = await getFile(source, path)
      if (response.status === 404 || response.status === 410)
        throw new ItemError('item_gone', `${path} is gone`)
      if (response.status === 403) throw new ItemError('item_forbidden', `${path} may not be read`)
      if (response.status >= 300)
        throw new ItemError('item_unreadable', `${path}: the server answers ${response.status}`)
      const mimeType = file.contentType ?? response.headers.get('content-type')
      return { kind: 'file', bytes: await response.bytes(), fileName: name, ...(mimeType && { mimeType }) }
    },
  }
}
