import { once } from 'node:events'
import { extname } from 'node:path'
import { startRuntimeThread } from '../../../platform/providers/threads/start-runtime-thread.ts'
import { type Chunk, type ChunkOptions, chunkText } from './chunk-text.ts'
import type { CutReply, CutRequest } from './cut-thread.ts'

/**
 * This much is cut in the time of a few requests. A longer text gets a thread: 10 MB take seconds, whatever their
 * content.
 */
const inlineChars = 60_000

/** Ten times the time of the most expensive hostile text on a quiet machine. */
const deadlineMs = 120_000

/** Twice the most that cutting 10 MB needs. Beyond that a fault ends the thread, and not the process. */
const maxHeapMb = 1_536

const entry = new URL(`./cut-thread${extname(import.meta.url)}`, import.meta.url)

/** The text has more chunks than a document may have. */
export class TooManyChunks extends Error {
  readonly count: number

  constructor(count: number) {
    super(`The text makes ${count} chunks`)
    this.count = count
  }
}

/**
 * Cuts a text as `chunkText` does, into `most` chunks at most. A long text is cut in a thread, so that nobody waits for
 * it.
 */
export async function cutText(
  text: string,
  options: ChunkOptions,
  most: number,
  signal?: AbortSignal,
): Promise<Chunk[]> {
  if (text.length > inlineChars) return cutInThread({ text, options, most }, signal)
  const chunks = chunkText(text, options)
  if (chunks.length > most) throw new TooManyChunks(chunks.length)
  return chunks
}

async function cutInThread(request: CutRequest, signal?: AbortSignal): Promise<Chunk[]> {
  const late = AbortSignal.timeout(deadlineMs)
  const ended = signal ? AbortSignal.any([signal, late]) : late
  const worker = startRuntimeThread(entry, 'chunks', request, maxHeapMb)
  try {
    const [reply] = (await once(worker, 'message', { signal: ended })) as [CutReply]
    if (reply.count > request.most) throw new TooManyChunks(reply.count)
    return readReply(request.text, reply)
  } finally {
    await worker.terminate()
  }
}

function readReply(text: string, { bounds, headings, speakers }: CutReply): Chunk[] {
  return headings.list.map((_, position) => {
    const [start, end] = [bounds[2 * position]!, bounds[2 * position + 1]!]
    const speaker = speakers.get(position)
    return {
      position,
      start,
      end,
      content: text.slice(start, end),
      headings: headings.paths[headings.list[position]!]!,
      ...(speaker !== undefined && { speaker }),
    }
  })
}
