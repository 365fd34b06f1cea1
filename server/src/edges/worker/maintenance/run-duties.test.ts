import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer, until } from '../../../../test/harness.ts'
import { LogLines } from '../../../../test/serve-routes.ts'
import { createLogger } from '../../../platform/telemetry/logger.ts'
import { growthDuties, roundDuties } from './duties.ts'
import type { Duty, DutyContext } from './duty.ts'
import { runDuties } from './run-duties.ts'

describe('a round of maintenance duties', () => {
  const contextOf = (signal: AbortSignal) => ({ signal }) as DutyContext
  const recorder = () => {
    const ran: string[] = []
    const duty = (name: string, then?: () => void): Duty => ({
      name,
      async run() {
        ran.push(name)
        then?.()
      },
    })
    return { ran, duty }
  }

  test('goes on after a duty that throws, and reports that duty by its name', async () => {
    const { ran, duty } = recorder()
    const broken = new Error('broken')
    const failures: [string, unknown][] = []
    const rounds: boolean[] = []
    const duties = [
      duty('first'),
      duty('second', () => {
        throw broken
      }),
      duty('third'),
    ]
    await runDuties(duties, contextOf(new AbortController().signal), {
      failed: (...failure) => failures.push(failure),
      roundEnded: isReached => rounds.push(isReached),
    })
    // The cell answered, with an error.
    expect(rounds).toEqual([true])
    expect(ran).toEqual(['first', 'second', 'third'])
    expect(failures).toEqual([['second', broken]])
  })

  test('ends after the duty during which the worker was stopped', async () => {
    const { ran, duty } = recorder()
    const stopping = new AbortController()
    const duties = [duty('first', () => stopping.abort()), duty('second')]
    const roundEnded = vi.fn()
    await runDuties(duties, contextOf(stopping.signal), { failed: () => undefined, roundEnded })
    expect(ran).toEqual(['first'])
    expect(roundEnded).not.toHaveBeenCalled()
  })

  test('has a name of its own for every duty', () => {
    const names = [...roundDuties, ...growthDuties].map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/)
  })
})

describe('the maintenance of a worker whose vector cache is broken', () => {
  let server: TestServer
  const log = new LogLines()
  beforeAll(async () => {
    server = await startTestServer({
      logger: createLogger('info', log),
      worker: true,
      config: { RECONCILE_MS: 200 },
    })
  })
  afterAll(() => server.close())

  test('still drops expired idempotency keys, and shows the failure in the log and the metric', async () => {
    const { admin } = server.databases[0]!
    await admin.query('alter table cell.embedding_cache rename to embedding_cache_away')
    await log.find(({ duty }) => duty === 'drop_expired_vectors')
    await admin.query(
      `insert into cell.idempotency_keys (shard, org, principal, route, key, item, request_hash, created_at)
       values (1, $1, 'somebody', 'test', 'old', -1, '', now() - interval '2 days')`,
      [server.client.organization.id],
    )
    const { rows } = await until(
      () => admin.query(`select 1 from cell.idempotency_keys where key = 'old'`),
      ({ rows }) => rows.length === 0,
    )
    expect(rows).toEqual([])
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toMatch(/maintenance_failures_total\{duty="drop_expired_vectors"\} [1-9]/)
    expect(metrics).toMatch(/maintenance_failures_total\{duty="drop_expired_keys"\} 0/)
    await admin.query('alter table cell.embedding_cache_away rename to embedding_cache')
  })
})
