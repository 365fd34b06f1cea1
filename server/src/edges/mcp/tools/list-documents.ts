import { z } from 'zod'
import { spaceOf } from '../caller.ts'
import { fit, frameTokens, maxTokens, oneLine } from '../token-budget.ts'
import type { Tool } from '../tool.ts'
import { containerTag, leftOut, leftOutLine, limit, page, pagination } from './inputs.ts'

const input = z.object({ page, limit, containerTag, maxTokens: maxTokens.default(4_000) })

const output = z.object({
  documents: z.array(
    z.object({
      id: z.string(),
      title: z.string().nullable(),
      type: z.string(),
      status: z.string(),
      createdAt: z.string(),
      updatedAt: z.string(),
      summary: z.string().nullable(),
    }),
  ),
  pagination,
  leftOut,
})

export const listDocuments: Tool<typeof input, typeof output> = {
  name: 'listDocuments',
  title: 'List documents',
  description:
    'Lists the documents of a space, newest first, with titles and summaries. Use it when the user asks which notes, files or pages are stored, or what was added lately. To find something by its content, use search_memory.',
  input,
  output,
  operation: 'list',
  async run({ page, limit, maxTokens, ...given }, caller) {
    const containerTag = spaceOf(caller, given.containerTag)
    const found = await caller.call('POST /v3/documents/list', { body: { containerTag, page, limit } })
    const documents = found.memories.map(({ id, title, type, status, createdAt, updatedAt, summary }) => ({
      ...{ id, title: title && oneLine(title, 150), type, status, createdAt, updatedAt },
      summary: summary && oneLine(summary, 200),
    }))
    const { taken, leftOut } = fit(documents, maxTokens - frameTokens)
    const { pagination } = found
    const head = `${pagination.totalItems} documents, page ${pagination.currentPage} of ${pagination.totalPages}:`
    const lines = taken.map(
      ({ id, title, summary, status }) =>
        `- ${title ?? 'Untitled'}${summary ? `: ${summary}` : ''} [document ${id}; ${status}]`,
    )
    return {
      data: { documents: taken, pagination, leftOut },
      text: [head, ...lines, ...leftOutLine(leftOut)].join('\n'),
    }
  },
}
