import type { Change, Connector, ResourcePage, Resources } from './connector.ts'
import { SourceError } from './connector.ts'
import { blockedChange, folderPrefix, mayHide } from './webdav/blocked-folders.ts'
import { externalIdOf } from './webdav/folder-table.ts'
import { type DavEntry, findEntry, listFolder } from './webdav/propfind.ts'
import {
  credentials,
  isWanted,
  settings,
  type WebdavCredentials,
  type WebdavSettings,
  type WebdavSource,
} from './webdav/settings.ts'
import { checkpoint, toChange, type WebdavCheckpoint, walkFolders } from './webdav/walk.ts'

export const webdav: Connector<WebdavSettings, WebdavCredentials, WebdavCheckpoint> = {
  describe: {
    provider: 'webdav',
    title: 'WebDAV or Nextcloud',
    summary: 'Files of a Nextcloud, ownCloud or any other server that speaks WebDAV.',
    settings,
    credentials: { kind: 'secret', fields: credentials },
    checkpoint,
    everyMinutes: 60,
    requestsPerSecond: 20,
  },
  async check(source) {
    const listing = await listFolder(source, '')
    if (listing === 'gone') throw new SourceError('settings_invalid', 'There is no folder at this address')
    if (listing === 'forbidden') throw new SourceError('auth_expired', 'This account may not read the folder')
    return { account: `${source.credentials.username} at ${new URL(source.settings.url).host}` }
  },
  resources: listFolders,
  pull: walkFolders,
  mayHide,
  fetch: fetchFiles,
}

async function listFolders(
  source: WebdavSource,
  { page, perPage, parent = '' }: ResourcePage,
): Promise<Resources> {
  const listing = await listFolder(source, parent)
  if (typeof listing === 'string')
    throw new SourceError('source_gone', `The folder ${parent} cannot be listed`)
  const folders = listing.entries
    .filter(entry => entry.isFolder && isWanted(source, entry.path, true))
    .sort((one, other) => one.path.localeCompare(other.path))
  const start = (page - 1) * perPage
  return {
    resources: folders.slice(start, start + perPage).map(({ path }) => ({
      id: path,
      name: path.slice(path.lastIndexOf('/') + 1),
      hasChildren: true,
    })),
    total: folders.length,
  }
}

/**
 * Reads single files again. A file that is known by its id is looked for in all folders, for it may have moved. What is not chosen or
 * wanted any more counts as gone.
 */
async function* fetchFiles(source: WebdavSource, externalIds: string[]): AsyncGenerator<Change> {
  const byId = new Set(externalIds.filter(id => id.startsWith('id:')))
  for (const externalId of externalIds) if (!byId.has(externalId)) yield await fetchByPath(source, externalId)
  const blocked: string[] = []
  for await (const file of allFiles(source, byId, blocked)) {
    byId.delete(externalIdOf(file.path, file.fileId))
    yield toChange(source, file)
  }
  // A folder that cannot be read may have it.
  for (const externalId of byId)
    yield blocked.length > 0 ? unseen(externalId, blocked[0]!) : { kind: 'deleted', externalId }
}

/** A file by its path, or a folder that could not be read: that one is no failure any more once it can. */
async function fetchByPath(source: WebdavSource, externalId: string): Promise<Change> {
  const isFolder = externalId.startsWith(folderPrefix)
  const path = externalId.slice(externalId.indexOf(':') + 1)
  if (isFolder) {
    const listing = isOpen(source, path.split('/')) ? await listFolder(source, path) : 'gone'
    const isBlocked = listing === 'forbidden' || (listing !== 'gone' && listing.isPartial)
    return isBlocked ? blockedChange(path) : { kind: 'deleted', externalId }
  }
  const entry = isPart(source, path) ? await findEntry(source, path) : 'gone'
  if (entry === 'forbidden') return unseen(externalId, path)
  return entry === 'gone' || entry.isFolder ? { kind: 'deleted', externalId } : toChange(source, entry)
}

const unseen = (externalId: string, path: string): Change => ({
  kind: 'failed',
  externalId,
  code: 'item_forbidden',
  message: `${path} may not be read`,
})

const rootsOf = ({ chosen }: WebdavSource): string[] =>
  (chosen ?? ['']).map(path => path.replace(/^\/+|\/+$/g, ''))

/** Whether a walk would report a file with this path. */
function isPart(source: WebdavSource, path: string): boolean {
  const folders = path.split('/').slice(0, -1)
  const isInside = rootsOf(source).some(root => root === '' || path.startsWith(`${root}/`))
  return isOpen(source, folders) && isInside && isWanted(source, path, false)
}

/** Whether a walk would go into the folder. */
const isOpen = (source: WebdavSource, folders: readonly string[]): boolean =>
  folders.every((_, i) => isWanted(source, folders.slice(0, i + 1).join('/'), true))

/** Adds folders that cannot be read to `blocked`. */
async function* allFiles(
  source: WebdavSource,
  wanted: ReadonlySet<string>,
  blocked: string[],
): AsyncGenerator<DavEntry> {
  const todo = rootsOf(source)
  for (let path = todo.pop(); path !== undefined && wanted.size > 0; path = todo.pop()) {
    const listing = await listFolder(source, path)
    if (listing === 'forbidden' || (listing !== 'gone' && listing.isPartial)) blocked.push(path)
    if (typeof listing === 'string') continue
    for (const entry of listing.entries) {
      if (entry.isFolder && isWanted(source, entry.path, true)) todo.push(entry.path)
      else if (wanted.has(externalIdOf(entry.path, entry.fileId)) && isWanted(source, entry.path, false))
        yield entry
    }
  }
}
