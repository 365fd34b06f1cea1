import { lstat, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { type Change, type Connector, type Item, ItemError, type Source, SourceError } from './connector.ts'
import { openRoot } from './folder/open-root.ts'
import { hashFile, readFile, tooLarge } from './folder/read-file.ts'
import { type FoundFile, listPaths, lookAt, type WalkEntry, walkFolder } from './folder/walk-folder.ts'
import { compileGlobs, globsSchema } from './globs.ts'

const settings = z.strictObject({
  path: z.string().min(1).max(4_096).meta({
    title: 'Folder',
    description:
      'Folder on the server, such as an Obsidian vault. The operator must allow it or a folder above it.',
    example: '/srv/notes',
  }),
  include: globsSchema.default([]).meta({
    title: 'Only these files',
    description:
      'Only files that match one of these patterns. Empty: all files. `*` and `?` match within a name, `**` any folders, `{a,b}` either; a pattern without a slash holds in every folder.',
    example: ['*.md', 'papers/**/*.pdf'],
  }),
  exclude: globsSchema.default([]).meta({
    title: 'Leave out',
    description:
      'Files and folders to leave out. Hidden ones, such as `.obsidian`, and `node_modules` always are.',
    example: ['templates', 'archive/2019'],
  }),
  compareBy: z.enum(['time', 'content']).default('time').meta({
    title: 'Compare by',
    description:
      'How a changed file is noticed. `time`: by its time, size and inode, without reading it. `content`: by a hash of each file at each run, for network disks whose times are not reliable.',
  }),
})

export type FolderSettings = z.infer<typeof settings>
type FolderSource = Source<FolderSettings, undefined>

const checkpoint = z.object({ after: z.string().optional().describe('Last path of an unfinished run.') })
type FolderCheckpoint = z.infer<typeof checkpoint>

/** A batch is a query. With 100 in each, comparing 50,000 files that had not changed took longer than listing them. */
const batchSize = 250

/** Some file systems keep times to two seconds, so an edit within that time may leave no trace. */
const unsureMs = 2_000

/**
 * A folder on the server. It has no feed of changes: each run lists it, and reads only files with an unknown version. An item's id is
 * its path, because editors that save by replacing the file change its inode.
 */
export const folder: Connector<FolderSettings, undefined, FolderCheckpoint> = {
  describe: {
    provider: 'folder',
    title: 'Folder or Obsidian vault',
    summary: 'Notes and files of a folder on the server, with front matter as metadata.',
    settings,
    credentials: { kind: 'none' },
    checkpoint,
    everyMinutes: 10,
    hasCheapFetch: true,
  },

  async check(source) {
    const root = await openRoot(source.settings.path, source.allowedFolders)
    await readdir(root).catch(error => {
      throw new SourceError(
        'settings_invalid',
        `The server may not list the folder ${source.settings.path}.`,
        { cause: error },
      )
    })
    return { account: basename(root) }
  },

  async *pull(source, from) {
    const root = await openRoot(source.settings.path, source.allowedFolders)
    let changes: Change[] = []
    let seen = 0
    for await (const entry of walkFolder(root, { ...walkOptions(source), after: from?.after })) {
      if (entry.kind === 'closed' && entry.path === '') throw unreadable(entry)
      changes.push(isEmpty(entry) ? gone(entry.path) : await toChange(source, root, entry))
      if (changes.length < batchSize) continue
      seen += changes.length
      yield { changes, checkpoint: { after: entry.path }, progress: { seen } }
      changes = []
    }
    yield { changes, checkpoint: {}, progress: { seen: seen + changes.length }, isLast: true }
  },

  async *fetch(source, externalIds) {
    const root = await openRoot(source.settings.path, source.allowedFolders)
    for (const path of externalIds) {
      const entry = await findEntry(source, root, path)
      yield entry && !isEmpty(entry) ? await toChange(source, root, entry) : gone(path)
    }
  },

  async *ids(source) {
    const root = await openRoot(source.settings.path, source.allowedFolders)
    if ((await readdir(root)).length === 0)
      throw new SourceError(
        'source_gone',
        `The folder ${source.settings.path} has become empty. Is its disk mounted?`,
      )
    let page: string[] = []
    for await (const entry of listPaths(root, walkOptions(source))) {
      // Nothing is known about the files in it, so nothing may be taken for deleted.
      if (entry.kind === 'closed') throw unreadable(entry)
      if (entry.kind === 'file') page.push(entry.path)
      if (page.length < 1_000) continue
      yield page
      page = []
    }
    yield page
  },
}

function walkOptions({ settings: { include, exclude }, signal }: FolderSource) {
  const [isIncluded, isExcluded] = [compileGlobs(include), compileGlobs(exclude)]
  return {
    signal,
    admits: (path: string, isFolder: boolean) =>
      !isExcluded(path) && (isFolder || include.length === 0 || isIncluded(path)),
  }
}

/** An empty file is a note without words: it has no document. A pull says so, because `ids` asks for no sizes. */
const isEmpty = (entry: WalkEntry): boolean => entry.kind === 'file' && entry.stats.size === 0n

const gone = (externalId: string): Change => ({ kind: 'deleted', externalId })

function unreadable({ path, error }: WalkEntry & { kind: 'closed' }): SourceError {
  const name = path === '' ? 'The folder' : `The folder ${path}`
  return new SourceError('provider_unavailable', `${name} cannot be listed: ${error.code}.`, { cause: error })
}

async function toChange(source: FolderSource, root: string, entry: WalkEntry): Promise<Change> {
  const externalId = entry.path
  const fail = (code: ItemError['code'], message: string): Change => ({
    kind: 'failed',
    externalId,
    code,
    message,
  })
  if (entry.kind === 'link') return fail('item_forbidden', 'The link leads out of the folder, or nowhere.')
  if (entry.kind === 'closed')
    return fail('item_forbidden', `The folder cannot be listed: ${entry.error.code}.`)
  try {
    if (entry.stats.size > BigInt(source.limits.maxFileBytes)) throw tooLarge(source.limits)
    return { kind: 'upsert', item: await toItem(source, root, entry) }
  } catch (error) {
    if (error instanceof ItemError) return fail(error.code, error.message)
    throw error
  }
}

async function toItem(source: FolderSource, root: string, file: FoundFile): Promise<Item> {
  const { path, stats } = file
  const version = await versionOf(source, root, file)
  const parent = dirname(path)
  return {
    externalId: path,
    version,
    contentKey: version,
    title: basename(path),
    ...(stats.birthtimeMs > 0n &&
      stats.birthtimeMs <= stats.mtimeMs && { createdAt: new Date(Number(stats.birthtimeMs)) }),
    updatedAt: new Date(Number(stats.mtimeMs)),
    metadata: { path, ...(parent !== '.' && { folder: parent }) },
    read: () => readFile(root, join(root, path), source.limits),
  }
}

/** A time in the future, of a disk whose clock is ahead, proves nothing either. */
async function versionOf(
  source: FolderSource,
  root: string,
  { absolute, stats }: FoundFile,
): Promise<string> {
  const isUnsure = Number(stats.mtimeMs) > source.now().getTime() - unsureMs
  if (isUnsure || source.settings.compareBy === 'content') return `sha256:${await hashFile(root, absolute)}`
  return [stats.mtimeNs, stats.size, stats.ino].map(part => part.toString(36)).join('-')
}

/** One entry as the list of its folder has it. A path that never was in the list, such as `../x`, is gone. */
async function findEntry(source: FolderSource, root: string, path: string): Promise<WalkEntry | undefined> {
  const names = path.split('/')
  if (names.some(name => name === '' || name.startsWith('.') || name === 'node_modules')) return undefined
  const { admits } = walkOptions(source)
  const isWithin = (count: number) => admits(names.slice(0, count).join('/'), count < names.length)
  if (names.some((_, i) => i > 0 && !isWithin(i))) return undefined
  for (let i = 1; i < names.length; i++) {
    const above = await lstat(join(root, ...names.slice(0, i))).catch(() => undefined)
    if (!above?.isDirectory()) return undefined
  }
  const entry = await lookAt(root, path)
  const isFolder = entry?.kind === 'closed'
  return entry && admits(path, isFolder) ? entry : undefined
}
