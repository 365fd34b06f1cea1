import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asAdmin } from '../../../test/database.ts'
import { add, startTestServer, type TestServer, until, untilFinished } from '../../../test/harness.ts'
import { readByScript, type ScriptedLlm, startScriptedLlm } from '../../../test/scripted-llm.ts'
import { LogLines } from '../../../test/serve-routes.ts'
import { createLogger } from './logger.ts'
import { createMetrics } from './metrics.ts'

const docs = readFileSync(join(import.meta.dirname, '../../../../docs/metrics.md'), 'utf8')

/** Default metrics of Node.js that are empty while nothing of their kind is running or has happened. */
const mayBeEmpty = [
  'reverie_nodejs_active_requests',
  'reverie_nodejs_active_handles',
  'reverie_nodejs_active_resources',
  'reverie_nodejs_gc_duration_seconds',
  // Have a value once a cell has a replica.
  'reverie_replica_lag_seconds',
  'reverie_replica_reads_total',
  // Has a value after the first event.
  'reverie_webhook_duration_seconds',
  // Has a value after the first import.
  'reverie_sync_duration_seconds',
  // Have a value after the first outage.
  'reverie_gate_shut_seconds',
  'reverie_gate_lanes',
  'reverie_documents_blocked',
  // Has a value with a trace collector.
  'reverie_trace_spans_total',
  // Have a value after the first refusal, and the first lost lease.
  'reverie_requests_refused_total',
  'reverie_leases_lost_total',
]

/** The sum of all samples of a metric with these labels. */
function sumOf(text: string, name: string, ...labels: string[]): number | undefined {
  const lines = text.split('\n').filter(line => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  const found = lines.filter(line => labels.every(label => line.includes(label)))
  return found.length === 0 ? undefined : found.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

describe('the metrics of a server that has added, searched, failed an upload and lost its language model', () => {
  let server: TestServer
  let llm: ScriptedLlm
  const log = new LogLines()
  const scrape = async () => (await fetch(`${server.url}/metrics`)).text()

  beforeAll(async () => {
    llm = await startScriptedLlm({ answer: readByScript })
    server = await startTestServer({
      logger: createLogger('info', log),
      config: { ...llm.config, DREAM_QUIET_MS: 0, RECONCILE_MS: 1_000 },
    })
    await runScenario()
  })
  afterAll(async () => {
    await server.close()
    await llm.close()
  })

  async function runScenario(): Promise<void> {
    const { client } = server
    const id = await add(client, { content: 'user: I live in Lisbon.', containerTag: 'metrics' })
    await until(
      async () => (await client.request('GET', `/v3/documents/${id}`)).body.dreamingStatus,
      status => status === 'done',
    )
    await client.request('POST', '/v3/search', { q: 'Where do they live?', containerTags: ['metrics'] })
    await untilFinished(client, await uploadBroken())
    llm.behave = () => ({ kind: 'status', status: 500 })
    llm.list = { kind: 'status', status: 500 }
    await add(client, { content: 'user: I live in Porto.', containerTag: 'metrics' })
    await log.find(({ provider, level }) => provider === 'llm' && level === 'warn')
  }

  async function uploadBroken(): Promise<string> {
    const form = new FormData()
    form.set('file', new Blob(['no picture at all'], { type: 'image/png' }), 'photo.png')
    const response = await fetch(`${server.url}/v3/documents/file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.client.key}` },
      body: form,
    })
    return ((await response.json()) as { id: string }).id
  }

  test('all begin with reverie_ and all have a value', async () => {
    const text = await scrape()
    const names = Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name!)
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter(name => !name.startsWith('reverie_'))).toEqual([])
    const isEmpty = (name: string) => !new RegExp(`^${name}(_count|_sum)?[{ ]`, 'm').test(text)
    expect(names.filter(isEmpty).filter(name => !mayBeEmpty.includes(name))).toEqual([])
  })

  test('count failures by code, embedded texts by purpose, and providers that are down', async () => {
    const text = await scrape()
    expect(sumOf(text, 'reverie_documents_failed_total', 'code="extract.malformed"')).toBe(1)
    expect(sumOf(text, 'reverie_embedded_texts_total', 'purpose="document"')).toBeGreaterThan(0)
    expect(sumOf(text, 'reverie_embedded_texts_total', 'purpose="query"')).toBeGreaterThan(0)
    expect(sumOf(text, 'reverie_provider_up', 'provider="llm"')).toBe(0)
    expect(sumOf(text, 'reverie_cell_up', 'cell="main"')).toBe(1)
    expect(sumOf(text, 'reverie_pool_connections', 'pool="main"')).toBeGreaterThan(0)
    expect(text).not.toContain('photo.png')
  })

  test('go with one log line for the failed upload', async () => {
    const failed = await log.find(({ code }) => code === 'extract.malformed')
    expect(failed).toMatchObject({
      level: 'warn',
      msg: 'a document failed',
      stage: 'extracting',
      attempts: 1,
    })
    expect(log.lines.filter(({ code }) => code === 'extract.malformed')).toHaveLength(1)
  })
})

