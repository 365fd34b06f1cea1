import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** `after`: Postgres has committed, and its answer is lost. `before`: the commit never reached it. */
export type Fault = 'after' | 'before'

export type PostgresProxy = {
  /** The address of the same database through the proxy. */
  url: string
  /** Cuts the connection at the next commit of a transaction that wrote, or at a later one. */
  arm(fault: Fault, skip?: number): void
  /** Returns whether the cut was made. */
  disarm(): boolean
  /** Ends every connection and accepts no new one while set. */
  refuse(isAway: boolean): void
  close(): Promise<void>
}

type Armed = { fault: Fault; skip: number }

/** Writes of the server itself, which no request waits for. */
const background =
  /cell\.(usage|request_log)|directory\.(workers|processes)|last_used_at|work\.(wakes|turns|gates)/

/** Stands between a server and Postgres, forwards everything, and loses one commit when told to. */
export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let armed: Armed | undefined
  let isAway = false
  /** The fault of this commit, if it is the one to lose. */
  const take = (): Fault | undefined => {
    if (!armed || armed.skip-- > 0) return undefined
    const { fault } = armed
    armed = undefined
    return fault
  }
  const server = createServer({ noDelay: true }, client => {
    if (isAway) return void client.destroy()
    const postgres = connect({ port: Number(target.port), host: target.hostname, noDelay: true })
    for (const socket of [client, postgres]) keep(sockets, socket)
    link(client, postgres, take)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    arm: (fault, skip = 0) => {
      armed = { fault, skip }
    },
    disarm: () => {
      const isDone = armed === undefined
      armed = undefined
      return isDone
    },
    refuse: given => {
      isAway = given
      if (isAway) for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function keep(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket)
  socket.on('error', () => undefined)
  socket.on('close', () => sockets.delete(socket))
}

function link(client: Socket, postgres: Socket, take: () => Fault | undefined): void {
  const end = () => {
    client.destroy()
    postgres.destroy()
  }
  client.on('close', end)
  postgres.on('close', end)
  const transaction = new Transaction()
  let isLost = false
  postgres.on('data', data => {
    // Everything before the commit was answered before it was sent, so this is the commit's answer and it is done.
    if (isLost) end()
    else client.write(data)
  })
  const frames = new Frames()
  client.on('data', data => {
    for (const frame of frames.push(data)) {
      const fault = transaction.endsBy(frame) ? take() : undefined
      if (fault === 'before') return end()
      isLost ||= fault === 'after'
      postgres.write(frame)
    }
  })
}

/** Splits the client's bytes into messages: a type and a length. The first message has no type. */
class Frames {
  #rest = Buffer.alloc(0)
  #isStarted = false

  push(data: Buffer): Buffer[] {
    this.#rest = Buffer.concat([this.#rest, data])
    const frames: Buffer[] = []
    for (;;) {
      const head = this.#isStarted ? 1 : 0
      if (this.#rest.length < head + 4) return frames
      const length = head + this.#rest.readInt32BE(head)
      if (this.#rest.length < length) return frames
      frames.push(this.#rest.subarray(0, length))
      this.#rest = this.#rest.subarray(length)
      this.#isStarted = true
    }
  }
}

/** Messages of one connection since its last `begin`. */
class Transaction {
  readonly #prepared = new Map<string, string>()
  #writes = false

  /** Whether this message commits a transaction that has written for a request. */
  endsBy(frame: Buffer): boolean {
    const type = String.fromCharCode(frame[0]!)
    if (type === 'P') {
      const [name = '', text = ''] = frame.toString('latin1', 5).split('\0')
      this.#prepared.set(name, text)
    } else if (type === 'B') {
      const [, name = ''] = frame.toString('latin1', 5).split('\0', 2)
      this.#note(this.#prepared.get(name) ?? '')
    } else if (type === 'Q') {
      const text = frame.toString('latin1', 5, frame.length - 1)
      if (text === 'commit') return this.#writes
      if (text.startsWith('begin')) this.#writes = false
      else this.#note(text)
    }
    return false
  }

  #note(text: string): void {
    this.#writes ||=
      /\b(insert into|update|delete from|select cell\.move)\b/i.test(text) && !background.test(text)
  }
}
