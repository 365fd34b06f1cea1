import type { Config } from '../../platform/config.ts'
import { printRows } from './print-rows.ts'
import { printable } from './printable.ts'
import { type RemoteOptions, withServer } from './remote.ts'
import { takeFirst } from './take-first.ts'

const defaultLimit = 20

/** Lists the memories of a container that changed last. */
export async function listMemoriesCommand(
  config: Config,
  tag: string,
  options: RemoteOptions & { limit?: number },
): Promise<void> {
  await withServer(config, options, async reverie => {
    const query = { containerTags: [tag], order: 'desc' as const }
    const found = await takeFirst(reverie.memories.list(query), options.limit ?? defaultLimit)
    if (options.json) return console.log(JSON.stringify(found, null, 2))
    if (found.length === 0 && process.stdout.isTTY) return console.log(`Nothing is remembered in ${tag}.`)
    printRows(
      found.map(({ id, version, memory }) => ({ id, version: String(version), memory })),
      {},
    )
  })
}

export async function showMemoryCommand(config: Config, id: string, options: RemoteOptions): Promise<void> {
  await withServer(config, options, async reverie => {
    const memory = await reverie.memories.get(id)
    const state = memory.isForgotten ? 'forgotten' : memory.isLatest ? 'current' : 'superseded'
    console.log(
      `${printable(memory.memory)}\n  version ${memory.version}, ${state}, said by ${memory.origin}`,
    )
    for (const { memoryId, relation, reason } of memory.decisions)
      console.log(`  ${relation} ${memoryId}${reason ? `: ${printable(reason)}` : ''}`)
    for (const { documentId, title, spans } of memory.citations) {
      console.log(`  from ${printable(title ?? 'Untitled')} (${documentId})`)
      for (const { text } of spans) console.log(`    “${printable(text.replaceAll(/\s+/g, ' ').trim())}”`)
    }
  })
}

export async function undoMemoryCommand(config: Config, id: string, options: RemoteOptions): Promise<void> {
  await withServer(config, options, async reverie => {
    const { undone, current } = await reverie.memories.undo(id)
    console.log(`Undid the ${undone}. Current memories:`)
    for (const memory of current) console.log(`  ${printable(memory.memory)}  (${memory.id})`)
  })
}
