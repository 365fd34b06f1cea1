import { z } from 'zod'
import { type ExtractErrorCode, type Extraction, extractErrorCodes } from '../extraction.ts'
import { kinds } from '../kinds.ts'

/** Head of a message with a file for a box; the body holds the file's bytes. */
export type FileHead = { name: string; contentType: string; url?: string | undefined }

/** The worker's answer to a request for OCR; the body holds the text. */
export type ImageHead = { picture: number; refusal?: { code: ExtractErrorCode; message: string } }

export type ParentHead = FileHead | ImageHead

const offset = z.number().int().min(0)

const block = z.object({
  kind: z.enum(['heading', 'paragraph', 'list', 'table', 'code', 'pageBreak']),
  start: offset,
  end: offset,
  level: z.number().int().exactOptional(),
  page: z.number().int().exactOptional(),
  at: z.number().exactOptional(),
})

/** Everything but the text, which is the body of the message. */
const extraction = z.object({
  blocks: z.array(block),
  type: z.enum(['text', 'pdf', 'image', 'video', 'audio', 'webpage']),
  title: z.string().exactOptional(),
  author: z.string().exactOptional(),
  date: z.string().exactOptional(),
  language: z.string().exactOptional(),
  ogImage: z.string().exactOptional(),
  pages: z.number().exactOptional(),
})

/** Messages from a box. It has parsed untrusted bytes, so its messages are validated. */
export const childMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('progress'), done: z.number(), total: z.number() }),
  // The body is the image. A box may not start programs, so tesseract runs in another one.
  z.object({ type: z.literal('picture'), picture: z.number().int() }),
  z.object({ type: z.literal('extracted'), kind: z.enum(kinds), extraction, cpuMs: z.number() }),
  z.object({ type: z.literal('media'), kind: z.enum(['audio', 'video']), cpuMs: z.number() }),
  z.object({
    type: z.literal('failed'),
    kind: z.enum(kinds).exactOptional(),
    code: z.enum(extractErrorCodes),
    message: z.string().max(1_000),
    cpuMs: z.number(),
  }),
])

export type ChildMessage = z.output<typeof childMessage>

export function withText(head: Omit<Extraction, 'text'>, body: Buffer): Extraction {
  const text = body.toString('utf8')
  const isWithin = head.blocks.every(({ start, end }) => start <= end && end <= text.length)
  if (!isWithin) throw new Error('A block lies outside of its text')
  return { ...head, text }
}
