import type { Readable } from 'node:stream'

export const jsonType = 'application/json; charset=utf-8'

/** A handler returns it to answer with text, or with a status other than the route's. */
export class TextReply {
  readonly contentType: string
  readonly text: string
  readonly status: number | undefined

  constructor(contentType: string, text: string, status?: number) {
    this.contentType = contentType
    this.text = text
    this.status = status
  }
}

/** A handler returns it to answer with bytes that are in memory. */
export class BytesReply {
  readonly contentType: string
  readonly bytes: Buffer

  constructor(contentType: string, bytes: Buffer) {
    this.contentType = contentType
    this.bytes = bytes
  }
}

/** A handler returns it to stream a file, which browsers save instead of showing it. */
export class FileReply {
  readonly contentType: string
  readonly name: string
  readonly bytes: number
  readonly body: Readable

  constructor(file: { contentType: string; name: string; bytes: number; body: Readable }) {
    this.contentType = file.contentType
    this.name = file.name
    this.bytes = file.bytes
    this.body = file.body
  }
}

/**
 * The answer of a handler that may be too large for memory: an object with one field whose items are produced as they are
 * sent. A slow reader slows the producer down, so a list must hold no transaction while it waits.
 */
export class ListReply {
  readonly fields: Record<string, unknown>

  constructor(fields: Record<string, unknown>) {
    this.fields = fields
  }
}

/** One server-sent event. Undefined is a keep-alive without data. */
export type ServerEvent = { event: string; data: unknown } | undefined

/** A handler returns it to send server-sent events, until the events end or the client disconnects. */
export class EventsReply {
  readonly events: AsyncIterable<ServerEvent>

  constructor(events: AsyncIterable<ServerEvent>) {
    this.events = events
  }
}

/** A handler returns it to pass on the answer of another server as it arrives. */
export class ForwardedReply {
  readonly status: number
  readonly headers: Record<string, string | string[]>
  readonly body: Readable

  constructor(answer: { status: number; headers: Record<string, string | string[]>; body: Readable }) {
    this.status = answer.status
    this.headers = answer.headers
    this.body = answer.body
  }
}

/** The answer of a route that only confirms success. */
export const success = { success: true }
