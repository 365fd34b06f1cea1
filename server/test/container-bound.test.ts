import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProviderDouble, startProviderDouble } from '../../acceptance/provider-double.ts'
import { type RunningProcess, start } from '../src/edges/cli/run.ts'
import { apiRoutes } from '../src/edges/http/routes.ts'
import { untilEnded } from './archives.ts'
import { boundedRequests, type Things } from './bounded-requests.ts'
import { add, type Client, startTestServer, type TestServer, until, untilFinished } from './harness.ts'

/**
 * Tests the second lock for scoped keys: every statement on a table with containers is limited to the key's container.
 * Here Postgres refuses a statement that is not, so a forgotten bound fails the request.
 */
let server: TestServer
let api: RunningProcess
let key: string
let things: Things
let provider: ProviderDouble

/**
 * Raised by a policy on every table that has rows of containers. A container that is being created has no row yet, and
 * the lookup of the tag comes before the bound.
 */
const refuseUnbound = `
  create function cell.assert_bound() returns boolean language plpgsql stable security definer as $$
  declare bound text := nullif(current_setting('reverie.container', true), ''); stack text;
  begin
    get diagnostics stack = pg_context;
    if bound is null and stack like '%limit_to_tag%' then
      return true;
    end if;
    if bound is null or exists (select from cell.containers where container = bound::uuid and tag <> 'alice') then
      raise exception 'A statement ran outside of the container of the key';
    end if;
    return true;
  end $$;
  do $$ declare t record; begin
    for t in select c.relname from pg_policy p join pg_class c on c.oid = p.polrelid
      where p.polname = 'scope' and pg_get_expr(p.polqual, p.polrelid) like '%container >= %scope_first%' loop
      execute format('create policy bound on cell.%I as restrictive to reverie_app using (cell.assert_bound())', t.relname);
    end loop;
  end $$`

beforeAll(async () => {
  server = await startTestServer()
  const { client } = server
  key = (await client.request('POST', '/v3/auth/scoped-key', { containerTag: 'alice' })).body.key
  things = await fill(server.clientFor(key))
  await add(client, { content: 'Bob moved to Lisbon as well.', containerTag: 'bob', customId: 'moving-day' })
  // From here on without a worker, which works for organizations and is not limited.
  await server.stop()
  await server.databases[0]!.admin.query(refuseUnbound)
  provider = await startProviderDouble()
  const router = {
    ROUTER_PROVIDERS: provider.url,
    ROUTER_HISTORY_TOKENS: 1,
    ROUTER_MEMORY_TIMEOUT_MS: 20_000,
  }
  api = await start({ ...server.config, ...router, PORT: 0 }, { api: true, worker: false })
})
afterAll(async () => {
  await api?.stop()
  await provider?.close()
  await Promise.all(server.databases.map(database => database.drop()))
  await rm(server.config.DATA_DIR, { recursive: true, force: true })
})

async function fill(alice: Client): Promise<Things> {
  const content = 'Alice moved to Lisbon in May.'
  const document = await add(alice, { content, metadata: { topic: 'moving' }, filepath: '/a/b' })
  await add(alice, { content, customId: 'moving-day' })
  const doomed = await add(alice, { content: 'To be deleted.' })
  const erased = await add(alice, { content: 'Already deleted.' })
  const { headers } = await alice.request('DELETE', `/v3/documents/${erased}`)
  const memories = ['Alice lives in Lisbon.', 'Alice has a cat.', 'Alice plays chess.'].map(text => ({
    content: text,
    metadata: { topic: 'moving' },
  }))
  const written = await alice.request('POST', '/v4/memories', { containerTag: 'alice', memories })
  const [memory, doomedMemory, undone] = written.body.memories.map(({ id }: { id: string }) => id)
  await alice.request('DELETE', '/v4/memories', { containerTag: 'alice', id: undone })
  const file = (await upload(server.url, '/v3/documents/file', alice.key)).id
  for (const id of [document, doomed, file]) await untilFinished(alice, id)
  const exported = (await alice.request('POST', '/v3/exports', {})).body.id
  await untilEnded(alice, `/v3/exports/${exported}`)
  const imported = (await alice.request('POST', '/v3/imports', {})).body.id
  const jobs = { export: exported, import: imported }
  const erasure = headers.get('x-erasure-id')!
  return { document, doomed, file, memory, doomedMemory, undone, erasure, ...jobs }
}

