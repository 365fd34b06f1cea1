import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, startTestServer, type TestServer, until, untilFinished } from '../../../../test/harness.ts'
import { rowOf } from '../../../../test/lane-of.ts'
import { expectFiguresToAgree, queryCells } from '../../../../test/recount.ts'
import { decodeId } from '../../../platform/lib/ids.ts'
import { roundDuties } from './duties.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    config: {
      HISTORY_RETENTION_DAYS: 90,
      RECEIPT_RETENTION_DAYS: 400,
      REQUEST_LOG_DAYS: 7,
      WEBHOOK_LOG_DAYS: 7,
      SYNC_LOG_DAYS: 30,
    },
  })
})
afterAll(() => server.close())

async function run(name: string): Promise<void> {
  const { cells, wakes, journal } = server.app
  for (const cell of cells.all)
    await roundDuties
      .find(duty => duty.name === name)!
      .run({
        cell,
        queue: wakes.ofCell(cell.name),
        journal,
        config: server.config,
        signal: new AbortController().signal,
      })
}

const query = (text: string, values: unknown[]) => queryCells<{ id: string }>(server.databases, text, values)

async function addDone(content: string): Promise<string> {
  const id = await add(server.client, { content, containerTag: 'kept' })
  await untilFinished(server.client, id)
  return id
}

const attemptsOf = async (id: string) =>
  (await server.client.request('GET', `/v3/documents/${id}/attempts`)).body.attempts

describe('retention', () => {
  test('drops attempts that are older than HISTORY_RETENTION_DAYS, and the document stays as it is', async () => {
    const [old, young] = [await addDone('An old attempt.'), await addDone('A young attempt.')]
    const { id: document } = await rowOf(server, old)
    await query(`update cell.attempts set started_at = started_at - interval '91 days' where document = $1`, [
      document,
    ])
    await run('drop_old_attempts')
    expect(await attemptsOf(old)).toEqual([])
    expect(await attemptsOf(young)).toHaveLength(1)
    expect((await server.client.request('GET', `/v3/documents/${old}`)).body.status).toBe('done')
  })

  test('drops calls of the language model that are older than HISTORY_RETENTION_DAYS', async () => {
    const { shard, org, container, id } = await rowOf(server, await addDone('Read by a model.'))
    await query(
      `insert into cell.llm_calls (shard, org, container, document, model, prompt, outcome, documents, input_tokens, output_tokens, usd, ms, created_at)
       select $1, $2, $3, $4, 'm', 'p', 'ok', 1, 1, 1, 1, 1, now() - days * interval '1 day' from unnest(array[89, 91]) days`,
      [shard, org, container, id],
    )
    await run('drop_old_llm_calls')
    expect(await query('select from cell.llm_calls where document = $1', [id])).toHaveLength(1)
  })

  test('drops requests from the log that are older than REQUEST_LOG_DAYS', async () => {
    await query(
      `insert into cell.request_log (shard, org, at, id, key_id, operation, method, route, status, ms, request_id)
       select $1, gen_random_uuid(), now() - days * interval '1 day', gen_random_uuid(), 'old key', 'get', 'GET', '/x', 200, 1, 'r'
         from unnest(array[6, 8]) days`,
      [server.client.organization.homeShard],
    )
    await run('drop_old_requests')
    expect(await query('select from cell.request_log where key_id = $1', ['old key'])).toHaveLength(1)
  })

  test('drops receipts that are older than RECEIPT_RETENTION_DAYS, unless the deletion is unfinished', async () => {
    const { shard, org, container } = await rowOf(server, await addDone('Something else.'))
    await query(
      `insert into cell.erasures (shard, org, of_container, id, asked_by, requested, created_at, finished_at)
       select $1, $2, $3, gen_random_uuid(), name, 1, now() - days * interval '1 day', case when done then now() end
         from (values ('old', 401, true), ('young', 399, true), ('open', 401, false)) e (name, days, done)`,
      [shard, org, container],
    )
    await run('drop_old_receipts')
    const left = await query(`select asked_by from cell.erasures where of_container = $1 order by 1`, [
      container,
    ])
    expect(left).toEqual([{ asked_by: 'open' }, { asked_by: 'young' }])
  })

  test('drops the empty rows of documents that were deleted longer ago, and no others', async () => {
    const ids = [
      await addDone('Deleted long ago.'),
      await addDone('Deleted lately.'),
      await addDone('Alive.'),
    ]
    const [old, late, alive] = await Promise.all(ids.map(id => rowOf(server, id)))
    for (const id of ids.slice(0, 2)) await server.client.request('DELETE', `/v3/documents/${id}`)
    await until(
      () => query('select from cell.documents where tombstoned_at is not null and due_at is null', []),
      ({ length }) => length === 2,
    )
    await query(
      `update cell.documents set tombstoned_at = tombstoned_at - interval '401 days', dream_since = null where id = $1`,
      [old.id],
    )
    await run('drop_tombstones')
    const left = await query('select id from cell.documents where id = any($1)', [
      [old.id, late.id, alive.id],
    ])
    expect(left.map(({ id }) => id).sort()).toEqual([late.id, alive.id].sort())
    await expectFiguresToAgree(server.databases)
  })

  test('leaves a deleted document whose purge or withdrawal has not ended, however old', async () => {
    const { id } = await rowOf(server, await addDone('Still to be withdrawn.'))
    await query(
      `update cell.documents set tombstoned_at = now() - interval '401 days', dream_since = now() + interval '1 hour' where id = $1`,
      [id],
    )
    await run('drop_tombstones')
    expect(await query('select from cell.documents where id = $1', [id])).toHaveLength(1)
  })

  test('drops exports and imports that are older than ARCHIVE_RETENTION_DAYS', async () => {
    const [old, recent] = await Promise.all(
      [1, 2].map(async () => (await server.client.request('POST', '/v3/imports', {})).body.id),
    )
    const age = `update cell.archive_jobs set created_at = now() - interval '8 days' where id = $1 returning id::text`
    await query(age, [decodeId(old)])
    await run('drop_old_archives')
    expect((await server.client.request('GET', `/v3/imports/${old}`)).status).toBe(404)
    expect((await server.client.request('GET', `/v3/imports/${recent}`)).status).toBe(200)
  })
})
