import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../test/harness.ts'
import { type OtlpReceiver, startOtlpReceiver } from '../../../test/otlp-receiver.ts'
import { type RoutedServer, startRouted } from '../../../test/routed.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`
const tracestate = 'vendor=1'
const chat = { model: 'gpt-test', messages: [{ role: 'user', content: 'Hello, sandpiper.' }] }

let receiver: OtlpReceiver
let server: RoutedServer
beforeAll(async () => {
  receiver = await startOtlpReceiver()
  const config = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' as const,
    OTEL_TRACES_SAMPLER_ARG: 0,
  }
  server = await startRouted({ worker: false, config })
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

async function headersAtProvider(headers: Record<string, string>) {
  expect((await server.chat(chat, { headers })).status).toBe(200)
  return server.provider.calls.at(-1)!.headers
}

test('the router makes its own span the parent of the provider, in the trace of the client', async () => {
  const sent = await headersAtProvider({ traceparent, tracestate })
  expect(sent.tracestate).toBe(tracestate)
  const forward = await until(
    async () => receiver.spans.find(({ name }) => name === 'forward'),
    span => span !== undefined,
  )
  expect(forward).toMatchObject({ traceId, kind: 3, attributes: { 'http.response.status_code': 200 } })
  expect(sent.traceparent).toBe(`00-${traceId}-${forward!.spanId}-01`)
  expect(JSON.stringify(receiver.spans)).not.toContain('sandpiper')
})

test('the router passes the trace of a client on unchanged if it does not trace the request', async () => {
  const unsampled = `00-${traceId}-b7ad6b7169203331-00`
  expect(await headersAtProvider({ traceparent: unsampled, tracestate })).toMatchObject({
    traceparent: unsampled,
    tracestate,
  })
})

test('the router sends no trace to the provider of a client that sent none', async () => {
  const sent = await headersAtProvider({})
  expect(Object.keys(sent).filter(name => name.startsWith('trace'))).toEqual([])
})
