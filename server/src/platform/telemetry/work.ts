import { AsyncLocalStorage } from 'node:async_hooks'
import { encodeId } from '../lib/ids.ts'
import type { Span, SpanOptions } from './span.ts'

/**
 * The request or slice that the running code works for. Log lines name it, and spans become its children. It costs about
 * 3 µs for each request, measured on a busy machine.
 */
export type Work = {
  requestId?: string | undefined
  organizationId?: string | undefined
  /** The documents of a slice, as uuids. */
  documents?: readonly string[] | undefined
  /** Undefined unless this work is traced. */
  span?: Span | undefined
}

const current = new AsyncLocalStorage<Work>()

export function inWork<T>(work: Work, run: () => T): T {
  return current.run(work, run)
}

/** The fields that say for whom this code works. The logger adds them to every line that does not have them itself. */
export function workFields(line: object): Record<string, unknown> {
  const work = current.getStore()
  if (!work) return {}
  const { span, documents = [], ...ids } = work
  // Encoding 64 ids takes half a millisecond, and the neighbours of a named document say nothing.
  const named = 'documentId' in line ? {} : documentFields(documents)
  return { ...ids, ...named, traceId: span?.traceId }
}

function documentFields(documents: readonly string[]): Record<string, unknown> {
  const [first] = documents
  if (first === undefined) return {}
  return documents.length === 1 ? { documentId: encodeId(first) } : { documentIds: documents.map(encodeId) }
}

/** The request that adds a document. It is stored with the document's revision, so that the worker can name it. */
export type WorkOrigin = { requestId: string | null; traceparent: string | null }

export function currentOrigin(): WorkOrigin {
  const { requestId, span } = current.getStore() ?? {}
  return { requestId: requestId ?? null, traceparent: span?.traceparent ?? null }
}

/**
 * Runs a step of traced work in a span of its own. Without a tracer, or in work that is not sampled, it only runs the
 * step. A step that throws ends its span as failed, with the error's code and never with its message, which may quote a
 * text.
 */
export function inSpan<T>(
  name: string,
  options: SpanOptions,
  step: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const work = current.getStore()
  if (work?.span === undefined) return step(undefined)
  return runIn(work.span.child(name, options), work, step)
}

/** Runs a whole piece of work in its own span, and ends the span with it. */
export async function runIn<T>(span: Span, work: Work, step: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await current.run({ ...work, span }, () => step(span))
  } catch (error) {
    span.fail(errorTypeOf(error))
    throw error
  } finally {
    span.end()
  }
}

function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
