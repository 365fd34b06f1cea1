import { resolve } from 'node:path'
import { type Reverie, ReverieError } from '@reverie/sdk'
import type { Config } from '../../platform/config.ts'
import { awaitSignal } from './await-signal.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { addFile, customIdOf, isFileError } from './files/add-files.ts'
import { Ledger } from './files/ledger.ts'
import { findFile, isDirectory } from './files/list-files.ts'
import { printable } from './printable.ts'
import { isPassingError, type RemoteOptions, sentenceFor, withServer } from './remote.ts'

export type WatchOptions = RemoteOptions & { delete?: boolean }

/** A file that is still being written is left alone until its size has not changed for this long. */
const stableMs = 500

/** A change that found no server, or an overloaded one, is tried again after this time. */
const retryMs = 10_000

/** Adds the files of a folder, and then each that is new or changes, until it is stopped. */
export async function watchCommand(config: Config, what: string, options: WatchOptions): Promise<void> {
  if (!isDirectory(what)) throw new CommandError(`${what} is not a folder.`, exitCodes.usage)
  const { watch } = await import('chokidar')
  await withServer(config, options, async (reverie, server) => {
    const root = resolve(what)
    const ledger = await Ledger.open(config, { ...server, tag: options.tag })
    await reverie.session()
    const context = { reverie, ledger, root, url: server.url }
    const queue: ChangeQueue = new ChangeQueue(async path => {
      // Not kept alive by the timer: Ctrl-C ends the watch at once.
      if (await isPutOff(context, path, options)) setTimeout(() => queue.add(path), retryMs).unref()
    })
    const watcher = watch(root, {
      ignored: path => /(^|[/\\])(\.[^/\\]|node_modules$|__pycache__$)/.test(path.slice(root.length)),
      awaitWriteFinish: { stabilityThreshold: stableMs },
    })
    watcher.on('add', path => queue.add(path))
    watcher.on('change', path => queue.add(path))
    watcher.on('unlink', path => queue.add(path))
    watcher.on('error', error => console.error(printable(String(error))))
    watcher.on('ready', () => console.error(`Watching ${root}. Stop with Ctrl-C.`))
    await awaitSignal()
    await watcher.close()
    await queue.end()
  })
}

type WatchContext = { reverie: Reverie; ledger: Ledger; root: string; url: string }

/** A refusal of one file does not end the watch. Returns whether to try again without waiting for another change. */
async function isPutOff(context: WatchContext, path: string, options: WatchOptions): Promise<boolean> {
  const name = printable(path.slice(context.root.length + 1))
  try {
    const done = await apply(context, path, options)
    if (done) console.log(`${done.padEnd(8)} ${name}`)
    return false
  } catch (error) {
    if (!(error instanceof ReverieError) && !isFileError(error)) throw error
    const reason = error instanceof ReverieError ? sentenceFor(error, context.url) : error.message
    console.error(`${name}: ${printable(reason)}`)
    return isPassingError(error)
  }
}

async function apply({ reverie, ledger, root }: WatchContext, path: string, options: WatchOptions) {
  const file = await findFile(root, path)
  if (file) {
    if (await ledger.has(file)) return undefined
    await addFile(reverie, ledger, file, options.tag)
    return 'added'
  }
  if (!options.delete || ledger.idOf(path) === undefined) return undefined
  await reverie.documents.delete(customIdOf(path), options.tag ? { containerTag: options.tag } : {})
  await ledger.forget(path)
  return 'deleted'
}

/** Handles one path at a time, each once however often it changes meanwhile. */
class ChangeQueue {
  readonly #waiting = new Set<string>()
  readonly #handle: (path: string) => Promise<void>
  #running: Promise<void> = Promise.resolve()

  constructor(handle: (path: string) => Promise<void>) {
    this.#handle = handle
  }

  add(path: string): void {
    if (this.#waiting.has(path)) return
    this.#waiting.add(path)
    this.#running = this.#running.then(async () => {
      this.#waiting.delete(path)
      await this.#handle(path)
    })
  }

  end(): Promise<void> {
    return this.#running
  }
}
