import { packLines, unpackLines } from '../pack-lines.ts'

export type Folder = {
  name: string
  /** Empty at the top: My Drive, a shared drive, or a folder of somebody else whose parent cannot be seen. */
  parent: string
  /** The shared drive, or empty. */
  drive: string
  isTrashed: boolean
}

/** Google allows 100 levels. More means a circle. */
const mostLevels = 110

/** The folders that the connection knows, and what of Drive belongs to it. */
export class FolderTable {
  /** What was chosen. Undefined: everything. */
  readonly chosen: ReadonlySet<string> | undefined
  readonly #folders = new Map<string, Folder>()
  #packed: string | undefined

  constructor(chosen: readonly string[] | undefined, packed = '') {
    this.chosen = chosen && new Set(chosen)
    this.#packed = packed
    for (const line of unpackLines(packed)) {
      const [id = '', parent = '', drive = '', mark = '', name = ''] = line.split('\t')
      this.#folders.set(id, { name, parent, drive, isTrashed: mark === '-' })
    }
  }

  get size(): number {
    return this.#folders.size
  }

  get(id: string): Folder | undefined {
    return this.#folders.get(id)
  }

  /** Returns whether that changes anything. */
  set(id: string, given: Folder): boolean {
    const folder = { ...given, name: given.name.replace(/[\t\n\r/]/g, '_') }
    const known = this.#folders.get(id)
    if (known && toLine(id, known) === toLine(id, folder)) return false
    this.#folders.set(id, folder)
    this.#packed = undefined
    return true
  }

  delete(id: string): void {
    if (this.#folders.delete(id)) this.#packed = undefined
  }

  /** Whether what is in this folder belongs to the connection. */
  isIn(id: string): boolean {
    let isBelowChosen = this.chosen === undefined
    for (let at = id, level = 0; at !== ''; level++) {
      if (this.chosen?.has(at)) isBelowChosen = true
      const folder = this.#folders.get(at)
      if (!folder) break
      if (folder.isTrashed || level > mostLevels) return false
      at = folder.parent
    }
    return isBelowChosen
  }

  /** Whether a file belongs to the connection. */
  isWanted({ id, parents, trashed }: { id: string; parents: readonly string[]; trashed: boolean }): boolean {
    if (trashed) return false
    if (this.chosen?.has(id) || (parents.length === 0 && this.chosen === undefined)) return true
    return parents.some(parent => this.isIn(parent))
  }

  /** The names of a folder and those above it, from the top. */
  namesOf(id: string | undefined): string[] {
    const names: string[] = []
    for (let at = id ?? '', level = 0; level < mostLevels; level++) {
      const folder = this.#folders.get(at)
      if (!folder) break
      names.unshift(folder.name)
      at = folder.parent
    }
    return names
  }

  /** Deeper than Google allows: in a circle of folders, which would be listed without end. */
  isTooDeep(id: string): boolean {
    return this.namesOf(id).length >= mostLevels
  }

  /** What was chosen below this folder, or is it. */
  chosenBelow(id: string): string[] {
    return [...(this.chosen ?? [])].filter(one => this.#folders.has(one) && this.#isBelow(one, id))
  }

  /** Forgets folders that neither belong to the connection nor lie above what was chosen. */
  prune(): void {
    if ([...this.#folders.values()].every(({ isTrashed }) => !isTrashed) && this.chosen === undefined) return
    const above = new Set([...(this.chosen ?? [])].flatMap(one => this.#above(one)))
    for (const id of this.#folders.keys()) {
      if (above.has(id) || this.isIn(id)) continue
      this.#folders.delete(id)
      this.#packed = undefined
    }
  }

  pack(): string {
    this.#packed ??= packLines([...this.#folders].map(([id, folder]) => toLine(id, folder)))
    return this.#packed
  }

  #isBelow(id: string, top: string): boolean {
    return this.#above(id).includes(top)
  }

  #above(id: string): string[] {
    const ids: string[] = []
    for (let at = id; at !== '' && ids.length < mostLevels; at = this.#folders.get(at)?.parent ?? '')
      ids.push(at)
    return ids
  }
}

const toLine = (id: string, { parent, drive, isTrashed, name }: Folder): string =>
  [id, parent, drive, isTrashed ? '-' : '', name].join('\t')
