import type { SearchResults } from '@reverie/sdk'
import type { Config } from '../../platform/config.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { printable } from './printable.ts'
import { type RemoteOptions, withServer } from './remote.ts'
import { style } from './style.ts'
import { wrap } from './wrap.ts'

export type SearchOptions = RemoteOptions & { limit?: number; json?: boolean }

const defaultLimit = 5

/** Length of the excerpt printed below a title. */
const passageLength = 300

export async function searchCommand(config: Config, q: string, options: SearchOptions): Promise<void> {
  if (q.trim() === '') throw new CommandError('The query is empty.', exitCodes.usage)
  const { limit = defaultLimit } = options
  await withServer(config, options, async reverie => {
    const found = await reverie.search({ q, limit, ...(options.tag && { containerTag: options.tag }) })
    console.log(options.json ? JSON.stringify(found, null, 2) : toText(found))
  })
}

function toText({ results, timing }: SearchResults): string {
  const passages = results.map(({ documentId, score, title, chunks }) => {
    const heading = `${score.toFixed(2)}  ${style.bold(printable(title ?? 'Untitled'))}  ${style.dim(`(${documentId})`)}`
    return [heading, ...chunks.slice(0, 1).map(({ content }) => indent(content))].join('\n')
  })
  const count = results.length === 1 ? '1 document' : `${results.length} documents`
  return [...passages, `${count} in ${Math.round(timing)} ms`].join('\n\n')
}

function indent(passage: string): string {
  const line = printable(passage.replaceAll(/\s+/g, ' ').trim())
  return wrap(line.length > passageLength ? `${line.slice(0, passageLength).trimEnd()} …` : line, '      ')
}
