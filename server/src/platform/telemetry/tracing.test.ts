import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, startTestServer, type TestServer, until, untilFinished } from '../../../test/harness.ts'
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../../../test/otlp-receiver.ts'
import { readByScript, type ScriptedLlm, startScriptedLlm } from '../../../test/scripted-llm.ts'
import { LogLines } from '../../../test/serve-routes.ts'
import { createLogger } from './logger.ts'
import { createMetrics } from './metrics.ts'
import { openTracer } from './open-tracer.ts'
import type { TracingConfig } from './tracing-config.ts'
import { inSpan, runIn } from './work.ts'

const callerTrace = '0af7651916cd43dd8448eb211c80319c'
const callerSpan = 'b7ad6b7169203331'
const traceparent = `00-${callerTrace}-${callerSpan}-01`

function tracingTo(url: string, changes: Partial<TracingConfig> = {}): TracingConfig {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '',
    OTEL_EXPORTER_OTLP_HEADERS: '',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'reverie',
    OTEL_TRACES_SAMPLER_ARG: 1,
    ...changes,
  }
}

describe('a server that exports traces', () => {
  let receiver: OtlpReceiver
  let llm: ScriptedLlm
  let server: TestServer
  const log = new LogLines()
  beforeAll(async () => {
    receiver = await startOtlpReceiver()
    llm = await startScriptedLlm({ answer: readByScript })
    const config = { ...tracingTo(receiver.url), ...llm.config, DREAM_QUIET_MS: 0 }
    server = await startTestServer({ config, logger: createLogger('info', log) })
  })
  afterAll(async () => {
    await server.close()
    await llm.close()
    await receiver.close()
  })

  const send = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${server.client.key}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
    })

  const spanNamed = (name: string, match: (span: ReceivedSpan) => boolean = () => true) =>
    until(
      async () => receiver.spans.find(span => span.name === name && match(span)),
      span => span !== undefined,
    ).then(span => span!)

  /** Names of a span and those above it, from the outermost. A parent ends later, and so it may arrive later. */
  async function pathOf({ parentSpanId, name }: ReceivedSpan): Promise<string[]> {
    if (parentSpanId === undefined || parentSpanId === callerSpan) return [name]
    const parent = await until(
      async () => receiver.spans.find(({ spanId }) => spanId === parentSpanId),
      span => span !== undefined,
    )
    return [...(await pathOf(parent!)), name]
  }

  test('links the work on a document to the request that added it, which continues the trace of its caller', async () => {
    const content = 'user: I live in Lisbon, near the old harbour.'
    const added = await send('POST', '/v3/documents', { content, containerTag: 'harbour' }, { traceparent })
    const { id } = (await added.json()) as { id: string }
    await untilFinished(server.client, id)
    const request = await spanNamed('POST /v3/documents')
    expect(request).toMatchObject({ traceId: callerTrace, parentSpanId: callerSpan, kind: 2, links: [] })
    expect(request.attributes).toMatchObject({
      'http.route': '/v3/documents',
      'http.response.status_code': 200,
      'reverie.organization.id': server.client.organization.id,
      'reverie.document.id': id,
      'reverie.request.id': added.headers.get('x-request-id'),
    })
    const write = await spanNamed('add transaction')
    expect(await pathOf(write)).toEqual(['POST /v3/documents', 'add', 'add transaction'])

    const slice = await spanNamed('process interactive')
    expect(slice).toMatchObject({ parentSpanId: undefined, kind: 5, hasFailed: false })
    expect(slice.attributes).toMatchObject({ 'reverie.documents': 1, 'reverie.document.id': id })
    expect(slice.traceId).not.toBe(callerTrace)
    expect(slice.links).toEqual([{ traceId: callerTrace, spanId: expect.any(String) }])
    const linked = receiver.spans.find(({ spanId }) => spanId === slice.links[0]!.spanId)
    expect((await pathOf(linked!))[0]).toBe('POST /v3/documents')
    for (const stage of ['extracting', 'chunking', 'embedding', 'indexing'])
      expect(await pathOf(await spanNamed(stage))).toEqual(['process interactive', stage])
    const embed = await spanNamed('embed', span => span.attributes['reverie.purpose'] === 'document')
    expect(await pathOf(embed)).toEqual(['process interactive', 'embedding', 'embed'])
    const chat = await spanNamed('chat')
    expect(await pathOf(chat)).toEqual(['step dream', 'chat'])
    expect(chat.attributes['gen_ai.usage.input_tokens']).toBeGreaterThan(0)
    const line = await log.find(({ route, msg }) => msg === 'request' && route === '/v3/documents')
    expect(line).toMatchObject({ traceId: callerTrace, documentId: id })
  })

  test('shows the steps of a search below its request', async () => {
    await send('POST', '/v3/search', { q: 'the old harbour', containerTags: ['harbour'] })
    const request = await spanNamed('POST /v3/search')
    const children = receiver.spans.filter(({ traceId }) => traceId === request.traceId)
    const paths = await Promise.all(children.map(pathOf))
    expect(new Set(paths.map(path => path.join(' > ')))).toEqual(
      new Set([
        'POST /v3/search',
        'POST /v3/search > authenticate',
        'POST /v3/search > understand',
        'POST /v3/search > understand > embed',
        'POST /v3/search > recall',
        'POST /v3/search > tokens',
        'POST /v3/search > read',
      ]),
    )
  })

  test('traces an upload through the blob store', async () => {
    const form = new FormData()
    form.set('file', new Blob(['A note in a file.'], { type: 'text/plain' }), 'secret-name.txt')
    const headers = { authorization: `Bearer ${server.client.key}` }
    const answer = await fetch(`${server.url}/v3/documents/file`, { method: 'POST', headers, body: form })
    const { id } = (await answer.json()) as { id: string }
    await untilFinished(server.client, id)
    expect(await pathOf(await spanNamed('blob put'))).toEqual(['POST /v3/documents/file', 'blob put'])
    expect(await pathOf(await spanNamed('blob get'))).toEqual(['process read', 'extracting', 'blob get'])
  })

  test('marks the span of a failed provider call with its code, and a refused request not', async () => {
    llm.behave = () => ({ kind: 'status', status: 500 })
    await add(server.client, { content: 'user: I live in Porto.', containerTag: 'porto' })
    const failed = await spanNamed('chat', span => span.hasFailed)
    llm.behave = undefined
    expect(failed.attributes['error.type']).toBe('provider_unavailable')
    await send('POST', '/v3/search', { q: 7 })
    const refused = await spanNamed(
      'POST /v3/search',
      span => span.attributes['http.response.status_code'] === 400,
    )
    expect(refused).toMatchObject({
      hasFailed: false,
      attributes: { 'reverie.error.code': 'request.invalid' },
    })
  })

  test('exports no text, query, tag, file name or key, and no probes', async () => {
    await send('POST', '/v3/search', { q: 'a last question' })
    await fetch(`${server.url}/health`)
    await spanNamed('POST /v3/search', span => span.attributes['http.response.status_code'] === 200)
    const everything = JSON.stringify(receiver.spans)
    for (const word of ['Lisbon', 'harbour', 'question', 'secret-name', server.client.key, '/health'])
      expect(everything).not.toContain(word)
    expect(receiver.resource).toMatchObject({ 'service.name': 'reverie' })
    expect(receiver.headers).toMatchObject({ path: '/v1/traces', 'content-type': 'application/json' })
  })
})

