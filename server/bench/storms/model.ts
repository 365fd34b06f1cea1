import { uniqueWord } from '../texts.ts'

/**
 * The simple model: what a client knows that it has stored. Each client has containers of its own and takes one step after the
 * other, so its model is exact at every moment, whatever other clients do.
 */
export type Doc = {
  id: string
  tag: string
  customId?: string
  /** `text` has `text` as its content, `file` as its download. `broken` files end as failed. */
  kind: 'text' | 'file' | 'link' | 'broken' | 'conversation'
  text: string
  /** Messages of a conversation. */
  said: string[]
  /** Every unique word it ever contained. */
  words: string[]
  /** Number of the webhooks that were there when it was added. */
  webhooks: number[]
}

export type Memory = {
  id: string
  tag: string
  text: string
  words: string[]
  isForgotten: boolean
  /** The id of its first version. */
  root: string
  /** Versions before this one, the oldest first. Undefined once an answer was lost: neither edit nor undo is safe to repeat. */
  before: { id: string; text: string }[] | undefined
}

export type ScopedKey = { id: string; key: string; tag: string; isDisabled: boolean }
export type Webhook = { id: string; path: string; isDeleted: boolean }
export type Folder = {
  id?: string
  tag: string
  path: string
  files: Map<string, { text: string; word: string }>
  /** Every word that a file of this name ever contained. */
  words: Map<string, string[]>
}

export class Model {
  readonly docs: Doc[] = []
  readonly erased: Doc[] = []
  readonly memories: Memory[] = []
  readonly keys: ScopedKey[] = []
  readonly webhooks: Webhook[] = []
  readonly exports: { id: string; words: string[] }[] = []
  /** Words of what was erased. They must not be anywhere. */
  readonly erasedWords: string[] = []
  readonly receipts: string[] = []
  readonly tags: readonly string[]
  readonly folder: Folder
  #words = 0

  readonly number: number

  constructor(number: number, folderPath: string) {
    this.number = number
    this.tags = ['notes', 'diary', 'letters'].map(name => `c${number}_${name}`)
    this.folder = { tag: `c${number}_folder`, path: folderPath, files: new Map(), words: new Map() }
  }

  word(): string {
    return uniqueWord(this.number * 10_000 + this.#words++)
  }

  tag(n: number): string {
    return this.tags[n % this.tags.length]!
  }

  /** A document of one of these kinds, or undefined when there is none. */
  doc(n: number, ...kinds: Doc['kind'][]): Doc | undefined {
    const found = kinds.length === 0 ? this.docs : this.docs.filter(({ kind }) => kinds.includes(kind))
    return found[n % found.length]
  }

  docsIn(tag: string): Doc[] {
    return this.docs.filter(doc => doc.tag === tag)
  }

  memory(n: number, isForgotten = false): Memory | undefined {
    const found = this.memories.filter(memory => memory.isForgotten === isForgotten)
    return found[n % found.length]
  }

  /** Words of files that are gone, or that no connection reads any more. */
  wordsOfLostFiles(): string[] {
    const { id, files, words } = this.folder
    return [...words].filter(([name]) => !id || !files.has(name)).flatMap(([, all]) => all)
  }

  erase(doc: Doc, receipt?: string | null): void {
    this.docs.splice(this.docs.indexOf(doc), 1)
    this.erased.push(doc)
    this.erasedWords.push(...doc.words)
    if (receipt) this.receipts.push(receipt)
  }

  eraseContainer(tag: string, receipt?: string | null): void {
    for (const doc of this.docsIn(tag)) this.erase(doc)
    for (const memory of this.memories.filter(each => each.tag === tag)) {
      this.memories.splice(this.memories.indexOf(memory), 1)
      this.erasedWords.push(...memory.words)
    }
    if (receipt) this.receipts.push(receipt)
  }
}
