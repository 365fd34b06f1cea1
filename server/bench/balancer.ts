import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A load balancer as people run them: it sends requests to processes that are ready, and retries nothing. */
export type Balancer = {
  url: string
  /** Sends requests to this process from now on, while its `/ready` answers 200. */
  add(target: string): void
  /** Sends no more requests to it, and resolves when those under way have their answers. */
  takeOut(target: string): Promise<void>
  /** Resolves when the process gets requests. */
  untilReady(target: string): Promise<void>
  close(): Promise<void>
}

const probeEveryMs = 100

type Backend = { url: URL; isReady: boolean; inFlight: number; timer: NodeJS.Timeout }

export async function openBalancer(): Promise<Balancer> {
  const backends = new Map<string, Backend>()
  let turn = 0
  const server = createServer((incoming, answer) => {
    const ready = [...backends.values()].filter(({ isReady }) => isReady)
    const chosen = ready[turn++ % ready.length]
    if (!chosen) return void answer.writeHead(502).end('{"code":"balancer.nobody_ready"}')
    chosen.inFlight++
    answer.once('close', () => chosen.inFlight--)
    forward(incoming, answer, chosen.url)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const probe = async (backend: Backend) => {
    backend.isReady = await isReady(backend.url)
  }
  const until = async (check: () => boolean) => {
    while (!check()) await new Promise(resolve => setTimeout(resolve, 10))
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add(target) {
      const backend: Backend = {
        url: new URL(target),
        isReady: false,
        inFlight: 0,
        timer: setInterval(() => void probe(backend), probeEveryMs),
      }
      backends.set(target, backend)
    },
    async takeOut(target) {
      const backend = backends.get(target)
      if (!backend) return
      clearInterval(backend.timer)
      backends.delete(target)
      await until(() => backend.inFlight === 0)
    },
    untilReady: target => until(() => backends.get(target)?.isReady === true),
    async close() {
      for (const { timer } of backends.values()) clearInterval(timer)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A connection for each request: one that is kept could be closed by the process just as we use it. */
function forward(incoming: IncomingMessage, answer: ServerResponse, to: URL): void {
  const { method = 'GET', url = '/', headers } = incoming
  const outgoing = request(new URL(url, to), { method, headers, agent: false }, response => {
    answer.writeHead(response.statusCode ?? 502, { ...response.headers, connection: 'keep-alive' })
    response.pipe(answer)
  })
  outgoing.on('error', () =>
    answer.headersSent ? answer.destroy() : answer.writeHead(502).end('{"code":"balancer.lost"}'),
  )
  incoming.pipe(outgoing)
}

async function isReady(url: URL): Promise<boolean> {
  try {
    const response = await fetch(new URL('/ready', url), { signal: AbortSignal.timeout(2_000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
