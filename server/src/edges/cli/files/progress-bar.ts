import { printable } from '../printable.ts'
import { style } from '../style.ts'

export type FileCounts = { total: number; added: number; unchanged: number; failed: number }

const width = 24

/** Shows on a terminal how far a list of files is. Elsewhere it is silent. */
export class ProgressBar {
  readonly #isShown = process.stderr.isTTY === true
  readonly #started = performance.now()

  show(counts: FileCounts, name: string): void {
    if (!this.#isShown) return
    const done = counts.added + counts.unchanged + counts.failed
    const filled = counts.total === 0 ? width : Math.round((done / counts.total) * width)
    const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
    const room = Math.max(1, (process.stderr.columns || 80) - width - 30)
    const left = this.#left(done, counts.total)
    process.stderr.write(`\r\x1b[K${bar} ${done}/${counts.total} ${left} ${endOf(name, room)}`)
  }

  end(): void {
    if (this.#isShown) process.stderr.write('\r\x1b[K')
  }

  #left(done: number, total: number): string {
    if (done === 0) return ''
    const seconds = Math.round(((performance.now() - this.#started) / 1000 / done) * (total - done))
    return style.dim(seconds >= 60 ? `${Math.round(seconds / 60)} min left` : `${seconds} s left`)
  }
}

/** The end of a path tells more than its beginning. */
function endOf(path: string, room: number): string {
  const letters = [...printable(path)]
  return letters.length <= room ? letters.join('') : `…${letters.slice(1 - room).join('')}`
}