describe('the metrics of a server without a worker', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ worker: false })
  })
  afterAll(() => server.close())

  test('show the backlog and its age, and answer without them while Postgres is down', async () => {
    for (const content of ['one', 'two', 'three'])
      await add(server.client, { content, containerTag: 'waits' })
    const { admin, url } = server.databases[0]!
    await admin.query(`update cell.documents set due_at = now() - interval '1 hour' where due_at is not null`)
    await admin.query(
      `insert into work.gates (name, code, reason, shut_at, probe_at)
       values ('blobs', 'blobs.unavailable', 'away', now() - interval '10 minutes', now())`,
    )
    const text = await (await fetch(`${server.url}/metrics`)).text()
    expect(sumOf(text, 'reverie_documents_due', 'lane="interactive"')).toBe(3)
    expect(sumOf(text, 'reverie_documents_due', 'lane="bulk"')).toBe(0)
    expect(sumOf(text, 'reverie_oldest_due_seconds', 'lane="interactive"')).toBeGreaterThanOrEqual(3_600)
    expect(sumOf(text, 'reverie_documents_dreaming', 'cell="main"')).toBe(0)
    expect(sumOf(text, 'reverie_gate_shut_seconds', 'gate="blobs"')).toBeGreaterThanOrEqual(600)
    expect(sumOf(text, 'reverie_documents_blocked', 'gate="blobs"')).toBe(0)

    const name = new URL(url).pathname.slice(1)
    const allow = (isAllowed: boolean) =>
      asAdmin(async client => {
        await client.query(`alter database ${name} with allow_connections ${isAllowed}`)
        await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
          name,
        ])
      })
    await allow(false)
    const lost = await until(
      async () => (await fetch(`${server.url}/metrics`)).text(),
      answer => sumOf(answer, 'reverie_cell_up') === 0,
    )
    expect(sumOf(lost, 'reverie_documents_due')).toBeUndefined()
    // A gate that is unknown is not open: 0 would end its alert.
    expect(sumOf(lost, 'reverie_gate_shut_seconds')).toBeUndefined()
    expect(sumOf(lost, 'reverie_documents_blocked')).toBeUndefined()
    expect(sumOf(lost, 'reverie_http_request_duration_seconds_count')).toBeGreaterThan(0)
    await allow(true)
  })
})

test('docs/metrics.md has a row for each of our metrics, with its type and labels', async () => {
  const metrics = await createMetrics().registry.getMetricsAsJSON()
  const ours = metrics.filter(({ name }) => !/^reverie_(process|nodejs)_/.test(name))
  const rows = createMetrics()
  const labelsOf = (name: string) =>
    (rows.registry.getSingleMetric(name) as unknown as { labelNames: string[] }).labelNames
  for (const { name, type } of ours) {
    const labels = labelsOf(name).map(label => `\`${label}\``)
    expect(docs).toContain(`| \`${name}\` | ${type} | ${labels.join(', ')}${labels.length > 0 ? ' ' : ''}|`)
  }
  const named = new Set(Array.from(docs.matchAll(/reverie_[a-z_]+[a-z]/g), ([name]) => name))
  const known = new Set(ours.flatMap(({ name }) => [name, `${name}_count`]))
  const unknown = [...named].filter(name => !known.has(name) && !/^reverie_(process|nodejs)/.test(name))
  expect(unknown).toEqual([])
})
