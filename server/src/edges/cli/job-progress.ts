import type { ArchiveJob } from '@reverie/sdk'

/** What a job has done, in words: `120 documents, 340 memories`. */
export function describeJob({ status, phase, counts, total }: ArchiveJob): string {
  const done = Object.entries(counts).map(([name, count]) => `${count} ${inWords(name)}`)
  const state = status === 'done' ? 'done' : (phase ?? status)
  const of = total !== null && status !== 'done' ? ` of ${total}` : ''
  return `${state}${done.length > 0 ? `: ${done.join(', ')}${of}` : ''}`
}

/** `skippedDocuments` becomes `documents that were there already`. */
function inWords(name: string): string {
  const skipped = /^skipped(\w+)$/.exec(name)?.[1]
  if (skipped) return `${skipped.toLowerCase()} that were there already`
  return name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
}

/** Updates one line on a terminal. Elsewhere only the end is printed. */
export class ProgressLine {
  readonly #out: NodeJS.WriteStream

  /** To standard error when standard output carries data. */
  constructor(isQuiet = false) {
    this.#out = isQuiet ? process.stderr : process.stdout
  }

  show(line: string): void {
    if (this.#out.isTTY) this.#out.write(`\r\x1b[K${line} …`)
  }

  end(line: string): void {
    this.#out.write(`${this.#out.isTTY ? '\r\x1b[K' : ''}${line}\n`)
  }
}
