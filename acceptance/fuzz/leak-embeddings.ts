import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const dimensions = 32

/** An embedding endpoint that takes no time: the fuzzer asks who sees what, not how well it is found. */
export async function startEmbeddings(): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { input } = JSON.parse(Buffer.concat(parts).toString())
    const data = [input].flat().map((text: string, index) => ({ index, embedding: vectorOf(text) }))
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Texts that share words are near each other. */
function vectorOf(text: string): number[] {
  const vector = new Array<number>(dimensions).fill(0.01)
  for (const word of text.toLowerCase().split(/\W+/)) {
    let hash = 7
    for (const letter of word) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0
    vector[hash % dimensions]! += 1
  }
  const length = Math.hypot(...vector)
  return vector.map(part => part / length)
}
