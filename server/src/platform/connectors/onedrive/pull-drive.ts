import { type Change, SourceError } from '../connector.ts'
import { DriveTree } from './drive-tree.ts'
import { deltaJson, type Entry, entryJson } from './entry.ts'
import { type GraphApi, GraphError, isHidden, parse } from './graph.ts'
import type { DriveState, OneDriveSource } from './settings.ts'
import { type Drive, folderResource } from './targets.ts'
import { pathOfItem } from './to-change.ts'

/** Changes, and where the drive is after them if that is to be stored now. */
export type DriveBatch = { changes: Change[]; state?: DriveState }
export type DriveParts = { source: OneDriveSource; api: GraphApi; drive: Drive }

const batchSize = 100
/**
 * Entries after which the state is stored, or a share of a large table: packing that of 100,000 files takes a tenth of a second. What
 * is listed again after a kill is known by its version.
 */
const fewestEntries = 200
const shareOfTable = 0.02

export const unread: DriveState = { isFirst: true, table: '', todo: [] }

/** Reads what has changed in a drive: the folders that a killed run has left, then the feed, then folders that it names. */
export async function* pullDrive(parts: DriveParts, state: DriveState): AsyncGenerator<DriveBatch> {
  const pull = new DrivePull(parts, state)
  if (!state.isFirst) yield* pull.listFolders()
  yield* pull.followFeed()
  yield* pull.listFolders()
}

class DrivePull {
  readonly #api: GraphApi
  readonly #drive: Drive
  readonly #tree: DriveTree
  #link: string | undefined
  readonly #asked = new Set<string>()
  /** Next page of the folder that is being listed. */
  #next: string | undefined
  /** Entries since the state was stored. */
  #entries = 0

  constructor(parts: DriveParts, state: DriveState) {
    this.#api = parts.api
    this.#drive = parts.drive
    this.#tree = new DriveTree(parts, state)
    this.#link = state.link
    this.#next = state.next
  }

