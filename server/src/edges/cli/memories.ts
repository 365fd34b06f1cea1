import type { Config } from '../../platform/config.ts'
import { answerOf } from './answer-of.ts'
import { printable } from './printable.ts'
import { type RemoteOptions, withServer } from './remote.ts'

export async function showMemoryCommand(config: Config, id: string, options: RemoteOptions): Promise<void> {
  await withServer(config, options, async ({ api }) => {
    const memory = answerOf(await api.GET('/v4/memories/{id}', { params: { path: { id } } }))
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
  await withServer(config, options, async ({ api }) => {
    const { undone, current } = answerOf(
      await api.POST('/v4/memories/{id}/undo', { params: { path: { id } } }),
    )
    console.log(`Undid the ${undone}. Current memories:`)
    for (const memory of current) console.log(`  ${printable(memory.memory)}  (${memory.id})`)
  })
}