async function upload(url: string, path: string, bearer: string) {
  const body = new FormData()
  body.set('file', new Blob(['A file of Alice.'], { type: 'text/plain' }), 'file.txt')
  const headers = { authorization: `Bearer ${bearer}` }
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body })
  return { status: response.status, ...((await response.json()) as { id: string }) }
}

async function request(method: string, path: string, body: unknown, bearer = key): Promise<number> {
  const response = await fetch(`${api.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
  })
  if (!path.endsWith('/events')) await response.text()
  else if (!(await firstEvent(response)).startsWith('event: document')) return 500
  return response.status
}

/** A stream answers 200 before its first query. */
async function firstEvent(response: Response): Promise<string> {
  const reader = response.body!.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value)
}

test('the database refuses the requests of an organization key, which has no bound', async () => {
  expect(await request('POST', '/v3/documents/list', {}, server.client.key)).toBe(500)
  expect(await request('POST', '/v3/search', { q: 'Lisbon' }, server.client.key)).toBe(500)
})

const scoped = apiRoutes({} as never).filter(({ access, forwards }) => access === 'scoped' && !forwards)

test('every route of scoped keys has a request here', () => {
  const names = scoped.map(({ method, path }) => `${method} ${path}`)
  expect(names.toSorted()).toEqual(Object.keys(boundedRequests({} as Things)).toSorted())
})

test('no route runs a statement for a scoped key outside of its container', async () => {
  const failed: string[] = []
  for (const [name, requests] of Object.entries(boundedRequests(things)))
    for (const { path = '', body, form } of requests) {
      const [method, pattern] = name.split(' ') as [string, string]
      const to = pattern.replace(':id', path)
      const status = form ? (await upload(api.url, to, key)).status : await request(method, to, body)
      if (status >= 500) failed.push(`${name} ${JSON.stringify(body) ?? path}: ${status}`)
    }
  expect(failed).toEqual([])
})

test('the router recalls, reads its conversation and remembers for a scoped key inside of its container', async () => {
  const chat = () =>
    fetch(`${api.url}/v3/${provider.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'x-supermemory-api-key': key, 'x-sm-conversation-id': 'routed' },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Who moved to Lisbon?' }] }),
    })
  const first = await chat()
  // A statement that the database refuses would be the reason here.
  expect([first.status, first.headers.get('x-supermemory-error')]).toEqual([200, null])
  expect(provider.calls[0]!.bytes.toString()).toMatch(/recalled_notes.*Alice/)
  expect(provider.calls[0]!.bytes.toString()).not.toContain('Bob')
  await first.text()
  await until(
    () => request('GET', '/v3/documents/routed', undefined),
    status => status === 200,
  )
  expect((await chat()).headers.get('x-supermemory-error')).toBeNull()
})

test('a scoped key whose tag is not used yet reads nothing, and creates its container by writing', async () => {
  const admin = server.databases[0]!.admin
  await admin.query(`update cell.containers set tag = tag || '/gone' where tag = 'alice'`)
  await api.stop()
  api = await start({ ...server.config, PORT: 0 }, { api: true, worker: false })
  expect(await request('POST', '/v3/search', { q: 'Lisbon' })).toBe(200)
  expect(await request('GET', `/v3/documents/${things.document}`, undefined)).toBe(404)
  expect(await request('POST', '/v3/documents', { content: 'The first note.' })).toBe(200)
  const { rows } = await admin.query(`select documents from cell.containers where tag = 'alice'`)
  expect(rows).toEqual([{ documents: 1 }])
})
