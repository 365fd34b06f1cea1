import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The addresses of a name, of both families, or one list for each time it is resolved. */
export type Zone = Record<string, string[] | string[][]>

export type NameServer = {
  /** In the form of FETCH_DNS. */
  address: string
  zone: Zone
  /** The number of requests for the IPv4 address of a name. */
  asked(name: string): number
  close(): Promise<void>
}

const types = { A: 1, AAAA: 28 } as const

/** A name server on the loopback that serves the given zone. Its answers may not be cached: their time to live is 0. */
export async function startNameServer(zone: Zone = {}): Promise<NameServer> {
  const socket = createSocket('udp4')
  const counts = new Map<string, number>()
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query)
    if (type === types.A) counts.set(name, (counts.get(name) ?? 0) + 1)
    const known = server.zone[name]
    const turn = (counts.get(name) ?? 1) - 1
    const addresses = known && (isTurns(known) ? known[Math.min(turn, known.length - 1)]! : known)
    socket.send(answer(query.subarray(0, end), type, addresses), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const server: NameServer = {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    zone,
    asked: name => counts.get(name) ?? 0,
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
  return server
}

const isTurns = (known: string[] | string[][]): known is string[][] => Array.isArray(known[0])

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** A name without addresses does not exist. */
function answer(question: Buffer, type: number, addresses: string[] | undefined): Buffer {
  const records = (addresses ?? [])
    .map(address => Buffer.from(ipaddr.parse(address).toByteArray()))
    .filter(bytes => bytes.length === (type === types.A ? 4 : 16))
    .filter(() => type === types.A || type === types.AAAA)
    .map(bytes => {
      const head = Buffer.alloc(12)
      head.writeUInt16BE(0xc00c, 0)
      head.writeUInt16BE(type, 2)
      head.writeUInt16BE(1, 4)
      head.writeUInt16BE(bytes.length, 10)
      return Buffer.concat([head, bytes])
    })
  const message = Buffer.concat([question, ...records])
  message.writeUInt16BE(addresses ? 0x8180 : 0x8183, 2)
  message.writeUInt16BE(records.length, 6)
  message.writeUInt32BE(0, 8)
  return message
}
