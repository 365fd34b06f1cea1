export type PlacedChunk = {
  id: string
  position: number
  start: number
  end: number
  label: string | undefined
}

type Chunk = { id: string; position: number; content: string; metadata?: unknown }

/** Where each chunk is in the text. Chunks are verbatim and in reading order, and may overlap. */
export function placeChunks(text: string, chunks: readonly Chunk[]): PlacedChunk[] {
  let from = 0
  return chunks.flatMap(({ id, position, content, metadata }) => {
    const start = text.indexOf(content, from)
    if (start < 0) return []
    from = start + 1
    return { id, position, start, end: start + content.length, label: placeOf(metadata) }
  })
}

/** "page 3", "03:41". */
export function placeOf(metadata: unknown): string | undefined {
  if (typeof metadata !== 'object' || metadata === null) return undefined
  const { page, timestamp } = metadata as { page?: number; timestamp?: string }
  if (timestamp !== undefined) return timestamp
  return page === undefined ? undefined : `page ${page}`
}

export type Block = { start: number; end: number; chunk: PlacedChunk | undefined }

/** Cuts the text where chunks begin, so that each block has at most one bracket. Text before the first chunk has none. */
export function blocksOf(length: number, chunks: readonly PlacedChunk[]): Block[] {
  const blocks: Block[] = []
  let at = 0
  chunks.forEach((chunk, index) => {
    const start = Math.max(at, chunk.start)
    if (start > at) blocks.push({ start: at, end: start, chunk: undefined })
    const next = chunks[index + 1]
    const end = Math.max(start, Math.min(chunk.end, next ? next.start : length))
    if (end > start) blocks.push({ start, end, chunk })
    at = Math.max(at, end)
  })
  if (at < length) blocks.push({ start: at, end: length, chunk: undefined })
  return blocks
}
