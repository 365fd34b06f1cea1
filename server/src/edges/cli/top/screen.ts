import type { Size } from './render.ts'

const csi = '\x1b['
/** The other screen of the terminal, so that the shell's text is there again afterwards; no cursor, no line wrap. */
const enter = `${csi}?1049h${csi}?25l${csi}?7l`
const leave = `${csi}?7h${csi}?25h${csi}?1049l`

export type Key = 'quit' | 'pause'

const keys: Record<string, Key> = {
  q: 'quit',
  Q: 'quit',
  '\x03': 'quit',
  '\x1b': 'quit',
  ' ': 'pause',
  p: 'pause',
}

/** A terminal that is drawn as a whole, and gets its old content back. */
export class Screen {
  readonly #out: NodeJS.WriteStream
  readonly #in: NodeJS.ReadStream

  constructor(out = process.stdout, input = process.stdin) {
    this.#out = out
    this.#in = input
  }

  /** The last column stays empty: erasing the rest of a full line would erase its last letter. */
  get size(): Size {
    return { columns: (this.#out.columns || 80) - 1, rows: this.#out.rows || 24 }
  }

  open(handlers: { onKey(key: Key): void; onResize(): void }): void {
    this.#out.write(enter)
    this.#out.on('resize', handlers.onResize)
    if (!this.#in.isTTY) return
    this.#in.setRawMode(true)
    this.#in.resume()
    this.#in.on('data', (data: Buffer) => {
      const key = keys[data.toString()]
      if (key) handlers.onKey(key)
    })
  }

  /** Written at once and over the old lines, so that nothing flickers. */
  draw(lines: readonly string[]): void {
    const text = lines.map(line => `${line}${csi}K`).join('\r\n')
    this.#out.write(`${csi}H${text}${csi}J`)
  }

  close(): void {
    if (this.#in.isTTY) this.#in.setRawMode(false)
    this.#in.pause()
    this.#out.write(leave)
  }
}
