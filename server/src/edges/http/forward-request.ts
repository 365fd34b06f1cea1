import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ForwardedReply } from '../../platform/routing/replies.ts'
import type { Route } from '../../platform/routing/route.ts'
import type { Admission } from './admission.ts'
import { EventStreams, forwardsPerKey } from './event-streams.ts'
import { sendForwarded } from './send-answer.ts'

/** How long a connection may be idle: usually, and while another server is asked. */
export type IdleTimes = { usualMs: number; forwardingMs: number }

/** Answers requests that are passed on to another server, which may take minutes. */
export class Forwarding {
  readonly #open = new EventStreams(forwardsPerKey, 'concurrency.limited')
  readonly #admission: Admission
  readonly #idle: IdleTimes

  constructor(admission: Admission, idle: IdleTimes) {
    this.#admission = admission
    this.#idle = idle
  }

  /** The request holds a place only for work of our own, and its connection may be idle for longer than others. */
  async answer(request: FastifyRequest, reply: FastifyReply, route: Route): Promise<FastifyReply> {
    const { call, headers, raw, body } = request
    const { socket } = raw
    reply.raw.once('close', this.#open.begin(call.principal.key.id))
    socket.setTimeout(this.#idle.forwardingMs)
    reply.raw.once('close', () => socket.setTimeout(this.#idle.usualMs))
    call.incoming = {
      ...{ url: raw.url ?? '', headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) },
      inPlace: work => this.#admission.run('search', call, work),
    }
    return sendForwarded(reply.headers(call.replyHeaders), (await route.handle(call)) as ForwardedReply)
  }
}
