/** Larger files fail in these tests. */
export const maxFileBytes = 100_000

/** A text that can be recognized in whatever a document keeps of it. */
export const textOf = (name: string, version: number): string => `Text ${name} v${version}`

/**
 * The far end of a connector, with items that a test changes. `texts` is what must be stored: the texts of each item by the path,
 * subject or address of its document.
 */
export abstract class World {
  abstract readonly provider: string
  readonly items = new Map<string, string>()
  /** Whether a renamed item keeps its document. Undefined: its items have no names that could change. */
  renameKeeps: boolean | undefined
  #version = 0

  abstract connection(): { settings: object; credentials?: object }
  abstract keyOf(name: string): string
  protected abstract write(name: string, text: string): Promise<unknown> | unknown
  protected abstract erase(name: string): Promise<unknown> | unknown
  /** Changes an item so that it cannot be read. */
  abstract spoil(name: string): Promise<unknown> | unknown
  /** Lets what was spoiled be read again. */
  async mend(name: string): Promise<void> {
    await this.put(name)
  }
  abstract close(): Promise<void>

  async put(name: string): Promise<void> {
    const text = textOf(name, ++this.#version)
    this.items.set(name, text)
    await this.write(name, text)
  }

  async fill(count: number): Promise<void> {
    for (let n = 0; n < count; n++) await this.put(`n${n}`)
  }

  async remove(name: string): Promise<void> {
    this.items.delete(name)
    await this.erase(name)
  }

  async rename(from: string, to: string): Promise<void> {
    this.items.set(to, this.items.get(from)!)
    this.items.delete(from)
    await this.move(from, to)
  }

  protected move(_from: string, _to: string): Promise<unknown> | unknown {
    throw new Error('This source has no names')
  }

  texts(): Map<string, string> {
    return new Map([...this.items].map(([name, text]) => [this.keyOf(name), text]))
  }
}

export const large = (text: string) => `${text}\n${'x'.repeat(maxFileBytes)}`
