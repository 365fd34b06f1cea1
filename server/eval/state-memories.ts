import type { EvalText, KeysOf } from './data-set.ts'
import type { Client } from './installation.ts'

type WrittenMemories = { memories: { id: string }[] }

/** A memory is a sentence or a few; the rest of a longer turn is left out. */
const mostCharacters = 1_000

/** States each turn as a memory of its container, as an application that stores people's words would. */
export async function stateAll(client: Client, texts: readonly EvalText[]): Promise<KeysOf> {
  const keys = new Map<string, string[]>()
  for (const { container: containerTag, turns = [] } of texts) {
    const memories = turns.map(({ line }) => ({ content: line.slice(0, mostCharacters) }))
    const stated = await client.post<WrittenMemories>('/v4/memories', { containerTag, memories })
    for (const [i, { id }] of stated.memories.entries()) keys.set(id, [turns[i]!.key])
  }
  return keys
}
