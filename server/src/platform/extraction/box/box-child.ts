import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { ExtractError, type Extraction } from '../extraction.ts'
import type { FileKind } from '../kinds.ts'
import { BoxedProcess, type Limits, overrun } from './boxed-process.ts'
import { type Frame, FrameReader, FrameTooLarge, toFrame } from './frames.ts'
import {
  type ChildMessage,
  childMessage,
  type FileHead,
  type ImageHead,
  type ParentHead,
  withText,
} from './messages.ts'
import { BoxUnavailable, type Sandbox, startBoxed } from './sandbox.ts'
import { memoryMbOf, processTree } from './watch-memory.ts'

export type BoxFile = FileHead & ({ bytes: Uint8Array } | { path: string })

/** The content of a file. For media only the kind: their transcription runs elsewhere. */
export type BoxAnswer = { kind: FileKind; extraction: Extraction } | { kind: 'audio' | 'video' }

export type ExtractOptions = {
  /** Owner of the file. A process never reads files of two owners. */
  owner?: string | undefined
  signal?: AbortSignal | undefined
  onProgress?: ((done: number, total: number) => void) | undefined
}

export type StartSettings = {
  /** Replaces our own program, for tests of the limits. */
  program?: string | undefined
  owner?: string | undefined
  /** Reads an image outside this process, which may not start programs. */
  ocrImage(image: Buffer, signal: AbortSignal): Promise<string>
}

const startWithinMs = 30_000

/** A process is replaced after this many files, which frees memory that libraries never release. */
const maxFiles = 500

type PendingMessage = {
  resolve(message: ChildMessage, body: Buffer): void
  reject(error: Error): void
  onProgress: ExtractOptions['onProgress']
}

/** A process that reads files, one at a time. */
export class BoxChild {
  readonly owner: string | undefined
  readonly #process: BoxedProcess
  readonly #channel: Socket
  readonly #limits: Limits
  #waiting: PendingMessage | undefined
  #files = 0
  /** Process ids of the box and its sandbox; their memory is measured between files. */
  #members: number[] = []
  #cpuMs = 0
  readonly #ocrImage: StartSettings['ocrImage']
  /** Images are read one after the other, so that a file occupies one OCR process at most. */
  #pictures = Promise.resolve()
  readonly #gone = new AbortController()

  static async start(sandbox: Sandbox, limits: Limits, settings: StartSettings): Promise<BoxChild> {
    const child = new BoxChild(sandbox, limits, settings)
    const late = setTimeout(() => child.end(new Error('it does not start')), startWithinMs)
    try {
      await child.#message(() => undefined)
      child.#members = processTree(child.#process.pid!)
      return child
    } catch (error) {
      throw new BoxUnavailable(`No sandbox can be started: ${(error as Error).message}`, { cause: error })
    } finally {
      clearTimeout(late)
    }
  }

