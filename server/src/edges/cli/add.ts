import { existsSync, statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { Document, Reverie } from '@reverie/sdk'
import type { Config } from '../../platform/config.ts'
import { type AddFilesOptions, addFilesCommand } from './add-files.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { isDirectory, isPattern } from './files/list-files.ts'
import { cut } from './print-rows.ts'
import { printable } from './printable.ts'
import { withServer } from './remote.ts'

export type AddOptions = AddFilesOptions & { id?: string; wait: boolean }

/**
 * Adds a text, a file by its path, or with `-` the text on standard input, and waits until its memories are formed. Of a
 * folder or pattern it adds all files, and waits only until the server has accepted them.
 */
export async function addCommand(config: Config, what: string, options: AddOptions): Promise<void> {
  if (isDirectory(what) || isPattern(what)) return addFilesCommand(config, what, options)
  refuseMistakes(what)
  await withServer(config, options, async reverie => {
    const started = performance.now()
    const { id, status } = await add(reverie, what, options)
    if (!options.wait) {
      const { containerTags } = await reverie.get(id)
      if (options.json) return console.log(JSON.stringify({ id, status, containerTags }, null, 2))
      return console.log(`${id}  ${status}, ${storedIn(containerTags)}`)
    }
    const progress = new Progress(id)
    const document = await reverie.waitUntilDone(id, {
      memories: true,
      onProgress: ({ status }) => progress.show(status === 'done' ? 'extracting memories' : status),
    })
    if (options.json) return progress.end(JSON.stringify(document, null, 2))
    const { title, containerTags, dreamingOutcome } = document
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const line = `${id}  done in ${seconds} s, ${storedIn(containerTags)}${title ? `  ${printable(title)}` : ''}`
    progress.end(process.stdout.isTTY ? cut(line, process.stdout.columns) : line)
    console.log(`${' '.repeat(24)}${remembered(dreamingOutcome)}`)
  })
}

const storedIn = (tags: readonly string[] | null | undefined) =>
  `stored in container tag ${tags?.[0] ?? 'unknown'}`

function remembered(outcome: Document['dreamingOutcome']): string {
  if (outcome?.outcome === 'filtered')
    return `no memories: the setting ${outcome.setting} filtered out all of them`
  const count = outcome?.memories ?? 0
  if (count === 0) return 'no memories: the text contains nothing to remember'
  return count === 1 ? '1 memory' : `${count} memories`
}

/** Refuses a path without a file, which would otherwise be stored as a text of one word. */
function refuseMistakes(what: string): void {
  if (what.trim() === '')
    throw new CommandError('The text is empty: there is nothing to add.', exitCodes.usage)
  if (what === '-' || isFile(what)) return
  if (existsSync(what)) throw new CommandError(`${what} is neither a file nor a folder.`, exitCodes.usage)
  const looksLikeFile = /^(\.{0,2}\/|~\/)\S*$|^[^\s:]+\.[a-z][a-z0-9]{1,4}$/i.test(what)
  if (looksLikeFile)
    throw new CommandError(
      `There is no file ${what}. Correct the path. To add these words as text, pipe them: echo "${what}" | reverie add -`,
      exitCodes.usage,
    )
}

async function add(reverie: Reverie, what: string, { tag, id }: AddOptions) {
  // A person waits at the terminal, so dream at once instead of waiting until the container is quiet.
  const fields = {
    dreaming: 'instant' as const,
    ...(tag && { containerTag: tag }),
    ...(id && { customId: id }),
  }
  if (isFile(what)) return reverie.upload({ path: what }, fields)
  const content = what === '-' ? await text(process.stdin) : what
  if (content.trim() === '')
    throw new CommandError('The text is empty: there is nothing to add.', exitCodes.usage)
  return reverie.add({ content, ...fields })
}

function isFile(what: string): boolean {
  return what !== '-' && existsSync(what) && statSync(what).isFile()
}

/** Updates one line on a terminal. Elsewhere it prints only the result. */
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
