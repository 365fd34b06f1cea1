import { type GitOptions, startGit, stopGit } from './run-git.ts'

/** Reads files of a repository one after the other through one process of git: a process for each took 5 ms. */
export class BlobReader {
  readonly #process: ReturnType<typeof startGit>
  readonly #parts: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: GitOptions) {
    this.#process = startGit(['cat-file', '--batch-command'], options)
    this.#process.stderr.resume()
    this.#parts = this.#process.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  /** Undefined: the repository does not have it. */
  read(oid: string, maxBytes: number): Promise<Uint8Array | 'too large' | undefined> {
    const result = this.#turn.then(() => this.#readNow(oid, maxBytes))
    this.#turn = result.catch(() => undefined)
    return result
  }

  close(): void {
    stopGit(this.#process)
  }

  async #readNow(oid: string, maxBytes: number): Promise<Uint8Array | 'too large' | undefined> {
    const size = await this.#ask('info', oid)
    if (size === undefined) return undefined
    if (size > maxBytes) return 'too large'
    await this.#ask('contents', oid)
    const content = await this.#take(size)
    await this.#take(1)
    return Uint8Array.from(content)
  }

  async #ask(command: string, oid: string): Promise<number | undefined> {
    this.#process.stdin.write(`${command} ${oid}\n`)
    while (!this.#rest.includes(10)) await this.#more()
    const line = (await this.#take(this.#rest.indexOf(10) + 1)).toString('latin1')
    const size = / blob (\d+)\n$/.exec(line)?.[1]
    return size === undefined ? undefined : Number(size)
  }

  async #take(bytes: number): Promise<Buffer> {
    const parts = [this.#rest]
    for (let held = this.#rest.length; held < bytes; held += this.#rest.length) {
      await this.#more(true)
      parts.push(this.#rest)
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts)
    this.#rest = all.subarray(bytes)
    return all.subarray(0, bytes)
  }

  async #more(isReplaced = false): Promise<void> {
    const { done, value } = await this.#parts.next()
    if (done) throw new Error('git cat-file ended')
    this.#rest = isReplaced || this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
  }
}
