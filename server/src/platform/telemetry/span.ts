/**
 * Values of a span: ids, counts, codes and names of our own. A text, query, file name, address, tag or key of a user must
 * not be among them.
 */
export type SpanAttributes = Record<string, string | number | boolean | undefined>

/** By the conventions of OpenTelemetry: `client` calls another server, `consumer` takes work that waited for it. */
export type SpanKind = 'server' | 'client' | 'consumer' | 'internal'

export type SpanOptions = { kind?: SpanKind; attributes?: SpanAttributes }

export type RootOptions = SpanOptions & {
  /** The caller's `traceparent`. */
  parent?: string | undefined
  /** `traceparent` of the spans that caused this work. */
  links?: readonly string[]
}

/** One timed step of a trace. */
export interface Span {
  readonly traceId: string
  /** The `traceparent` of its children elsewhere (https://www.w3.org/TR/trace-context). */
  readonly traceparent: string
  child(name: string, options?: SpanOptions): Span
  rename(name: string): void
  set(attributes: SpanAttributes): void
  fail(errorType: string): void
  end(): void
}

export interface Tracer {
  /** Begins a trace, or continues the caller's. Undefined if it is not sampled. */
  start(name: string, options: RootOptions): Span | undefined
  /** Exports the spans that wait, and gives up soon if the collector is away. */
  close(): Promise<void>
}

const pattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

export type TraceParent = { traceId: string; spanId: string; isSampled: boolean }

/** Undefined if it is malformed: then a new trace begins, as the specification demands. */
export function parseTraceparent(text: string): TraceParent | undefined {
  const [, traceId, spanId, flags, rest] = pattern.exec(text) ?? []
  const isKnownForm = rest === undefined || !text.startsWith('00')
  if (traceId === undefined || spanId === undefined || flags === undefined || !isKnownForm) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export function formatTraceparent({ traceId, spanId, isSampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}
