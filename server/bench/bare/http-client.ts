import { connect, type Socket } from 'node:net'

export type HttpClient = {
  post(path: string, body: unknown): Promise<unknown>
  close(): void
}

/**
 * Keeps its connections, as any SDK does, and does no more than HTTP needs: its cost counts as ours, since it shares
 * this process with the server. An answer other than 200 ends the run; it would otherwise be measured as a fast one.
 */
export function openHttpClient(url: string, key: string, connections = 1): HttpClient {
  const { hostname, port } = new URL(url)
  const links = Array.from({ length: connections }, () => new Link(hostname, Number(port)))
  const free = [...links]
  return {
    async post(path, body) {
      const link = free.pop()
      if (!link) throw new Error(`More than ${connections} requests at once`)
      const text = JSON.stringify(body)
      const answer = await link.ask(
        `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n` +
          `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      )
      free.push(link)
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
      return JSON.parse(answer.text)
    },
    close: () => {
      for (const link of links) link.close()
    },
  }
}

type RawResponse = { status: number; text: string }

/** One connection, one request at a time. Our server states the length of every answer. */
class Link {
  readonly #socket: Socket
  #received: Buffer[] = []
  #waiting: PromiseWithResolvers<RawResponse> | undefined

  constructor(host: string, port: number) {
    this.#socket = connect({ host, port, noDelay: true })
    this.#socket.on('data', part => this.#take(part))
    this.#socket.on('error', error => this.#waiting?.reject(error))
  }

  ask(request: string): Promise<RawResponse> {
    this.#waiting = Promise.withResolvers()
    this.#socket.write(request)
    return this.#waiting.promise
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(part: Buffer): void {
    this.#received.push(part)
    const bytes = this.#received.length === 1 ? part : Buffer.concat(this.#received)
    const headEnd = bytes.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const head = bytes.toString('latin1', 0, headEnd)
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1])
    if (bytes.length < headEnd + 4 + length) return
    this.#received = []
    this.#waiting?.resolve({ status: Number(head.slice(9, 12)), text: bytes.toString('utf8', headEnd + 4) })
  }
}
