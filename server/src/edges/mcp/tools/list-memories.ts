import { z } from 'zod'
import { spaceOf } from '../caller.ts'
import { fit, frameTokens, maxTokens, oneLine } from '../token-budget.ts'
import type { Tool } from '../tool.ts'
import { containerTag, leftOut, leftOutLine, limit, page, pagination } from './inputs.ts'

const input = z.object({ page, limit, containerTag, maxTokens: maxTokens.default(4_000) })

const output = z.object({
  memoryEntries: z.array(
    z.object({
      id: z.string(),
      memory: z.string(),
      version: z.int(),
      isLatest: z.boolean(),
      isForgotten: z.boolean(),
      isStatic: z.boolean(),
      isInference: z.boolean(),
      createdAt: z.string(),
      updatedAt: z.string().nullable(),
      sourceCount: z.int(),
      documentIds: z.array(z.string()),
    }),
  ),
  pagination,
  leftOut,
})

export const listMemories: Tool<typeof input, typeof output> = {
  name: 'listMemories',
  title: 'List memories',
  description:
    'Lists the memories of a space, newest first. Use it when the user asks what you remember, or wants to review or clean up memories. To answer a question, use search_memory.',
  input,
  output,
  operation: 'memory',
  async run({ page, limit, maxTokens, ...given }, caller) {
    const containerTags = [spaceOf(caller, given.containerTag)]
    const found = await caller.call('POST /v4/memories/list', { body: { containerTags, page, limit } })
    const entries = found.memoryEntries.map(({ memory, documentIds, ...entry }) => ({
      id: entry.id,
      memory: oneLine(memory, 500),
      version: entry.version,
      isLatest: entry.isLatest,
      isForgotten: entry.isForgotten,
      isStatic: entry.isStatic,
      isInference: entry.isInference,
      createdAt: entry.createdAt,
      updatedAt: entry.updatedAt,
      sourceCount: entry.sourceCount,
      documentIds: documentIds.slice(0, 3),
    }))
    const { taken, leftOut } = fit(entries, maxTokens - frameTokens)
    const { pagination } = found
    const head = `${pagination.totalItems} memories, page ${pagination.currentPage} of ${pagination.totalPages}:`
    const lines = taken.map(
      ({ id, memory, createdAt }) => `- ${memory} [memory ${id}; ${createdAt.slice(0, 10)}]`,
    )
    return {
      data: { memoryEntries: taken, pagination, leftOut },
      text: [head, ...lines, ...leftOutLine(leftOut)].join('\n'),
    }
  },
}
