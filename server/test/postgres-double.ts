import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** The answer of a kind of Postgres that is not available here. */
export type Manner =
  | { refuses: { code: string; message: string } }
  | { asksForPassword: true }
  | { engine: { number: number; postgres: string; vector: string | null } }

export type PostgresDouble = { port: number; close(): Promise<void> }

/** The server side of a connection to Postgres: enough of its protocol to refuse, to ask, or to report a version. */
export async function startPostgresDouble(manner: Manner): Promise<PostgresDouble> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    let isStarted = false
    socket.on('data', data => {
      // Only the start-up packet has no type byte.
      if (!isStarted) socket.write(greeting(manner))
      else socket.write(answer(manner, String.fromCharCode(data[0]!)))
      isStarted = true
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function greeting(manner: Manner): Buffer {
  if ('refuses' in manner) return refusal(manner.refuses)
  if ('asksForPassword' in manner) return message('R', int32(10), text('SCRAM-SHA-256'), Buffer.from([0]))
  return Buffer.concat([message('R', int32(0)), ready()])
}

function answer(manner: Manner, type: string): Buffer {
  if ('asksForPassword' in manner) return message('R', int32(11), Buffer.from('r=nonce,s=c2FsdA==,i=4096'))
  if ('engine' in manner && type === 'Q') {
    const { number, postgres, vector } = manner.engine
    return Buffer.concat([
      rowDescription([
        ['number', 23],
        ['postgres', 25],
        ['vector', 25],
      ]),
      dataRow([String(number), postgres, vector]),
      message('C', text('SELECT 1')),
      ready(),
    ])
  }
  return Buffer.alloc(0)
}

const int16 = (value: number) => Buffer.from([(value >> 8) & 255, value & 255])

function int32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32BE(value)
  return buffer
}

const text = (value: string) => Buffer.from(`${value}\0`)

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

const ready = () => message('Z', Buffer.from('I'))

function refusal({ code, message: said }: { code: string; message: string }): Buffer {
  return message('E', text('SFATAL'), text('VFATAL'), text(`C${code}`), text(`M${said}`), Buffer.from([0]))
}

function rowDescription(columns: [string, number][]): Buffer {
  const described = columns.flatMap(([name, type]) => [
    text(name),
    int32(0),
    int16(0),
    int32(type),
    int16(-1),
    int32(-1),
    int16(0),
  ])
  return message('T', int16(columns.length), ...described)
}

function dataRow(values: (string | null)[]): Buffer {
  const cells = values.flatMap(value =>
    value === null ? [int32(-1)] : [int32(Buffer.byteLength(value)), Buffer.from(value)],
  )
  return message('D', int16(values.length), ...cells)
}
