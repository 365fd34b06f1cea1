import type { Change, Connector, ResourcePage, Resources } from './connector.ts'
import { SourceError } from './connector.ts'
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
  const wanted = new Set(externalIds)
  for (const externalId of externalIds)
    if (externalId.startsWith('path:')) {
      const path = externalId.slice('path:'.length)
      const entry = isPart(source, path) ? await findEntry(source, path) : undefined
      wanted.delete(externalId)
      yield entry && !entry.isFolder ? toChange(source, entry) : { kind: 'deleted', externalId }
    }
  for await (const file of allFiles(source, wanted)) {
    wanted.delete(externalIdOf(file.path, file.fileId))
    yield toChange(source, file)
  }
  for (const externalId of wanted) yield { kind: 'deleted', externalId }
}

const rootsOf = ({ chosen }: WebdavSource): string[] =>
  (chosen ?? ['']).map(path => path.replace(/^\/+|\/+$/g, ''))

/** Whether a walk would report a file with this path. */
function isPart(source: WebdavSource, path: string): boolean {
  const folders = path.split('/').slice(0, -1)
  const isOpen = folders.every((_, i) => isWanted(source, folders.slice(0, i + 1).join('/'), true))
  const isInside = rootsOf(source).some(root => root === '' || path.startsWith(`${root}/`))
  return isOpen && isInside && isWanted(source, path, false)
}

async function* allFiles(source: WebdavSource, wanted: ReadonlySet<string>): AsyncGenerator<DavEntry> {
  const todo = rootsOf(source)
  for (let path = todo.pop(); path !== undefined && wanted.size > 0; path = todo.pop()) {
    const listing = await listFolder(source, path)
    if (typeof listing === 'string') continue
    for (const entry of listing.entries) {
      if (entry.isFolder && isWanted(source, entry.path, true)) todo.push(entry.path)
      else if (wanted.has(externalIdOf(entry.path, entry.fileId)) && isWanted(source, entry.path, false))
        yield entry
    }
  }
}
