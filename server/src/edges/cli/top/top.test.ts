import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, startTestServer, type TestServer } from '../../../../test/harness.ts'
import { runReverie } from '../../../../test/run-reverie.ts'
import { Counted } from './counted.ts'
import { type Figures, toFigures } from './figures.ts'
import { shortCount, shortMs, shortRate, shortSpan, sparkline } from './format.ts'
import { quantile, toBuckets } from './histogram.ts'
import { parseMetrics } from './parse-metrics.ts'
import { render, type View } from './render.ts'

const request = 'reverie_http_request_duration_seconds'

/** A process with this many searches, of which those beyond `fast` took up to a second. */
function scrapeOf({ fast, all, failed = 0 }: { fast: number; all: number; failed?: number }) {
  const labels = 'method="POST",route="/v3/search",status="200"'
  return parseMetrics(`
# HELP ${request} Time.
# TYPE ${request} histogram
${request}_bucket{le="0.1",${labels}} ${fast}
${request}_bucket{le="1",${labels}} ${all}
${request}_bucket{le="+Inf",${labels}} ${all}
${request}_sum{${labels}} ${all / 10}
${request}_count{${labels}} ${all}
${request}_count{method="POST",route="/v3/search",status="500"} ${failed}
reverie_documents_due{cell="main",lane="interactive"} 12
reverie_oldest_due_seconds{cell="main",lane="interactive"} 400
reverie_documents_failed_total{code="fetch.timeout",stage="extracting"} ${failed}
reverie_gate_shut_seconds{cell="main",gate="embedding:model \\"x\\""} 61
reverie_gate_lanes{cell="main",gate="embedding:model \\"x\\""} 3
reverie_documents_blocked{cell="main",gate="embedding:model \\"x\\""} 70
reverie_pool_connections{pool="main",state="in_use"} 2
reverie_pool_connections{pool="main",state="idle"} 4
reverie_pool_waiting{pool="main"} 1
reverie_provider_up{provider="embedder"} 0
reverie_cell_up{cell="main"} 1
reverie_workers_alive 1
reverie_build_info{version="0.1.0",node="24"} 1`)
}

const look = (atMs: number, ...processes: ReturnType<typeof scrapeOf>[]) => ({
  atMs,
  scrapes: new Map(processes.map((scrape, i) => [`http://127.0.0.1:${i}`, scrape])),
})

const twoProcesses = (): Figures =>
  toFigures(
    new Counted(
      look(0, scrapeOf({ fast: 90, all: 100 }), scrapeOf({ fast: 500, all: 500 })),
      // The second one was restarted: it counts from zero.
      look(2_000, scrapeOf({ fast: 108, all: 120, failed: 2 }), scrapeOf({ fast: 20, all: 20 })),
    ),
  )

describe('the figures of reverie top', () => {
  test('are rates over all processes, and a process that was restarted counts from zero', () => {
    const { requests, operations } = twoProcesses()
    expect(requests).toMatchObject({ perSecond: 21, failedPerSecond: 1 })
    expect(operations).toMatchObject([{ name: 'POST /v3/search', perSecond: 21, failedPerSecond: 1 }])
  })

  test('show a backlog once that every process reports, and sum up the connections of all', () => {
    const { lanes, pools, gates, failures, providers, workersAlive } = twoProcesses()
    expect(lanes).toEqual([{ lane: 'interactive', due: 12, oldestSeconds: 400 }])
    expect(pools).toEqual([{ name: 'main', inUse: 4, idle: 8, waiting: 2 }])
    expect(gates).toEqual([
      { cell: 'main', gate: 'embedding:model "x"', shutSeconds: 61, lanes: 3, documents: 70 },
    ])
    expect(failures).toMatchObject([{ code: 'fetch.timeout', perSecond: 1, total: 2 }])
    expect(providers).toEqual([{ name: 'embedder', isUp: false, isRateLimited: false }])
    expect(workersAlive).toBe(1)
  })

  test('say how far a replica is behind, and which part of the reads it answers', () => {
    const reads = (served: number, stale: number) =>
      parseMetrics(`
reverie_pool_connections{pool="main replica",state="idle"} 1
reverie_replica_lag_seconds{cell="main"} 3
reverie_replica_reads_total{cell="main",outcome="served"} ${served}
reverie_replica_reads_total{cell="main",outcome="stale"} ${stale}`)
    const figures = toFigures(new Counted(look(0, reads(100, 50)), look(2_000, reads(190, 60))))
    expect(figures.replicas).toEqual([{ cell: 'main', lagSeconds: 3, servedShare: 0.9 }])
    const view = { at: new Date(), everyMs: 2_000, isPaused: false, processes: [], organizations: [] }
    const history = { requests: [], documents: [], due: [] }
    const screen = render({ ...view, figures, history }, { columns: 120, rows: 40 }).join('\n')
    expect(screen).toContain('● replica main 3 s behind, 90 % of reads')
  })

  test('estimate percentiles as Prometheus does', () => {
    const buckets = toBuckets([
      { labels: { le: '0.1' }, value: 50 },
      { labels: { le: '0.5' }, value: 90 },
      { labels: { le: '+Inf' }, value: 100 },
    ])
    expect(quantile(0.5, buckets)).toBeCloseTo(0.1)
    expect(quantile(0.7, buckets)).toBeCloseTo(0.3)
    expect(quantile(0.95, buckets)).toBe(0.5)
    expect(quantile(0.95, [])).toBeUndefined()
  })
})

