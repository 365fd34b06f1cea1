import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database.ts'
import { startTestServer } from '../../../test/harness.ts'
import { LogLines } from '../../../test/serve-routes.ts'
import type { Organization } from '../../platform/access/principal.ts'
import { type Cells, openCells } from '../../platform/db/cells.ts'
import { AppError } from '../../platform/errors.ts'
import { createLogger } from '../../platform/telemetry/logger.ts'
import { createOrganization } from '../keys/create-organization.ts'
import { type RecordedRequest, UsageRecorder, type UsageRecorderParts } from './usage-recorder.ts'

let database: TestDatabase
let cells: Cells
beforeAll(async () => {
  database = await createDatabase()
  cells = openCells([{ name: 'main', url: database.login }], 4, 'usage test')
  await cells.start()
})
afterAll(async () => {
  await cells.close()
  await database.drop()
})

const newOrganization = (name: string) => createOrganization(cells.directory, { name })

function newRecorder(parts: Partial<UsageRecorderParts> = {}) {
  const log = new LogLines()
  const logger = createLogger('info', log)
  // The tests flush by hand.
  const everyMs = 3_600_000
  const recorder = new UsageRecorder({ cells, touchKeys: async () => undefined, logger, everyMs, ...parts })
  return { recorder, log }
}

const requestOf = (organization: Organization, more: Partial<RecordedRequest> = {}): RecordedRequest => ({
  principal: { organization, key: { id: 'key_1', name: 'test' }, containerTag: undefined },
  operation: 'add',
  usage: { tokensIn: 10, tokensOut: 1 },
  abandoned: false,
  ...more,
})

/** Sums over hours, because a test may run into the next one. */
async function readRows(organization: Organization, from = database): Promise<unknown[]> {
  const { rows } = await from.admin.query(
    `select key_id, type, status, sum(requests)::int as requests, sum(duration_ms) as ms, max(max_duration_ms) as max_ms,
            sum(tokens_in)::int as tokens_in, sum(tokens_out)::int as tokens_out
       from cell.usage_hours where org = $1 group by 1, 2, 3 order by 1, 2, 3`,
    [organization.id],
  )
  return rows
}

const row = {
  key_id: 'key_1',
  type: 'add',
  status: 200,
  requests: 1,
  ms: 2,
  max_ms: 2,
  tokens_in: 10,
  tokens_out: 1,
}

test('usage that two processes write to the same rows at once adds up', async () => {
  const organizations = await Promise.all(['Ada', 'Bob'].map(newOrganization))
  const processes = [newRecorder(), newRecorder()]
  for (let round = 0; round < 20; round++) {
    for (const { recorder } of processes)
      for (const organization of organizations)
        for (let i = 0; i < 25; i++)
          recorder.record(requestOf(organization, i % 5 === 0 ? { operation: 'search' } : {}), 200, round)
    await Promise.all(processes.map(({ recorder }) => recorder.flush()))
  }
  // 20 rounds, two processes; durations of 0 to 19 ms.
  const sums = (requests: number) => ({
    requests,
    ms: (requests * 19) / 2,
    max_ms: 19,
    tokens_in: requests * 10,
    tokens_out: requests,
  })
  for (const organization of organizations)
    expect(await readRows(organization)).toEqual([
      { ...row, ...sums(800) },
      { ...row, type: 'search', ...sums(200) },
    ])
})

test('a request without a valid key is not counted, and one whose client left counts as 499', async () => {
  const organization = await newOrganization('Left')
  const { recorder } = newRecorder()
  recorder.record({ ...requestOf(organization), principal: undefined }, 401, 2)
  recorder.record(requestOf(organization, { abandoned: true }), 200, 2)
  await recorder.flush()
  expect(await readRows(organization)).toEqual([{ ...row, status: 499 }])
})

test('a request recorded during a flush is in the next flush, and none is in both', async () => {
  const organization = await newOrganization('Meanwhile')
  const { recorder } = newRecorder()
  recorder.record(requestOf(organization), 200, 2)
  const first = recorder.flush()
  recorder.record(requestOf(organization), 200, 2)
  await Promise.all([first, recorder.flush()])
  expect(await readRows(organization)).toEqual([{ ...row, requests: 2, ms: 4, tokens_in: 20, tokens_out: 2 }])
})

test.each(['the cell is unreachable', 'the table refuses'])(
  'a flush that fails keeps its counts: %s',
  async how => {
    const organization = await newOrganization(how)
    let away = how === 'the cell is unreachable'
    const touched: string[] = []
    const { recorder, log } = newRecorder({
      cells: {
        of(shard) {
          if (away) throw new AppError('cell.unavailable')
          return cells.of(shard)
        },
      },
      async touchKeys(ids) {
        if (away) throw new AppError('cell.unavailable')
        touched.push(...ids)
      },
    })
    if (!away) await database.admin.query('alter table cell.usage_hours rename to usage_hours_moved')
    for (let i = 0; i < 3; i++) {
      recorder.record(requestOf(organization), 200, 2)
      await recorder.flush()
    }
    if (!away) await database.admin.query('alter table cell.usage_hours_moved rename to usage_hours')
    away = false
    expect(await readRows(organization)).toEqual([])
    await recorder.flush()
    await recorder.flush()
    expect(await readRows(organization)).toEqual([
      { ...row, requests: 3, ms: 6, tokens_in: 30, tokens_out: 3 },
    ])
    expect(touched).toContain('key_1')
    expect(log.lines, 'three failures, said once').toHaveLength(1)
    await recorder.stop()
    expect(log.lines).toHaveLength(1)
  },
)

test('a failure of one organization does not delay the counts of another in the same cell', async () => {
  const organization = await newOrganization('Fine')
  const { recorder } = newRecorder()
  recorder.record(requestOf({ ...organization, id: 'not a uuid' }), 200, 2)
  recorder.record(requestOf(organization), 200, 2)
  await recorder.flush()
  expect(await readRows(organization)).toEqual([row])
})

test('waiting counts are bounded: known rows go on counting, new ones are dropped and the log says how many', async () => {
  const organization = await newOrganization('Full')
  const { recorder, log } = newRecorder({ maxRows: 2 })
  for (const status of [200, 400, 404, 409]) {
    recorder.record(requestOf(organization), status, 2)
    recorder.record(requestOf(organization), status, 2)
  }
  await recorder.flush()
  expect(await readRows(organization)).toMatchObject([
    { status: 200, requests: 2 },
    { status: 400, requests: 2 },
  ])
  expect(log.lines).toMatchObject([
    { msg: 'usage figures were lost: too many wait to be written', requests: 4 },
  ])
  recorder.record(requestOf(organization), 404, 2)
  await recorder.flush()
  expect(await readRows(organization)).toHaveLength(3)
})

test('a process that is told to stop writes its counts first', async () => {
  // Nothing here is embedded, and loading the model takes seconds.
  const withoutModel = {
    EMBEDDER: 'http',
    EMBEDDER_URL: 'http://127.0.0.1:9',
    EMBEDDER_MODEL: 'none',
    EMBEDDER_DIMENSIONS: 4,
  } as const
  const server = await startTestServer({ worker: false, config: withoutModel })
  const asks = Array.from({ length: 40 }, () => server.client.request('POST', '/v3/documents/list', {}))
  await Promise.all(asks)
  await server.stop()
  const rows = await readRows(server.client.organization, server.databases[0])
  expect(rows).toMatchObject([{ type: 'list', status: 200, requests: 40 }])
  await Promise.all(server.databases.map(each => each.drop()))
})
