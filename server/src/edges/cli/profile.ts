import type { Config } from '../../platform/config.ts'
import { printable } from './printable.ts'
import { type RemoteOptions, withServer } from './remote.ts'
import { style } from './style.ts'
import { wrap } from './wrap.ts'

/** Prints the profile of a container: lasting facts, current ones, and with a question the memories that match it. */
export async function profileCommand(
  config: Config,
  tag: string,
  options: RemoteOptions & { query?: string },
): Promise<void> {
  await withServer(config, options, async reverie => {
    const answer = await reverie.profile({ containerTag: tag, ...(options.query && { q: options.query }) })
    if (options.json) return console.log(JSON.stringify(answer, null, 2))
    const { static: lasting = [], dynamic: current = [] } = answer.profile
    printPart('Lasting', lasting)
    printPart('Current', current)
    const hits = answer.searchResults?.results ?? []
    printPart(
      'Matches',
      hits.flatMap(hit => ('memory' in hit && typeof hit.memory === 'string' ? [hit.memory] : [])),
    )
    if (lasting.length + current.length === 0) console.log(`Nothing is remembered in ${tag}.`)
  })
}

function printPart(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return
  console.log(style.bold(title))
  for (const line of lines) console.log(wrap(printable(line), '  '))
}
