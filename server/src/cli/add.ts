import { existsSync, statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { Reverie } from '@reverie/sdk'
import type { Config } from '../config.ts'
import { CommandError } from './command-error.ts'
import { type RemoteOptions, withServer } from './remote.ts'

export type AddOptions = RemoteOptions & { id?: string; wait: boolean }

/** Adds a text, a file by its path, or with `-` what comes from standard input, and waits until it can be found. */
export async function addCommand(config: Config, what: string, options: AddOptions): Promise<void> {
  await withServer(config, options, async reverie => {
    const started = performance.now()
    const { id, status } = await add(reverie, what, options)
    if (!options.wait) return console.log(`${id}  ${status}`)
    const progress = new Progress(id)
    const { title } = await reverie.waitUntilDone(id, {
      onProgress: document => progress.show(document.status),
    })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    progress.end(`${id}  done in ${seconds} s${title ? `  ${title}` : ''}`)
  })
}

async function add(reverie: Reverie, what: string, { tag, id }: AddOptions) {
  const fields = { ...(tag && { containerTag: tag }), ...(id && { customId: id }) }
  if (isFile(what)) return reverie.upload({ path: what }, fields)
  const content = what === '-' ? await text(process.stdin) : what
  if (content.trim() === '') throw new CommandError('There is nothing to add.')
  return reverie.add({ content, ...fields })
}

function isFile(what: string): boolean {
  return what !== '-' && existsSync(what) && statSync(what).isFile()
}

/** One line that changes on a terminal; elsewhere only the end is printed. */
class Progress {
  readonly #id: string

  constructor(id: string) {
    this.#id = id
  }

  show(status: string): void {
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${this.#id}  ${status} …`)
  }

  end(line: string): void {
    console.log(process.stdout.isTTY ? `\r\x1b[K${line}` : line)
  }
}
