import type { Reverie } from '@reverie/sdk'
import { jsonSchema, tool } from 'ai'

export type MemoryToolOptions = {
  reverie: Reverie
  /** Whose memories the model may use, for example one tag per end user. The model cannot choose another. */
  containerTag: string
  /** Maximum number of memories that a search returns. Default: 10. */
  limit?: number
}

/** Tools with which a model searches, adds and forgets memories. */
export function memoryTools({ reverie, containerTag, limit = 10 }: MemoryToolOptions) {
  return {
    searchMemory: tool({
      description:
        'Searches what is known about the user. Use it before you answer a question that depends on their life, preferences, plans or earlier conversations.',
      inputSchema: text('query', 'What to look for, in a few words or as a question.'),
      execute: async ({ query }) => {
        const { results } = await reverie.searchMemories({ q: query, containerTag, limit })
        return { memories: results.map(({ id, memory }) => ({ id, memory })) }
      },
    }),
    addMemory: tool({
      description:
        'Remembers a lasting fact about the user. Use it when they ask you to remember something, or state a preference, a plan or a fact about themselves.',
      inputSchema: text('memory', 'One fact in one sentence that can be understood alone.'),
      execute: async ({ memory }) => {
        const { memories } = await reverie.memories.add({ containerTag, memories: [{ content: memory }] })
        return { id: memories[0]!.id }
      },
    }),
    forgetMemory: tool({
      description: 'Forgets a memory. Use it when the user asks you to forget it, or says that it is wrong.',
      inputSchema: text('id', 'The id of the memory, from a search.'),
      execute: async ({ id }) => {
        await reverie.memories.forget({ containerTag, id, reason: 'The user asked for it' })
        return { forgotten: id }
      },
    }),
  }
}

/** The schema of an input with one string. JSON Schema, so that the adapter needs no schema library. */
const text = <Name extends string>(name: Name, description: string) =>
  jsonSchema<Record<Name, string>>({
    type: 'object',
    properties: { [name]: { type: 'string', description } },
    required: [name],
    additionalProperties: false,
  })
