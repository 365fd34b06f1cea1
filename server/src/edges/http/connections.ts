import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

export type ConnectionLimits = {
  /** Connections at once. Beyond them the one that has been idle for longest makes room. */
  most: number
  /** A connection must have sent a whole head of a request within this time. */
  silentMs: number
  /** A body must bring `bodyBytes` in each such span. */
  bodyMs: number
  bodyBytes: number
  /** How often all of this is looked at. */
  everyMs: number
}

/** 1 KB/s: the slowest telephone line is faster, and whoever drips a byte now and then is not. */
const usualLimits = { silentMs: 15_000, bodyMs: 15_000, bodyBytes: 15_000, everyMs: 2_000 }

/** More than one process can serve anyway: each open connection takes about 10 KB. */
const mostUseful = 10_000
/** Descriptors for Postgres, files and whatever else the process opens. */
const spareDescriptors = 256
const usualDescriptors = 1_024

export function connectionLimits(
  maxConnections: number,
  overrides: Partial<ConnectionLimits> = {},
): ConnectionLimits {
  const most = maxConnections > 0 ? maxConnections : connectionsFor(openFilesLimit())
  return { ...usualLimits, most, ...overrides }
}

/** A process out of descriptors cannot accept anybody: 19,980 idle connections had every request of everybody reset. */
export function connectionsFor(openFiles: number): number {
  return Math.max(64, Math.min(mostUseful, Math.floor(openFiles * 0.8) - spareDescriptors))
}

/** The process's own limit (`ulimit -n`), which Node.js raises to the hard one. Only Linux tells. */
function openFilesLimit(): number {
  try {
    const [, soft] =
      /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft ?? usualDescriptors)
  } catch {
    return usualDescriptors
  }
}

/** A request that is being received or answered, and how far its body had come at the last look. */
type Busy = { request: IncomingMessage; bytes: number; since: number }

/**
 * Closes connections that only take up room: those that send no request, those that drip one, and near the limit the one that
 * has been idle for longest. Clients that send requests keep theirs.
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
  /** In the order in which they fell silent, so that the first is the one to go. */
  readonly #silent = new Map<Socket, number>()
  readonly #resting = new Set<Socket>()
  readonly #busy = new Map<Socket, Busy>()
  /**
   * Milliseconds in which this process had its turns. Where it had none, bytes of clients may wait unread, and nobody must be
   * taken for silent because we were.
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

  /** Answered; the connection may be used again. Node.js closes it itself when that does not happen. */
  rest(request: IncomingMessage): void {
    const { socket } = request
    // Another request may have come on the same connection before this one was answered.
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

  /** Where bytes wait for us to read them, the sender is not the slow one. */
  #isDripping(socket: Socket, busy: Busy, now: number): boolean {
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
