import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Forwarder } from '../../../features/router/forward.ts'
import { readAllowList } from './allow-list.ts'
import { openForwarder } from './safe-forward.ts'

let server: Server
let port: number
let answer: { status: number; headers: Record<string, string> }
const connections = new Set<Socket>()
const opened: Forwarder[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume()
    response.writeHead(answer.status, answer.headers).end('answered')
  })
  server.on('connection', socket => connections.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  await Promise.all(opened.map(each => each.close()))
  server.close()
})
beforeEach(() => {
  answer = { status: 200, headers: {} }
  connections.clear()
})

/** A forwarder whose name server answers with these addresses, one after the other. */
function forwarder(hosts: string[], ...addresses: string[]) {
  let asked = 0
  const fetching = {
    resolve: async () => [{ address: addresses[Math.min(asked++, addresses.length - 1)]!, family: 4 }],
    allow: readAllowList(''),
    ...{ maxBytes: 1_000, timeoutMs: 5_000, connectTimeoutMs: 5_000, userAgent: 'test' },
  }
  const made = openForwarder(fetching, { hosts, timeoutMs: 5_000 })
  opened.push(made)
  return made
}

async function send({ forward }: Forwarder, host: string) {
  const url = new URL(`http://${host}:${port}/v1/messages`)
  const signal = new AbortController().signal
  try {
    const { status, headers, body } = await forward({ url, headers: {}, body: Buffer.from('{}'), signal })
    return { status, location: headers.location, text: await text(body) }
  } catch (error) {
    return (error as { code?: string }).code
  }
}

const ok = { status: 200, location: undefined, text: 'answered' }
const refused = 'router.provider_not_allowed'

describe('a provider', () => {
  test('in a private network gets requests only if the operator has named it', async () => {
    expect(await send(forwarder([], '127.0.0.1'), 'api.known.example')).toBe(refused)
    expect(await send(forwarder(['ollama'], '127.0.0.1'), 'ollama')).toEqual(ok)
    expect(await send(forwarder(['127.0.0.1']), '127.0.0.1')).toEqual(ok)
    expect(await send(forwarder([]), '127.0.0.1')).toBe(refused)
  })

  test('never gets requests at an address where clouds keep their secrets', async () => {
    expect(await send(forwarder(['ollama'], '169.254.169.254'), 'ollama')).toBe(refused)
    expect(await send(forwarder(['169.254.169.254']), '169.254.169.254')).toBe(refused)
  })

  test('is resolved and checked for each connection, which goes to the checked address', async () => {
    const rebinding = forwarder(['ollama'], '127.0.0.1', '169.254.169.254')
    answer.headers = { connection: 'close' }
    expect(await send(rebinding, 'ollama')).toEqual(ok)
    expect(await send(rebinding, 'ollama')).toBe(refused)
  })

  test('keeps its connection for the next request', async () => {
    const kept = forwarder(['ollama'], '127.0.0.1')
    for (let n = 0; n < 12; n++) expect(await send(kept, 'ollama')).toEqual(ok)
    // A request that follows at once may meet a connection that is not free yet.
    expect(connections.size).toBeLessThan(4)
  })

  test('that redirects is not followed', async () => {
    answer = { status: 307, headers: { location: 'http://169.254.169.254/' } }
    expect(await send(forwarder(['ollama'], '127.0.0.1'), 'ollama')).toEqual({
      status: 307,
      location: 'http://169.254.169.254/',
      text: 'answered',
    })
  })

  test('that nobody knows, or that is away, is unavailable', async () => {
    const away = forwarder(['127.0.0.1'])
    const signal = new AbortController().signal
    const request = { headers: {}, body: Buffer.alloc(0), signal }
    const closed = away.forward({ ...request, url: new URL('http://127.0.0.1:9/v1/messages') })
    await expect(closed).rejects.toMatchObject({ code: 'router.provider_not_allowed' })
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port: unused } = free.address() as AddressInfo
    free.close()
    await once(free, 'close')
    const gone = away.forward({ ...request, url: new URL(`http://127.0.0.1:${unused}/v1/messages`) })
    await expect(gone).rejects.toMatchObject({ code: 'router.provider_unavailable' })
  })
})
