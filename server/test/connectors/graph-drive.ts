/** A drive as `graph-server.ts` serves it: a tree of items by id, and a log of their changes. */

export type ItemDouble = {
  id: string
  name: string
  /** Undefined at the top. */
  parent: string | undefined
  /** Undefined for a folder. */
  text: string | undefined
  version: number
  isPackage?: boolean
  isDeleted?: boolean
  hasMalware?: boolean
  /** Answer to a download instead of the content. */
  refusal?: number
  /** Instead of the length of the text. */
  size?: number
}

export class DriveDouble {
  readonly id: string
  readonly name: string
  readonly top: string
  readonly items = new Map<string, ItemDouble>()
  /** A change each: the id of its item. The first has number 1. */
  readonly log: string[] = []
  /** Deleting a folder also reports what was in it, as Graph does for some drives and not for others. */
  tellsDescendants = false
  /** A token from before this number is too old. */
  oldest = 0
  /** Neither listed nor found. */
  isHidden = false
  #count = 0

  constructor(id: string, name: string) {
    this.id = id
    this.name = name
    this.top = this.#add({ name: 'root', parent: undefined, text: undefined })
  }

  folder(name: string, parent = this.top): string {
    return this.#add({ name, parent, text: undefined })
  }

  file(name: string, text: string, parent = this.top): string {
    return this.#add({ name, parent, text })
  }

  notebook(name: string, parent = this.top): string {
    return this.#add({ name, parent, text: undefined, isPackage: true })
  }

  edit(id: string, change: Partial<ItemDouble>): void {
    const item = this.items.get(id)!
    Object.assign(item, change)
    item.version++
    this.log.push(id)
  }

  remove(id: string): void {
    const inside = [...this.items.values()].filter(item => this.#isIn(item, id))
    for (const item of inside) item.isDeleted = true
    if (this.tellsDescendants) this.log.push(...inside.map(item => item.id).filter(each => each !== id))
    this.log.push(id)
  }

  /** From the recycle bin. The feed names the folder only. */
  restore(id: string): void {
    for (const item of this.items.values()) if (this.#isIn(item, id)) item.isDeleted = false
    this.log.push(id)
  }

  /** Text by path, of everything with this ending. */
  texts(): Map<string, string> {
    const found = new Map<string, string>()
    for (const item of this.items.values())
      if (item.text !== undefined && !item.isDeleted) found.set(this.pathOf(item), item.text)
    return found
  }

  pathOf({ name, parent }: ItemDouble): string {
    const folder = this.items.get(parent ?? '')
    return folder?.parent === undefined ? name : `${this.pathOf(folder)}/${name}`
  }

  childrenOf(id: string): ItemDouble[] {
    return [...this.items.values()].filter(item => item.parent === id && !item.isDeleted)
  }

  /** Items that have changed in this part of the log, each once, in the order of their last change. */
  changed(since: number, until: number): ItemDouble[] {
    const last = new Map<string, number>()
    for (const [i, id] of this.log.slice(since, until).entries()) last.set(id, i)
    const ids = [...last].sort((one, other) => one[1] - other[1]).map(([id]) => id)
    const items = ids.map(id => this.items.get(id)!)
    return since === 0 ? items.filter(item => !item.isDeleted) : items
  }

  #isIn(item: ItemDouble, folder: string): boolean {
    if (item.id === folder) return true
    const parent = this.items.get(item.parent ?? '')
    return parent !== undefined && this.#isIn(parent, folder)
  }

  #add(item: Omit<ItemDouble, 'id' | 'version'>): string {
    const id = `${this.id.slice(-2).toUpperCase()}${String(++this.#count).padStart(6, '0')}`
    this.items.set(id, { ...item, id, version: 1 })
    this.log.push(id)
    return id
  }
}
