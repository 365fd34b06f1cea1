import { existsSync, statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { Document, Reverie } from '@reverie/sdk'
import type { Config } from '../../platform/config.ts'
import { CommandError } from './command-error.ts'
import { printable } from './printable.ts'
import { type RemoteOptions, withServer } from './remote.ts'

export type AddOptions = RemoteOptions & { id?: string; wait: boolean }

/** Adds a text, a file by its path, or with `-` the text on standard input. Waits until its memories are formed. */
export async function addCommand(config: Config, what: string, options: AddOptions): Promise<void> {
  refuseMistakes(what)
  await withServer(config, options, async reverie => {
    const started = performance.now()
    const { id, status } = await add(reverie, what, options)
    if (!options.wait) {
      const { containerTags } = await reverie.get(id)
      return console.log(`${id}  ${status}, ${storedIn(containerTags)}`)
    }
    const progress = new Progress(id)
    const { title, containerTags, dreamingOutcome } = await reverie.waitUntilDone(id, {
      memories: true,
      onProgress: ({ status }) => progress.show(status === 'done' ? 'extracting memories' : status),
    })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    progress.end(
      `${id}  done in ${seconds} s, ${storedIn(containerTags)}${title ? `  ${printable(title)}` : ''}`,
    )
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
  if (what.trim() === '') throw new CommandError('The text is empty: there is nothing to add.')
  if (what === '-' || isFile(what)) return
  if (existsSync(what)) throw new CommandError(`${what} is not a file. Add the files in it one by one.`)
  const looksLikeFile = /^(\.{0,2}\/|~\/)\S*$|^[^\s:]+\.[a-z][a-z0-9]{1,4}$/i.test(what)
  if (looksLikeFile)
    throw new CommandError(
      `There is no file ${what}. Correct the path. To add these words as text, pipe them: echo "${what}" | reverie add -`,
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
  if (content.trim() === '') throw new CommandError('The text is empty: there is nothing to add.')
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
