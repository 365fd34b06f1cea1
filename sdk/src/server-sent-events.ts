/** Reads a stream of server-sent events. Yields the data of each event as JSON. */
export async function* readEvents<Data>(body: ReadableStream<Uint8Array>): AsyncGenerator<Data, void> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) {
        const lines = block.split('\n').filter(line => line.startsWith('data: '))
        if (lines.length > 0) yield JSON.parse(lines.map(line => line.slice(6)).join('\n'))
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
