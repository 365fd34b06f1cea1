import type { Readable } from 'node:stream'

export const jsonType = 'application/json; charset=utf-8'

/** What a handler returns to answer with something other than JSON, or with another status than its own. */
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

/** What a handler returns to answer with bytes: they are streamed, and saved by browsers rather than shown. */
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

/** Something to tell whoever watches; undefined says only that we are still here. */
export type ServerEvent = { event: string; data: unknown } | undefined

/** What a handler returns to go on telling: server-sent events, until there is no more or nobody listens. */
export class EventsReply {
  readonly events: AsyncIterable<ServerEvent>

  constructor(events: AsyncIterable<ServerEvent>) {
    this.events = events
  }
}

/** The answer of a route that has nothing to tell but that it was done. */
export const success = { success: true }