  private constructor(sandbox: Sandbox, limits: Limits, settings: StartSettings) {
    const { program = ownProgram() } = settings
    const started = startBoxed(sandbox, {
      command: process.execPath,
      args: [`--max-old-space-size=${limits.memoryMb}`, program],
      program,
      memoryMb: limits.memoryMb,
      cpuSeconds: Math.ceil((4 * limits.timeMs) / 1_000),
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    })
    this.owner = settings.owner
    this.#limits = limits
    this.#ocrImage = settings.ocrImage
    this.#process = new BoxedProcess(started)
    this.#channel = started.stdio[3] as Socket
    const reader = new FrameReader(limits.outputBytes, frame => this.#receive(frame))
    this.#channel.on('data', chunk => this.#read(reader, chunk))
    // Any end of the channel ends the process; `#fail` below then reports it.
    this.#channel.on('error', () => this.end())
    void this.#process.ended.then(code => this.#fail(code))
    // An idle box must not keep the worker from exiting.
    started.unref()
    this.#channel.unref()
    ;(started.stderr as Socket).unref()
  }

  /** Whether it may read another file: it is alive, and earlier files have not worn it out. */
  get isFit(): boolean {
    if (!this.#process.isAlive || this.#waiting) return false
    const isOld = this.#files >= maxFiles || this.#cpuMs > 2 * this.#limits.timeMs
    return !isOld && memoryMbOf(this.#members) < this.#limits.memoryMb / 2
  }

  get isAlive(): boolean {
    return this.#process.isAlive
  }

  get isFresh(): boolean {
    return this.#files <= 1
  }

  async extract(file: BoxFile, { signal, onProgress }: ExtractOptions): Promise<BoxAnswer> {
    signal?.throwIfAborted()
    this.#files++
    const guard = this.#process.guard(this.#limits, signal)
    try {
      const answered = this.#message(onProgress)
      // The answer may arrive, or the process may end, while the file is still being sent.
      const [{ message, body }] = await Promise.all([answered, this.#send(file)])
      return this.#toAnswer(message, body)
    } finally {
      guard.stop()
    }
  }

  end(reason?: Error): void {
    this.#process.end(reason)
    this.#channel.destroy()
  }

  #message(onProgress: ExtractOptions['onProgress']): Promise<{ message: ChildMessage; body: Buffer }> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve: (message, body) => resolve({ message, body }), reject, onProgress }
    })
  }

  async #send(file: BoxFile): Promise<void> {
    const { name, contentType, url } = file
    const head: FileHead = { name, contentType, ...(url !== undefined && { url }) }
    if ('bytes' in file) {
      this.#write(head, file.bytes)
      return
    }
    const { size } = await stat(file.path)
    this.#channel.write(toFrame(head, size))
    const bytes = createReadStream(file.path, { end: Math.max(0, size - 1) })
    await pipeline(bytes, this.#channel, { end: false }).catch(error => this.end(error))
  }

  #read(reader: FrameReader, chunk: Buffer): void {
    try {
      reader.push(chunk)
    } catch (error) {
      this.end(error instanceof FrameTooLarge ? overrun.output(this.#limits.outputBytes) : (error as Error))
    }
  }

  #receive({ head, body }: Frame): void {
    const message = childMessage.parse(head)
    if (message.type === 'progress') {
      this.#waiting?.onProgress?.(message.done, message.total)
      return
    }
    if (message.type === 'picture') {
      this.#pictures = this.#pictures.then(() => this.#answerPicture(message.picture, body))
      return
    }
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve(message, body)
  }

  async #answerPicture(picture: number, image: Buffer): Promise<void> {
    if (!this.isAlive) return
    try {
      this.#write({ picture }, Buffer.from(await this.#ocrImage(image, this.#gone.signal)))
    } catch (error) {
      // No sandbox or no program for the image: the whole file fails, as if its own box had not started.
      if (!(error instanceof ExtractError)) return this.end(error as Error)
      const { code, message } = error
      this.#write({ picture, refusal: { code, message } } satisfies ImageHead)
    }
  }

  #write(head: ParentHead, body: Uint8Array = Buffer.alloc(0)): void {
    if (!this.#channel.writable) return
    this.#channel.write(toFrame(head, body.byteLength))
    this.#channel.write(body)
  }

  #toAnswer(message: ChildMessage, body: Buffer): BoxAnswer {
    if (!('cpuMs' in message)) throw new Error('Out of turn')
    this.#cpuMs = message.cpuMs
    if (message.type === 'failed') throw new ExtractError(message.code, message.message)
    if (message.type === 'media') return { kind: message.kind }
    return { kind: message.kind, extraction: withText(message.extraction, body) }
  }

  #fail(code: number): void {
    this.#gone.abort(new Error('The process that asked for it is gone'))
    this.#channel.destroy()
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.reject(this.#process.reason ?? this.#crash(code))
  }

  #crash(code: number): Error {
    const { complaint } = this.#process
    if (/heap out of memory|Allocation failed|out of memory/i.test(complaint))
      return overrun.memory(this.#limits.memoryMb)
    return new ExtractError('extract.crashed', `The process that read the file crashed (${code})`)
  }
}

/** The program is .ts when run from source and .js when built, like this file. */
function ownProgram(): string {
  return fileURLToPath(new URL(`./child${extname(import.meta.url)}`, import.meta.url))
}
