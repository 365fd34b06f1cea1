import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: number
  /** In milliseconds. */
  duration: number
  attributes: Record<string, string | number | boolean>
  links: { traceId: string; spanId: string }[]
  hasFailed: boolean
}

export type OtlpReceiver = {
  url: string
  spans: ReceivedSpan[]
  resource: Record<string, string | number | boolean>
  headers: Record<string, unknown>
  /** Answers each export with this status instead of taking it. */
  refuseWith: number | undefined
  exports: number
  close(): Promise<void>
}

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean }
type KeyValue = { key: string; value: Value }
type WireSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes?: KeyValue[]
  links?: { traceId: string; spanId: string }[]
  status?: { code?: number }
}
type Export = {
  resourceSpans: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: WireSpan[] }[] }[]
}

const failed = 2

/** A collector at the far end: it takes traces as OTLP over HTTP with JSON (https://opentelemetry.io/docs/specs/otlp). */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const received: Omit<OtlpReceiver, 'url' | 'close'> = {
    spans: [],
    resource: {},
    headers: {},
    refuseWith: undefined,
    exports: 0,
  }
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Export
    received.exports++
    received.headers = { ...request.headers, path: request.url }
    if (received.refuseWith === undefined) take(received, body)
    response.writeHead(received.refuseWith ?? 200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(received, {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}

function take(received: Pick<OtlpReceiver, 'spans' | 'resource'>, { resourceSpans }: Export): void {
  for (const { resource, scopeSpans } of resourceSpans) {
    received.resource = toRecord(resource.attributes)
    received.spans.push(...scopeSpans.flatMap(({ spans }) => spans.map(toSpan)))
  }
}

function toSpan(span: WireSpan): ReceivedSpan {
  const { traceId, spanId, parentSpanId, name, kind, links = [], status } = span
  const nanoseconds = BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)
  return {
    ...{ traceId, spanId, name, kind },
    parentSpanId: parentSpanId || undefined,
    duration: Number(nanoseconds) / 1e6,
    attributes: toRecord(span.attributes ?? []),
    links: links.map(link => ({ traceId: link.traceId, spanId: link.spanId })),
    hasFailed: status?.code === failed,
  }
}

function toRecord(attributes: KeyValue[]): Record<string, string | number | boolean> {
  const plain = ({ stringValue, intValue, doubleValue, boolValue }: Value) =>
    stringValue ?? boolValue ?? doubleValue ?? Number(intValue)
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]))
}