test('numbers are short and keep what matters', () => {
  expect([0, 12, 1_234, 99_999, 123_456, 4_560_000].map(shortCount)).toEqual([
    '0',
    '12',
    '1,234',
    '99,999',
    '123k',
    '4.6M',
  ])
  expect([0, 0.001, 0.1, 2.34, 142.4].map(shortRate)).toEqual(['0', '<0.01', '0.10', '2.3', '142'])
  expect([null, 4.21, 38.4, 1_234, 250_000].map(shortMs)).toEqual(['–', '4.2 ms', '38 ms', '1.2 s', '250 s'])
  expect([3, 400, 9_000, 300_000].map(shortSpan)).toEqual(['3 s', '7 min', '3 h', '3 d'])
  expect(sparkline([0, 1, 8], 5)).toBe('  ▁▂█')
})

describe('the screen of reverie top', () => {
  const view: View = {
    at: new Date(),
    everyMs: 2_000,
    isPaused: false,
    processes: [
      { url: 'http://127.0.0.1:8787', reason: undefined },
      { url: 'http://127.0.0.1:8788', reason: 'fetch failed' },
    ],
    figures: twoProcesses(),
    organizations: Array.from({ length: 30 }, (_, i) => ({
      name: `organization-with-a-long-name-${i}`,
      due: 1_000 - i,
      dreaming: 0,
      oldestSeconds: 60,
    })),
    history: { requests: [1, 2, 3], documents: [], due: [] },
  }

  test.each([
    [40, 12],
    [80, 24],
    [100, 30],
    [200, 60],
  ])('fits a terminal of %i columns and %i rows', (columns, rows) => {
    const lines = render(view, { columns, rows })
    expect(lines.length).toBeLessThanOrEqual(rows)
    expect(lines.filter(line => [...line].length > columns)).toEqual([])
  })

  test('shows what is wrong first', () => {
    const text = render(view, { columns: 80, rows: 24 }).join('\n')
    for (const alarm of [
      '○ 127.0.0.1:8788 silent',
      '○ embedder',
      'SHUT GATES',
      'embedding:model "x"',
      '61 s',
    ])
      expect(text).toContain(alarm)
    expect(text.indexOf('SHUT GATES')).toBeLessThan(text.indexOf('BACKLOG'))
  })

  test('says how many organizations it leaves out', () => {
    const text = render(view, { columns: 160, rows: 50 }).join('\n')
    expect(text).toMatch(/organization-with-a-long-name-0 +1,000/)
    expect(text).toContain('… 24 more')
  })
})

describe('reverie top', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ worker: false })
  })
  afterAll(() => server.close())

  test('prints one look as JSON, with the backlog of each organization', async () => {
    await add(server.client, { content: 'Ada plays the viola.', containerTag: 'ada' })
    const { stdout, stderr, code } = await runReverie(['top', '--url', server.url, '--once', '--json'], {
      env: { DATABASE_URL: server.config.DATABASE_URL, SECRETS_KEY: server.config.SECRETS_KEY },
    })
    expect(stderr).toBe('')
    expect(code).toBe(0)
    const printed = JSON.parse(stdout)
    expect(printed.lanes).toContainEqual({
      lane: 'interactive',
      due: 1,
      oldestSeconds: expect.any(Number),
    })
    expect(printed.organizations).toEqual([
      { name: server.client.organization.slug, due: 1, dreaming: 0, oldestSeconds: expect.any(Number) },
    ])
    expect(printed.processes).toEqual([{ url: server.url }])
    expect(printed.workersAlive).toBe(0)
    expect(stdout).not.toMatch(/viola|"ada"/)
  })

  test('prints one screen without a terminal, and says what it cannot show', async () => {
    const { stdout, code } = await runReverie(['top', '--url', `${server.url}/metrics`], {
      env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' },
    })
    expect(code).toBe(0)
    for (const part of ['BACKLOG', 'ORGANIZATIONS', 'CONNECTIONS', 'OPERATIONS', '○ 0 workers'])
      expect(stdout).toContain(part)
    expect(stdout).toContain('needs DATABASE_URL')
    expect(stdout).not.toContain('\x1b')
  })

  test('ends with 3 when no process answers', async () => {
    const { stderr, code } = await runReverie(['top', '--url', 'http://127.0.0.1:1', '--once'], {
      env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' },
    })
    expect(code).toBe(3)
    expect(stderr).toContain('No process answers at http://127.0.0.1:1')
  })
})

test('reverie top does not wait for a database that takes connections and never answers', async () => {
  const waits: number[] = []
  const silent = createServer(socket => {
    const since = performance.now()
    socket.resume().on('error', () => undefined)
    socket.on('close', () => waits.push(performance.now() - since))
  })
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const { stderr, code } = await runReverie(['top', '--url', 'http://127.0.0.1:1', '--once'], {
    env: { DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/nothing` },
  })
  await new Promise<void>(resolve => silent.close(() => resolve()))
  expect(code).toBe(3)
  expect(stderr).toMatch(/No process answers at http:\/\/127\.0\.0\.1:1 \([^)]+\)/)
  // A connection is given up after five seconds. It ends with the program before.
  expect(waits).toHaveLength(1)
  expect(waits[0]).toBeLessThan(4_500)
})