  async *followFeed(): AsyncGenerator<DriveBatch> {
    for (let isLast = false; !isLast; ) {
      const page = await this.#askFeed()
      const changes: Change[] = []
      for (const entry of inOrder(page.value)) changes.push(...(await this.#tree.apply(entry)))
      isLast = page.isLast
      this.#link = page.link
      this.#entries += page.value.length
      if (isLast) changes.push(...this.#endFeed())
      yield* this.#batches(changes, isLast)
    }
  }

  /** Lists folders that are new or have moved, with those in them. */
  async *listFolders(): AsyncGenerator<DriveBatch> {
    const { todo, table } = this.#tree
    for (let [folder] = todo; folder !== undefined; [folder] = todo) {
      if (!table.folder(folder)) todo.delete(folder)
      else if (this.#tree.holds(folder)) yield* this.#listFolder(folder)
      else yield* this.#leaveFolder(folder)
    }
    if (this.#entries > 0) yield { changes: [], state: this.#save() }
  }

  async #askFeed(): Promise<{ value: Entry[]; link: string; isLast: boolean }> {
    const link = this.#link ?? `/drives/${encodeURIComponent(this.#drive.id)}/root/delta`
    const {
      value,
      '@odata.nextLink': next,
      '@odata.deltaLink': last,
    } = parse(deltaJson, await this.#askOrExpire(link))
    const following = next ?? last
    this.#asked.add(link)
    if (following === undefined || (next !== undefined && this.#asked.has(next)))
      throw new SourceError('provider_unavailable', 'Graph sent a page of changes that names no next one.')
    // Before it is stored: every further run would fail at a wrong link.
    this.#api.addressOf(following)
    return { value, link: following, isLast: next === undefined }
  }

  /**
   * The token of the link may be too old. Graph then names a link that lists this drive from its beginning, but not what is gone.
   * A run from the beginning finds that too.
   */
  async #askOrExpire(link: string): Promise<unknown> {
    try {
      return (await this.#api.ask(link)).body
    } catch (error) {
      const isExpired =
        error instanceof GraphError && (error.status === 410 || /^resync|^syncState/i.test(error.reason))
      if (!isExpired) throw error
      throw new SourceError('checkpoint_expired', 'Graph no longer knows the changes since the last run.', {
        cause: error,
      })
    }
  }

  /** All folders are known now. */
  #endFeed(): Change[] {
    const { folders } = this.#drive
    const missing =
      this.#tree.isFirst && folders !== 'all' ? [...folders].filter(id => !this.#tree.table.folder(id)) : []
    this.#tree.isFirst = false
    return [...this.#tree.dropGone(), ...missing.map(id => lostResource(folderResource(this.#drive.id, id)))]
  }

  /** Outside of what was chosen: files leave with the folder, unless they are in a chosen folder, which has another path now. */
  async *#leaveFolder(folder: string): AsyncGenerator<DriveBatch> {
    const { todo, table } = this.#tree
    for (const chosen of this.#tree.chosenIn(folder)) todo.add(chosen)
    todo.delete(folder)
    const below = table.filesBelow(id => id === folder)
    this.#entries++
    yield* this.#batches(this.#tree.drop(below.filter(id => !this.#tree.holds(table.folderOf(id)!))))
  }

  async *#listFolder(folder: string): AsyncGenerator<DriveBatch> {
    const { todo } = this.#tree
    const first = `${pathOfItem(this.#drive.id, folder)}/children?$top=200`
    const met = this.#next === undefined ? new Set<string>() : undefined
    for (let isLast = false; !isLast; ) {
      const page = await this.#askChildren(this.#next ?? first)
      const changes: Change[] = []
      for (const entry of page.value) {
        met?.add(entry.id)
        if (entry.folder) todo.add(entry.id)
        changes.push(...(await this.#tree.apply(entry)))
      }
      this.#next = page.link
      this.#entries += page.value.length + 1
      isLast = page.link === undefined
      if (isLast && met && !page.isHidden) changes.push(...(await this.#findMissed(folder, met)))
      if (isLast) todo.delete(folder)
      yield* this.#batches(changes)
    }
  }

  /** A folder that was deleted or hidden since the feed was read has nothing: the next feed says so. */
  async #askChildren(link: string) {
    try {
      const page = parse(deltaJson, (await this.#api.ask(link)).body)
      const next = page['@odata.nextLink']
      if (next !== undefined) this.#api.addressOf(next)
      if (next === link) throw new SourceError('provider_unavailable', 'Graph pages in a circle.')
      return { value: page.value, link: next, isHidden: false }
    } catch (error) {
      if (!isHidden(error)) throw error
      return { value: [], link: undefined, isHidden: true }
    }
  }

  /** Paging through a folder may skip a file while others come and go. Those that are known are asked for by themselves. */
  async #findMissed(folder: string, met: ReadonlySet<string>): Promise<Change[]> {
    const changes: Change[] = []
    for (const id of this.#tree.table.filesOf(folder).filter(id => !met.has(id)))
      changes.push(...((await findItem(this.#api, this.#drive, this.#tree, id)) ?? []))
    return changes
  }

  *#batches(changes: readonly Change[], mustSave = false): Generator<DriveBatch> {
    const enough = Math.max(fewestEntries, this.#tree.table.size * shareOfTable)
    const isDue = mustSave || this.#entries >= enough
    for (let at = 0; at < changes.length; at += batchSize) {
      const isLast = at + batchSize >= changes.length
      yield { changes: changes.slice(at, at + batchSize), ...(isLast && isDue && { state: this.#save() }) }
    }
    if (changes.length === 0 && isDue) yield { changes: [], state: this.#save() }
  }

  #save(): DriveState {
    this.#entries = 0
    const { table, todo, isFirst } = this.#tree
    return {
      ...(this.#link !== undefined && { link: this.#link }),
      isFirst,
      table: table.pack(),
      todo: [...todo],
      ...(this.#next !== undefined && { next: this.#next }),
    }
  }
}

/** The last entry of each item counts. Folders come first, so that files are not read for a path that the same page changes. */
function inOrder(entries: readonly Entry[]): Entry[] {
  const last = [...new Map(entries.map(entry => [entry.id, entry])).values()]
  const isFolder = (entry: Entry) => !!(entry.folder || entry.package || entry.root)
  return [...last.filter(isFolder), ...last.filter(entry => !isFolder(entry))]
}

/** What one item means now. Undefined: it is deleted, or hidden. */
export async function findItem(
  api: GraphApi,
  drive: Drive,
  tree: DriveTree,
  id: string,
): Promise<Change[] | undefined> {
  try {
    const { body } = await api.ask(pathOfItem(drive.id, id))
    return await tree.apply(parse(entryJson, body))
  } catch (error) {
    if (isHidden(error)) return undefined
    throw error
  }
}

export const lostResource = (id: string): Change => ({
  kind: 'failed',
  externalId: id,
  code: 'item_gone',
  message: 'What was chosen was deleted, or the account may no longer read it. Remove it from the list.',
})
