import type { Change } from '../connector.ts'
import { DriveTable } from './drive-table.ts'
import { type Entry, entryJson } from './entry.ts'
import { type GraphApi, isHidden, parse } from './graph.ts'
import { isWantedName, type OneDriveSource } from './settings.ts'
import type { Drive } from './targets.ts'
import { externalIdOf, pathOfItem, toChange, toNotebook } from './to-change.ts'

const folderFields = 'id,name,parentReference,folder,package,root'

/** The tree of one drive, as far as it is known, and what an entry of Graph changes in it. */
export class DriveTree {
  readonly table: DriveTable
  /** Folders whose content must be listed, because the feed of changes does not name it. */
  readonly todo: Set<string>
  /** While the drive is listed for the first time, the content of every folder is in the feed. */
  isFirst: boolean
  readonly #source: OneDriveSource
  readonly #api: GraphApi
  readonly #drive: Drive

  constructor(
    { source, api, drive }: { source: OneDriveSource; api: GraphApi; drive: Drive },
    state: { table: string; todo: readonly string[]; isFirst: boolean },
  ) {
    this.#source = source
    this.#api = api
    this.#drive = drive
    this.table = new DriveTable(state.table)
    this.todo = new Set(state.todo)
    this.isFirst = state.isFirst
  }

  /** What an entry means for documents. */
  async apply(entry: Entry): Promise<Change[]> {
    if (entry.root) return this.#setTop(entry.id)
    if (entry.deleted) return this.#remove(entry.id)
    const parent = entry.parentReference?.id
    // A link to another drive; or an entry of which Graph says nothing but its id.
    if (entry.remoteItem || !entry.name || !parent) return []
    await this.#learn(parent)
    if (entry.folder || entry.package) return this.#setFolder(entry, entry.name, parent)
    return entry.file ? this.#setFile(entry, entry.name, parent) : []
  }

  /** Whether files in this folder belong to the connection. */
  holds(folder: string): boolean {
    const { folders } = this.#drive
    const above = [...this.table.upwards(folder)]
    if (above.some(([, { isPackage }]) => isPackage)) return false
    return folders === 'all' || above.some(([id]) => folders.has(id))
  }

  /** Chosen folders at any depth in this one. */
  chosenIn(folder: string): string[] {
    const { folders } = this.#drive
    if (folders === 'all') return []
    return [...folders].filter(
      one => one !== folder && [...this.table.upwards(one)].some(([id]) => id === folder),
    )
  }

  /** Forgets files, and reports them as deleted. */
  drop(ids: readonly string[]): Change[] {
    return ids.map(id => {
      this.table.removeFile(id)
      return { kind: 'deleted', externalId: externalIdOf(this.#drive.id, id) }
    })
  }

  /** Folders that were deleted took what is still in them along. */
  dropGone(): Change[] {
    return this.drop(this.table.dropGone())
  }

  #setTop(id: string): Change[] {
    this.table.setFolder(id, { name: '', parent: id, isPackage: false, isGone: false })
    return []
  }

  /** A folder is kept until all changes are known: files in it may have moved elsewhere. */
  #remove(id: string): Change[] {
    const folder = this.table.folder(id)
    if (folder) this.table.setFolder(id, { ...folder, isGone: true })
    this.todo.delete(id)
    // A notebook has a failure too. For a folder this changes nothing.
    return this.drop([id])
  }

  #setFolder(entry: Entry, name: string, parent: string): Change[] {
    const { id } = entry
    const before = this.table.folder(id)
    const isPackage = !!entry.package
    this.table.setFolder(id, { name, parent, isPackage, isGone: false })
    const isMoved = before ? before.name !== name || before.parent !== parent || before.isGone : !this.isFirst
    if (isMoved) this.todo.add(id)
    return isPackage && this.holds(parent) ? [toNotebook(this.#drive, entry)] : []
  }

  #setFile(entry: Entry, name: string, parent: string): Change[] {
    if (!isWantedName(this.#source, name) || !this.holds(parent))
      return this.table.removeFile(entry.id) ? this.drop([entry.id]) : []
    this.table.setFile(entry.id, parent)
    const place = { source: this.#source, api: this.#api, drive: this.#drive }
    return [toChange({ ...place, folder: this.table.pathOf(parent) }, entry)]
  }

  /** Makes sure that a folder and those above it are known: the feed may name a file before its folder. */
  async #learn(folder: string): Promise<void> {
    for (let id = folder; !this.table.folder(id); ) {
      const entry = await this.#ask(id)
      const parent = entry?.root ? undefined : (entry?.parentReference?.id ?? undefined)
      // What is above may be hidden from this account: then the path begins here.
      const name = parent === undefined ? '' : (entry?.name ?? '')
      this.table.setFolder(id, { name, parent: parent ?? id, isPackage: !!entry?.package, isGone: false })
      if (!this.isFirst) this.todo.add(id)
      if (parent === undefined) return
      id = parent
    }
  }

  async #ask(id: string): Promise<Entry | undefined> {
    try {
      const { body } = await this.#api.ask(`${pathOfItem(this.#drive.id, id)}?$select=${folderFields}`)
      return parse(entryJson, body)
    } catch (error) {
      if (isHidden(error)) return undefined
      throw error
    }
  }
}
