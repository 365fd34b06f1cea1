import { z } from 'zod'
import type { DocumentJson } from '../../../features/documents/schema.ts'
import { cutText, maxTokens, oneLine } from '../token-budget.ts'
import type { Tool } from '../tool.ts'
import { containerTag } from './inputs.ts'

const input = z.object({
  documentId: z.string().min(1).max(255).describe('Id or customId of the document.'),
  offset: z.int().min(0).default(0).describe('Character to begin at: nextOffset of the part before.'),
  containerTag,
  maxTokens: maxTokens.default(8_000),
})

const output = z.object({
  document: z.object({
    id: z.string(),
    title: z.string().nullable(),
    type: z.string(),
    status: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    url: z.string().nullable(),
    summary: z.string().nullable(),
    content: z.string(),
    contentTruncated: z.boolean().describe('True when this is not the whole text.'),
    nextOffset: z.int().optional().describe('Where the next part begins.'),
  }),
})

export const getDocument: Tool<typeof input, typeof output> = {
  name: 'getDocument',
  title: 'Read a document',
  description:
    'Returns the text of a stored document. Use it after search_memory or listDocuments, when a line is not enough to answer. A long text comes in parts: call again with nextOffset.',
  input,
  output,
  operation: 'get',
  async run({ documentId, offset, maxTokens, containerTag }, caller) {
    const found = await caller.call('GET /v3/documents/:id', {
      params: { id: documentId },
      query: containerTag === undefined ? {} : { containerTag },
    })
    const { part, next } = cutText(textOf(found), offset, maxTokens)
    const { id, type, status, createdAt, updatedAt, url } = found
    const title = found.title && oneLine(found.title, 200)
    const document = {
      ...{ id, title, type, status, createdAt, updatedAt, url, summary: found.summary, content: part },
      contentTruncated: offset > 0 || next !== undefined,
      ...(next !== undefined && { nextOffset: next }),
    }
    const head = `${title ?? 'Untitled'} (${type}, ${status}, ${createdAt.slice(0, 10)})`
    const more = next === undefined ? [] : [`\n… continues at offset ${next}`]
    return { data: { document }, text: [head, '', part, ...more].join('\n') }
  },
}

/** The extracted text of a file or a page, else the text that was added. */
export function textOf({ raw, content }: Pick<DocumentJson, 'raw' | 'content'>): string {
  return typeof raw === 'string' ? raw : (content ?? '')
}
