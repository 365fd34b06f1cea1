import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const dimensions = 32

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { input } = JSON.parse(Buffer.concat(await request.toArray()).toString())
  const data = [input].flat().map((text: string, index) => ({ index, embedding: vectorOf(text) }))
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }))
}

/** A fake embedding endpoint that is fast. The fuzzer tests who may see a document, not the quality of search. */
export async function startEmbeddings(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
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

/** Texts that share words get similar vectors. */
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
