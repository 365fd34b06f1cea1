import { packLines, unpackLines } from '../pack-lines.ts'

/** `isGone`: deleted, but files in it may still turn out to have moved. `isPackage`: a OneNote notebook. */
export type FolderRow = { name: string; parent: string; isPackage: boolean; isGone: boolean }

/** No tree is deeper. Ends a walk upwards if folders contain each other. */
const maxDepth = 500

/**
 * Folders of a drive and the files in them, by id. The feed of changes names a renamed or deleted folder and not what is in it, so
 * paths come from here, and so do the ids of files that went with their folder.
 */
export class DriveTable {
  /** The top has itself as the parent. */
  readonly #folders = new Map<string, FolderRow>()
  /** The folder of each file that was reported. */
  readonly #files = new Map<string, string>()
  readonly #inFolder = new Map<string, Set<string>>()
  #packed: string | undefined

  constructor(packed = '') {
    const ids: string[] = []
    const parents: number[] = []
    for (const line of unpackLines(packed)) {
      const [kind, first = '', second = '', third = '', name = ''] = line.split('\t')
      if (kind === 'd') {
        ids.push(first)
        parents.push(Number(second))
        this.#folders.set(first, {
          name: unescapeName(name),
          parent: '',
          isPackage: third.includes('p'),
          isGone: third.includes('g'),
        })
      } else for (const id of second.split(' ')) this.setFile(id, ids[Number(first)]!)
    }
    for (const [i, id] of ids.entries()) this.#folders.get(id)!.parent = ids[parents[i]!]!
    this.#packed = packed
  }

  get size(): number {
    return this.#folders.size + this.#files.size
  }

  folder(id: string): FolderRow | undefined {
    return this.#folders.get(id)
  }

  setFolder(id: string, row: FolderRow): void {
    const known = this.#folders.get(id)
    const isSame =
      known?.name === row.name &&
      known.parent === row.parent &&
      known.isPackage === row.isPackage &&
      known.isGone === row.isGone
    if (isSame) return
    this.#folders.set(id, row)
    this.#packed = undefined
  }

  setFile(id: string, folder: string): void {
    if (this.#files.get(id) === folder) return
    this.removeFile(id)
    this.#files.set(id, folder)
    const others = this.#inFolder.get(folder)
    if (others) others.add(id)
    else this.#inFolder.set(folder, new Set([id]))
    this.#packed = undefined
  }

  /** False if it was not there. */
  removeFile(id: string): boolean {
    const folder = this.#files.get(id)
    if (folder === undefined) return false
    this.#files.delete(id)
    const others = this.#inFolder.get(folder)!
    others.delete(id)
    if (others.size === 0) this.#inFolder.delete(folder)
    this.#packed = undefined
    return true
  }

  /** The folder and those above it, up to the top. */
  *upwards(id: string): Generator<[string, FolderRow]> {
    let at = id
    for (let depth = 0; depth < maxDepth; depth++) {
      const row = this.#folders.get(at)
      if (!row) return
      yield [at, row]
      if (row.parent === at) return
      at = row.parent
    }
  }

  /** Names from the top, which has none. */
  pathOf(id: string): string {
    const names = [...this.upwards(id)].map(([, { name }]) => name).filter(name => name !== '')
    return names.reverse().join('/')
  }

  /** Undefined for a file that was not reported. */
  folderOf(file: string): string | undefined {
    return this.#files.get(file)
  }

  /** Files in this folder itself. */
  filesOf(folder: string): string[] {
    return [...(this.#inFolder.get(folder) ?? [])]
  }

  /** Files somewhere below folders of which this holds. */
  filesBelow(isMeant: (id: string, row: FolderRow) => boolean): string[] {
    const folders = [...this.#inFolder.keys()]
    const isBelow = (folder: string) => [...this.upwards(folder)].some(([id, row]) => isMeant(id, row))
    return folders.filter(isBelow).flatMap(folder => this.filesOf(folder))
  }

  files(): string[] {
    return [...this.#files.keys()]
  }

  /** Forgets folders that are gone, with those below them. Returns the files that went with them. */
  dropGone(): string[] {
    if (!this.#folders.values().some(({ isGone }) => isGone)) return []
    const files = this.filesBelow((_, { isGone }) => isGone)
    for (const id of files) this.removeFile(id)
    const gone = [...this.#folders.keys()].filter(id => [...this.upwards(id)].some(([, row]) => row.isGone))
    for (const id of gone) this.#folders.delete(id)
    this.#packed = undefined
    return files
  }

  pack(): string {
    this.#packed ??= packLines([...this.#lines()])
    return this.#packed
  }

  *#lines(): Generator<string> {
    const index = new Map([...this.#folders.keys()].map((id, i) => [id, i]))
    for (const [id, { name, parent, isPackage, isGone }] of this.#folders) {
      const flags = `${isPackage ? 'p' : ''}${isGone ? 'g' : ''}`
      yield ['d', id, index.get(parent) ?? index.get(id), flags, escapeName(name)].join('\t')
    }
    for (const [folder, files] of this.#inFolder)
      yield ['f', index.get(folder), [...files].join(' ')].join('\t')
  }
}

/** Names may hold nothing of this, but what a server sends is not to be trusted. */
function escapeName(text: string): string {
  return text.replace(/[%\t\n\r]/g, character => encodeURIComponent(character))
}

function unescapeName(text: string): string {
  return text.replace(/%(25|09|0A|0D)/g, code => decodeURIComponent(code))
}
