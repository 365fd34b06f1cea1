import { z } from 'zod'
import { type Caller, spaceOf } from '../caller.ts'
import type { Tool } from '../tool.ts'
import { candidatesJson, forgetByText } from './forget-by-text.ts'
import { containerTag } from './inputs.ts'

const input = z.object({
  id: z.string().min(1).max(255).optional().describe('Id of the memory. Send id or text.'),
  text: z.string().min(1).max(10_000).optional().describe('What the memory says, instead of id.'),
  dryRun: z.boolean().default(false).describe('Shows what would be forgotten, and changes nothing.'),
  reason: z.string().max(1000).optional().describe('Why it is forgotten.'),
  containerTag,
})

const output = z.object({
  success: z.boolean(),
  dryRun: z.boolean(),
  containerTag: z.string(),
  message: z.string(),
  id: z.string().optional().describe('Id of the forgotten memory.'),
  candidates: candidatesJson.optional().describe('Memories that were, or would be, or may be meant.'),
})

export const forgetMemory: Tool<typeof input, typeof output> = {
  name: 'forget_memory',
  title: 'Forget a memory',
  description:
    'Makes a memory leave search and profile. Use it when the user asks you to forget something, or says that a memory is wrong and gives no correction (save corrections with add_memory: they replace the old fact). Give the id from search_memory or listMemories, or the text. With a text that matches nothing exactly, it returns candidates and forgets none. dryRun shows what would be forgotten. A person can undo it in the console.',
  input,
  output,
  changes: 'removes',
  operation: 'memory',
  async run({ id, text, dryRun, reason, ...given }, caller) {
    const tag = spaceOf(caller, given.containerTag)
    const outcome =
      id !== undefined
        ? await forgetById(caller, tag, id, { dryRun, reason })
        : text !== undefined
          ? await forgetByText(caller, tag, text, { dryRun, reason })
          : { success: false, message: 'Send the id of a memory, or its text.' }
    const data = { dryRun, containerTag: tag, ...outcome }
    const lines = ('candidates' in outcome ? (outcome.candidates ?? []) : []).map(
      ({ id, memory, similarity }) => `- ${memory} [memory ${id}; ${similarity.toFixed(2)}]`,
    )
    return { data, text: [outcome.message, ...lines].join('\n') }
  },
}

async function forgetById(
  caller: Caller,
  containerTag: string,
  id: string,
  { dryRun, reason }: { dryRun: boolean; reason: string | undefined },
) {
  if (dryRun) {
    const { memory } = await caller.call('GET /v4/memories/:id', { params: { id } })
    return { success: true, candidates: [{ id, memory, similarity: 1 }], message: '1 would be forgotten.' }
  }
  const body = { containerTag, id, ...(reason && { reason }) }
  const forgotten = await caller.call('DELETE /v4/memories', { body })
  return { success: true, id: forgotten.id, message: `Memory ${forgotten.id} is forgotten.` }
}
