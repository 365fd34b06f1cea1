import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

export type ConnectionLimits = {
  /** Maximum number of open connections. Beyond it, the connection that has been idle longest is closed. */
  most: number
  /** A connection must send a whole request head within this time. */
  silentMs: number
  /** A body must deliver `bodyBytes` in each period of this length. */
  bodyMs: number
  bodyBytes: number
  /** Interval between two checks of these limits. */
  everyMs: number
}

/** 1 KB/s: the slowest telephone line is faster, and a slowloris client that sends a byte now and then is not. */
const usualLimits = { silentMs: 15_000, bodyMs: 15_000, bodyBytes: 15_000, everyMs: 2_000 }

/** More than one process can serve anyway. Each open connection takes about 10 KB. */
const mostUseful = 10_000
/** File descriptors reserved for Postgres, files and everything else that the process opens. */
const spareDescriptors = 256
const usualDescriptors = 1_024

export function connectionLimits(
  maxConnections: number,
  overrides: Partial<ConnectionLimits> = {},
): ConnectionLimits {
  const most = maxConnections > 0 ? maxConnections : connectionsFor(openFilesLimit())
  return { ...usualLimits, most, ...overrides }
}

/** A process without free file descriptors accepts no connection: 19,980 idle connections reset the requests of all clients. */
export function connectionsFor(openFiles: number): number {
  return Math.max(64, Math.min(mostUseful, Math.floor(openFiles * 0.8) - spareDescriptors))
}

/** The limit of open files of this process (`ulimit -n`), which Node.js raises to the hard limit. Only Linux reports it. */
function openFilesLimit(): number {
  try {
    const [, soft] =
      /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft ?? usualDescriptors)
  } catch {
    return usualDescriptors
  }
}

/** A request that is being received or answered, and how many bytes of its body had arrived at the last check. */
type ActiveRequest = { request: IncomingMessage; bytes: number; since: number }

/**
 * Closes connections that only occupy a file descriptor: connections without a request, connections that send one byte by
 * byte, and near the limit the connection that has been idle longest. Clients that send requests keep their connections.
 */
export function guardConnections(server: Server, limits: ConnectionLimits): void {
  const guard = new ConnectionGuard(limits)
  server.on('connection', (socket: Socket) => guard.open(socket))
  server.prependListener('request', (request: IncomingMessage, response) => {
    guard.begin(request)
    response.once('close', () => guard.rest(request))
  })
  const timer = setInterval(() => guard.sweep(), limits.everyMs).unref()
  server.once('close', () => clearInterval(timer))
}

class ConnectionGuard {
  readonly #limits: ConnectionLimits
  /** In the order in which they became idle, so the first is the next to close. */
  readonly #silent = new Map<Socket, number>()
  readonly #resting = new Set<Socket>()
  readonly #busy = new Map<Socket, ActiveRequest>()
  /**
   * Milliseconds in which this process had CPU time. While it had none, clients' bytes may wait unread, and a client must
   * not count as idle because we were.
   */
  #clock = 0
  #sweptAt = performance.now()

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  open(socket: Socket): void {
    if (this.#count >= this.#limits.most && !this.#makeRoom()) {
      socket.destroy()
      return
    }
    this.#silent.set(socket, this.#clock)
    socket.once('close', () => this.#forget(socket))
  }

  begin(request: IncomingMessage): void {
    const { socket } = request
    this.#silent.delete(socket)
    this.#resting.delete(socket)
    this.#busy.set(socket, { request, bytes: socket.bytesRead, since: this.#clock })
  }

  /** The request is answered and its connection may be reused. Node.js closes it itself if no other request comes. */
  rest(request: IncomingMessage): void {
    const { socket } = request
    // With pipelining, another request may have arrived on the same connection before this answer.
    if (this.#busy.get(socket)?.request !== request) return
    this.#busy.delete(socket)
    if (!socket.destroyed) this.#resting.add(socket)
  }

  sweep(): void {
    const since = performance.now() - this.#sweptAt
    this.#sweptAt += since
    this.#clock += Math.min(since, 2 * this.#limits.everyMs)
    const now = this.#clock
    for (const [socket, openedAt] of this.#silent) {
      if (now - openedAt < this.#limits.silentMs) break
      socket.destroy()
    }
    for (const [socket, busy] of this.#busy) if (this.#isDripping(socket, busy, now)) socket.destroy()
  }

  /** If unread bytes wait in the socket, we are the slow side, not the sender. */
  #isDripping(socket: Socket, busy: ActiveRequest, now: number): boolean {
    const { request, bytes, since } = busy
    if (request.complete || now - since < this.#limits.bodyMs) return false
    const isSlow = socket.bytesRead - bytes < this.#limits.bodyBytes && request.readableLength === 0
    Object.assign(busy, { bytes: socket.bytesRead, since: now })
    return isSlow
  }

  get #count(): number {
    return this.#silent.size + this.#resting.size + this.#busy.size
  }

  #makeRoom(): boolean {
    const [oldest] = this.#silent.keys()
    const [idle] = this.#resting
    const socket = oldest ?? idle
    if (!socket) return false
    this.#forget(socket)
    socket.destroy()
    return true
  }

  #forget(socket: Socket): void {
    this.#silent.delete(socket)
    this.#resting.delete(socket)
    this.#busy.delete(socket)
  }
}
