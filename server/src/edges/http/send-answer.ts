import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import {
  BytesReply,
  type EventsReply,
  FileReply,
  type ForwardedReply,
  jsonType,
  ListReply,
  TextReply,
} from '../../platform/routing/replies.ts'
import { type StreamEnding, streamEvents } from './stream-events.ts'
import { beginningOf, streamJson } from './stream-json.ts'

/** Longer answers are streamed. Up to this size an answer has a Content-Length, and a failure still becomes an error response. */
const streamedAbove = 256 * 1024
/** Buffer for a client that reads slowly, in addition to the socket's buffer. */
const heldBytes = 64 * 1024

/** A long list whose beginning has been read. `rest` is undefined if that is the whole list. */
export class BegunList {
  readonly start: string
  readonly rest: AsyncGenerator<string> | undefined

  constructor(start: string, rest: AsyncGenerator<string> | undefined) {
    this.start = start
    this.rest = rest
  }
}

/** Reads the beginning of a list. Other answers are complete. */
export async function beginAnswer(answer: unknown): Promise<unknown> {
  if (!(answer instanceof ListReply)) return answer
  const { start, rest } = await beginningOf(streamJson(answer.fields), streamedAbove)
  return new BegunList(start, rest)
}

/** Sends the answer of a handler. The promise lasts until the client has read it. */
export async function send(
  reply: FastifyReply,
  status: number,
  hasBody: boolean,
  answer: unknown,
): Promise<FastifyReply> {
  if (answer instanceof BegunList) return sendList(reply.code(status).type(jsonType), answer)
  if (answer instanceof FileReply) return sendFile(reply, status, answer)
  if (answer instanceof BytesReply) return reply.code(status).type(answer.contentType).send(answer.bytes)
  if (answer instanceof TextReply) {
    return reply
      .code(answer.status ?? status)
      .type(answer.contentType)
      .send(answer.text)
  }
  return hasBody ? reply.code(status).type(jsonType).send(JSON.stringify(answer)) : reply.code(status).send()
}

/** Produces the list as fast as the client reads it: 300 documents of 1 MB took 1.1 GB when they were assembled first. */
function sendList(reply: FastifyReply, { start, rest }: BegunList): FastifyReply {
  if (!rest) return reply.send(start)
  return reply.send(Readable.from(followed(start, rest), { objectMode: false, highWaterMark: heldBytes }))
}

async function* followed(start: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield start
  yield* rest
}

export function sendEvents(reply: FastifyReply, { events }: EventsReply, ending: StreamEnding): FastifyReply {
  return (
    reply
      .code(200)
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      // Asks proxies not to buffer the stream.
      .header('x-accel-buffering', 'no')
      .send(Readable.from(streamEvents(events, ending)))
  )
}

/**
 * Passes the answer of another server on as it arrives: as fast as the client reads, and not at all once the client has
 * left. Its head goes out at once, because its first byte may take minutes.
 */
export function sendForwarded(reply: FastifyReply, { status, headers, body }: ForwardedReply): FastifyReply {
  setImmediate(() => {
    const { raw } = reply
    if (!raw.headersSent && !raw.destroyed && raw.hasHeader('content-security-policy')) raw.flushHeaders()
  })
  return (
    reply
      .code(status)
      .headers(headers)
      // No browser runs what a provider answers under our origin.
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-accel-buffering', 'no')
      .send(body)
  )
}

/** Sends a file as an attachment of the uploaded content type, so no browser runs an uploaded file under our origin. */
function sendFile(reply: FastifyReply, status: number, file: FileReply): FastifyReply {
  const name = encodeURIComponent(file.name).replaceAll(/['()*]/g, c => `%${c.charCodeAt(0).toString(16)}`)
  return reply
    .code(status)
    .type(file.contentType)
    .header('content-length', file.bytes)
    .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
    .send(file.body)
}
