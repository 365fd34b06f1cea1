/** Target size of a piece of streamed JSON. A list item has a few hundred bytes, or a megabyte with its content. */
const pieceLength = 64 * 1024

/** Yields the JSON of an object in pieces, with the same text as JSON.stringify. Fields that are async iterables become arrays. */
export async function* streamJson(fields: Record<string, unknown>): AsyncGenerator<string> {
  let piece = '{'
  let isFirst = true
  for (const [name, value] of Object.entries(fields)) {
    const head = `${isFirst ? '' : ','}${JSON.stringify(name)}:`
    if (isStreamed(value)) {
      piece += `${head}[`
      for await (const text of joined(value)) {
        piece += text
        if (piece.length < pieceLength) continue
        yield piece
        piece = ''
      }
      piece += ']'
    } else {
      const text = JSON.stringify(value)
      if (text === undefined) continue
      piece += head + text
    }
    isFirst = false
  }
  yield `${piece}}`
}

export const isStreamed = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

async function* joined(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let comma = ''
  for await (const item of items) {
    yield comma + (JSON.stringify(item) ?? 'null')
    comma = ','
  }
}

/** Reads the beginning of a stream of texts. `rest` is undefined if the beginning is the whole stream. */
export async function beginningOf(
  texts: AsyncGenerator<string>,
  enough: number,
): Promise<{ start: string; rest: AsyncGenerator<string> | undefined }> {
  let start = ''
  while (start.length < enough) {
    const { done, value } = await texts.next()
    if (done) return { start, rest: undefined }
    start += value
  }
  return { start, rest: texts }
}