describe('a tracer', () => {
  const log = new LogLines()
  const logger = createLogger('info', log)
  const open = async (config: TracingConfig) => {
    const metrics = createMetrics()
    const tracer = (await openTracer(config, { logger, metrics, instance: 'test:1' }))!
    const counted = async () => {
      const { values } = await metrics.traceSpans.get()
      return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]))
    }
    return { tracer, counted }
  }

  test('is absent without the address of a collector, and work then has no span', async () => {
    const telemetry = { logger, metrics: createMetrics(), instance: 'test:1' }
    expect(await openTracer(tracingTo(''), telemetry)).toBeUndefined()
    expect(await inSpan('step', {}, async span => span)).toBeUndefined()
  })

  test('counts the spans that the collector did not take, drops those beyond its queue, and says so once', async () => {
    const receiver = await startOtlpReceiver()
    receiver.refuseWith = 400
    const { tracer, counted } = await open(tracingTo(receiver.url))
    for (let i = 0; i < 9_000; i++) tracer.start('work', {})!.end()
    await tracer.close()
    const lost = ({ failed = 0, dropped = 0 }: Record<string, number>) => failed + dropped
    const { dropped = 0, exported } = await until(counted, counts => lost(counts) === 9_000)
    expect(exported).toBeUndefined()
    expect(dropped).toBeGreaterThan(0)
    const warnings = log.lines.filter(({ msg }) => msg.includes('takes no spans'))
    expect(warnings).toHaveLength(1)
    await receiver.close()
  })

  test('samples the given share, all work that was asked for by a sampled caller, and none for another', async () => {
    const { tracer } = await open(tracingTo('http://127.0.0.1:9', { OTEL_TRACES_SAMPLER_ARG: 0 }))
    expect(tracer.start('request', {})).toBeUndefined()
    expect(tracer.start('request', { parent: `00-${callerTrace}-${callerSpan}-00` })).toBeUndefined()
    expect(tracer.start('request', { parent: traceparent })?.traceId).toBe(callerTrace)
    expect(tracer.start('slice', { links: [traceparent] })).toBeDefined()
  })

  test('speaks protobuf unless told otherwise, with the headers of the settings', async () => {
    const requests: { type: unknown; token: unknown; body: Buffer }[] = []
    const collector = createServer(async (request, response) => {
      const { 'content-type': type, authorization: token } = request.headers
      requests.push({ type, token, body: await buffer(request) })
      response.end()
    })
    await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve))
    const { port } = collector.address() as AddressInfo
    const { tracer, counted } = await open(
      tracingTo('', {
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://127.0.0.1:${port}/somewhere`,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc,x-other=1',
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      }),
    )
    const span = tracer.start('work', {})!
    await runIn(span, {}, () => inSpan('step', {}, async () => undefined))
    await tracer.close()
    expect(requests).toMatchObject([{ type: 'application/x-protobuf', token: 'Bearer abc' }])
    expect(requests[0]!.body.includes(Buffer.from(span.traceId, 'hex'))).toBe(true)
    expect(requests[0]!.body.includes('step')).toBe(true)
    expect(await counted()).toEqual({ exported: 2 })
    collector.closeAllConnections()
    collector.close()
  })
})
