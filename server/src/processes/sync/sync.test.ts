import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, startTestServer, type TestServer } from '../../../test/harness.ts'
import { scripted, scriptedListing } from '../../../test/scripted-connector.ts'
import { ScriptedSource } from '../../../test/scripted-source.ts'
import { connectionOf, documentsIn, hold, lastRun, makeDue, step, sync } from '../../../test/sync-steps.ts'
import { placeContainer } from '../../features/containers/place-container.ts'
import type { Connector } from '../../platform/connectors/connector.ts'
import { decodeId } from '../../platform/lib/ids.ts'

/** What users see of runs, step by step, without a worker. */

let server: TestServer
let client: Client
let source: ScriptedSource
beforeAll(async () => {
  server = await startTestServer({ worker: false, cellCount: 2, config: { FETCH_ALLOW: '127.0.0.1' } })
  client = server.client
  server.app.sources.connectors.add(scripted as Connector)
  server.app.sources.connectors.add(scriptedListing as Connector)
})
afterAll(() => server?.close())
beforeEach(async () => {
  source = await new ScriptedSource().start()
})
afterEach(() => source.close())

let containers = 0

async function connect(body: Record<string, unknown> = {}, provider = 'scripted') {
  const containerTag = `sync_${++containers}`
  const answer = await client.request('POST', `/v3/connections/${provider}`, {
    containerTag,
    settings: { url: source.url },
    ...(provider === 'scripted' && { credentials: { token: 'let-me-in' } }),
    ...body,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body.authLink).toBeNull()
  return { id: answer.body.id as string, containerTag }
}

function fill(count: number, text = (n: number) => `Note ${n} of the studio`) {
  for (let n = 0; n < count; n++) source.put(`note-${n}.md`, text(n))
}

/** What the source holds, as `documentsIn` gives it. */
const expected = () =>
  new Map([...source.items].map(([id, { text, path }]) => [path ?? `/${id}`, text] as const))

describe('a run', () => {
  test('adds every item, then only what has changed, and follows deletions', async () => {
    fill(57)
    const { id, containerTag } = await connect()
    await sync(server, client, id)
    expect(await documentsIn(client, containerTag)).toEqual(expected())
    expect(await lastRun(client, id)).toMatchObject({
      ...{ status: 'completed', triggerType: 'manual', error: null },
      ...{ itemsProcessed: 57, itemsFailed: 0, itemsDeleted: 0, progress: { seen: 57, total: 57 } },
    })
    source.put('note-3.md', 'Note 3 was rewritten')
    source.put('new.md', 'A new note')
    source.remove('note-7.md')
    await makeDue(server, id)
    const before = source.count('/items/')
    await sync(server, client, id)
    expect(await documentsIn(client, containerTag)).toEqual(expected())
    expect(source.count('/items/') - before).toBe(2)
    expect(await lastRun(client, id)).toMatchObject({
      triggerType: 'cron',
      itemsProcessed: 2,
      itemsDeleted: 1,
    })
  })

  test('documents name their connection, source, address, path and title', async () => {
    source.put('a/b c.md', { text: 'Kilns are fired on Fridays.', title: 'Kilns', path: '/guides/kilns.md' })
    const { id, containerTag } = await connect()
    await sync(server, client, id)
    const { body } = await client.request('POST', '/v3/documents/list', { containerTags: [containerTag] })
    const [{ id: document, customId }] = body.memories
    expect(customId).toMatch(new RegExp(`^conn:${id}:[A-Za-z0-9_-]{43}$`))
    expect((await client.request('GET', `/v3/documents/${document}`)).body).toMatchObject({
      ...{ connectionId: id, source: 'scripted', filepath: '/guides/kilns.md' },
      url: `${source.url}/items/a%2Fb%20c.md`,
      metadata: { path: '/guides/kilns.md', title: 'Kilns', labels: ['scripted'] },
    })
    const listed = await client.request('POST', '/v3/connections/scripted/documents', {
      containerTags: [containerTag],
    })
    expect(listed.body).toMatchObject([{ id: document, connectionId: id, status: 'queued' }])
  })

  test('without changes reads no item and writes no document', async () => {
    fill(30)
    const { id, containerTag } = await connect({}, 'scripted-listing')
    await sync(server, client, id)
    const before = source.requests.length
    await makeDue(server, id)
    await sync(server, client, id)
    expect(source.requests.slice(before)).toEqual(['GET /changes', 'GET /ids'])
    expect((await documentsIn(client, containerTag)).size).toBe(30)
  })

  test('finds what is gone by the ids of a source that reports no deletions', async () => {
    fill(25)
    const { id, containerTag } = await connect({}, 'scripted-listing')
    await sync(server, client, id)
    for (const n of [1, 5, 24]) source.remove(`note-${n}.md`)
    await makeDue(server, id)
    await sync(server, client, id)
    expect(await documentsIn(client, containerTag)).toEqual(expected())
    expect(await lastRun(client, id)).toMatchObject({ itemsDeleted: 3 })
  })

  test('a text that is an address is stored and not fetched', async () => {
    source.put('link.md', 'http://127.0.0.1:1/')
    const { id, containerTag } = await connect()
    await sync(server, client, id)
    const { body } = await client.request('POST', '/v3/documents/list', { containerTags: [containerTag] })
    expect(body.memories).toMatchObject([{ type: 'text' }])
  })

  test('a renamed item keeps its document, and an empty one has none', async () => {
    source.put('1', { text: 'The same text', path: '/old.md' })
    source.put('2', { text: 'Will be emptied', path: '/two.md' })
    const { id, containerTag } = await connect()
    await sync(server, client, id)
    const before = (await client.request('GET', `/v3/documents/conn:${id}:1`)).body
    source.put('1', { text: 'The same text', path: '/new.md' })
    source.put('2', { text: '   ', path: '/two.md' })
    await makeDue(server, id)
    await sync(server, client, id)
    const after = (await client.request('GET', `/v3/documents/conn:${id}:1`)).body
    expect(after).toMatchObject({ id: before.id, filepath: '/new.md', latestRevision: before.latestRevision })
    expect([...(await documentsIn(client, containerTag)).keys()]).toEqual(['/new.md'])
  })

  test('an item under another id with the same content keeps its document', async () => {
    source.put('old.md', { text: 'The glaze recipe', contentKey: 'k1' })
    source.put('other.md', { text: 'Something else', contentKey: 'k2' })
    const { id, containerTag } = await connect()
    await sync(server, client, id)
    const before = (await client.request('GET', `/v3/documents/conn:${id}:old.md`)).body
    source.remove('old.md')
    source.put('new.md', { text: 'The glaze recipe', contentKey: 'k1' })
    source.put('copy.md', { text: 'Something else', contentKey: 'k2' })
    await makeDue(server, id)
    await sync(server, client, id)
    const after = (await client.request('GET', `/v3/documents/conn:${id}:new.md`)).body
    expect(after).toMatchObject({ id: before.id, filepath: '/new.md', latestRevision: before.latestRevision })
    expect(await documentsIn(client, containerTag)).toEqual(expected())
  })

  test('an item goes to the container that its source names, and moves with it', async () => {
    const other = `sync_other_${++containers}`
    source.put('1', { text: 'For somebody else', container: other })
    const { id, containerTag } = await connect()
    await sync(server, client, id)
    expect([(await documentsIn(client, containerTag)).size, (await documentsIn(client, other)).size]).toEqual(
      [0, 1],
    )
    source.put('1', { text: 'For somebody else' })
    await makeDue(server, id)
    await sync(server, client, id)
    expect([(await documentsIn(client, containerTag)).size, (await documentsIn(client, other)).size]).toEqual(
      [1, 0],
    )
  })

  test('files are stored as files', async () => {
    source.put('page.html', { text: '<h1>Kilns</h1><p>Fired on Fridays.</p>', mimeType: 'text/html' })
    const { id, containerTag } = await connect()
    await sync(server, client, id)
    const { body } = await client.request('POST', '/v3/documents/list', { containerTags: [containerTag] })
    const { body: link } = await client.request('GET', `/v3/documents/${body.memories[0].id}/file-url`)
    expect(await (await fetch(link.url)).text()).toContain('Fired on Fridays')
  })

  test('does not exceed the document limit', async () => {
    fill(12)
    const { id, containerTag } = await connect({ documentLimit: 5 })
    await sync(server, client, id)
    expect((await documentsIn(client, containerTag)).size).toBe(5)
    expect(await lastRun(client, id)).toMatchObject({ itemsProcessed: 5, itemsSkipped: 7 })
  })

  test('goes on in further steps after its time is over', async () => {
    fill(45)
    const { id, containerTag } = await connect()
    expect(await sync(server, client, id, { stepMs: -1 })).toBeGreaterThan(4)
    expect(await documentsIn(client, containerTag)).toEqual(expected())
    expect((await client.request('GET', `/v3/connections/${id}/sync-runs`)).body).toHaveLength(1)
  })

  test('is done by one worker at a time', async () => {
    fill(40)
    const { id, containerTag } = await connect({}, 'scripted-listing')
    let open = 0
    let most = 0
    source.onRequest = async () => {
      most = Math.max(most, ++open)
      await new Promise(resolve => setImmediate(resolve))
      open--
    }
    const workers = await Promise.all([
      sync(server, client, id),
      sync(server, client, id),
      sync(server, client, id),
    ])
    // Four items of one run are read at once.
    expect([workers.length, most <= 4]).toEqual([3, true])
    expect(await documentsIn(client, containerTag)).toEqual(expected())
    expect((await client.request('GET', `/v3/connections/${id}/sync-runs`)).body).toHaveLength(1)
  })

  test('a worker that lost its lease stores nothing more', async () => {
    fill(30)
    const { id, containerTag } = await connect()
    let isTaken = false
    source.onRequest = async path => {
      if (isTaken || path !== '/changes' || source.count('/changes') < 2) return
      isTaken = true
      await server.databases[0]!.admin.query('update cell.connections set leased_until = null')
      await server.databases[1]!.admin.query('update cell.connections set leased_until = null')
      await hold(server, client, id)
    }
    expect(await step(server, client, id)).toBe('done')
    expect((await documentsIn(client, containerTag)).size).toBe(10)
    expect(await lastRun(client, id)).toMatchObject({ status: 'running', itemsProcessed: 10 })
  })
})

describe('a source that fails', () => {
  test('a broken item is kept as a failure, and can be read again by itself', async () => {
    fill(5)
    source.put('broken.md', { text: 'Was broken', failed: 'item_unreadable' })
    source.put('locked.md', 'Was locked')
    source.fail('/items/locked.md', { status: 403 })
    const { id, containerTag } = await connect()
    await sync(server, client, id)
    expect(await lastRun(client, id)).toMatchObject({
      status: 'completed',
      itemsProcessed: 5,
      itemsFailed: 2,
    })
    const { body } = await client.request('GET', `/v3/connections/${id}/failures`)
    expect(body).toMatchObject({
      next: null,
      failures: [
        { externalId: 'broken.md', code: 'item_unreadable', attempts: 1 },
        { externalId: 'locked.md', code: 'item_forbidden', attempts: 1 },
      ],
    })
    source.items.get('broken.md')!.failed = undefined as never
    const retried = await client.request('POST', `/v3/connections/${id}/failures/retry`, {
      externalIds: ['broken.md'],
    })
    expect(retried.body).toEqual({ retried: 1 })
    await sync(server, client, id)
    expect((await client.request('GET', `/v3/connections/${id}/failures`)).body.failures).toHaveLength(1)
    await client.request('POST', `/v3/connections/${id}/failures/retry`, {})
    await sync(server, client, id)
    expect(await documentsIn(client, containerTag)).toEqual(expected())
    expect((await connectionOf(client, id)).failureCount).toBe(0)
  })

  test('a token that ends in the middle of a run stops the connection, until there is a new one', async () => {
    fill(40)
    source.tokens = new Set(['let-me-in'])
    const { id, containerTag } = await connect()
    source.onRequest = path => {
      if (path === '/changes' && source.count('/changes') === 3) source.tokens = new Set(['another'])
    }
    await sync(server, client, id)
    expect(await lastRun(client, id)).toMatchObject({
      status: 'failed',
      error: 'auth_expired',
      itemsProcessed: 20,
    })
    expect(await connectionOf(client, id)).toMatchObject({ state: 'needs_authorization', nextRunAt: null })
    const before = source.requests.length
    await makeDue(server, id)
    await sync(server, client, id)
    expect(source.requests).toHaveLength(before)
    const refused = await client.request('POST', `/v3/connections/${id}/import`, {})
    expect([refused.status, refused.body.code]).toEqual([400, 'connection.not_authorized'])
    const wrong = await client.request('PATCH', `/v3/connections/${id}`, { credentials: { token: 'wrong' } })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'connection.not_authorized'])
    await client.request('PATCH', `/v3/connections/${id}`, { credentials: { token: 'another' } })
    await sync(server, client, id)
    expect(await documentsIn(client, containerTag)).toEqual(expected())
    expect(await connectionOf(client, id)).toMatchObject({ state: 'active' })
  })

  test('a pause that the source asks for is kept', async () => {
    fill(3)
    const { id } = await connect()
    source.fail('/changes', { status: 429, headers: { 'retry-after': '600' } })
    await sync(server, client, id)
    expect(await lastRun(client, id)).toMatchObject({ status: 'failed', error: 'rate_limited' })
    const { state, nextRunAt } = await connectionOf(client, id)
    expect(state).toBe('active')
    expect(Date.parse(nextRunAt) - Date.now()).toBeGreaterThan(590_000)
  })

  test('a short pause and a server error are waited for in the run', async () => {
    fill(3)
    const { id, containerTag } = await connect()
    source.fail(
      '/changes',
      { status: 503, headers: { 'retry-after': '0' } },
      { status: 429, headers: { 'retry-after': '0' } },
    )
    await sync(server, client, id)
    expect(await documentsIn(client, containerTag)).toEqual(expected())
    expect(await lastRun(client, id)).toMatchObject({ status: 'completed' })
  })

  test('a forgotten log means that everything is read again, and what is gone is deleted', async () => {
    fill(25)
    const { id, containerTag } = await connect()
    await sync(server, client, id)
    source.remove('note-2.md')
    source.put('note-4.md', 'Changed while nobody looked')
    source.forgetLog()
    const before = source.count('/items/')
    await makeDue(server, id)
    await sync(server, client, id)
    expect(await documentsIn(client, containerTag)).toEqual(expected())
    expect(source.count('/items/') - before).toBe(1)
    expect(await lastRun(client, id)).toMatchObject({
      status: 'completed',
      itemsDeleted: 1,
      itemsUnchanged: 23,
    })
  })

  test('a full quota ends the run, and the next one goes on', async () => {
    fill(30, n => `Note ${n}: ${'clay '.repeat(40)}`)
    const org = client.organization.id
    const quota = (tokens: number | null) =>
      server.databases[0]!.admin.query('update directory.organizations set token_quota = $2 where id = $1', [
        org,
        tokens,
      ])
    const { id, containerTag } = await connect()
    await quota(1)
    try {
      await sync(server, client, id)
      expect(await lastRun(client, id)).toMatchObject({ status: 'failed', error: 'quota_exceeded' })
    } finally {
      await quota(null)
    }
    await client.request('POST', `/v3/connections/${id}/import`, {})
    await sync(server, client, id)
    expect(await documentsIn(client, containerTag)).toEqual(expected())
  })
})

describe('a person', () => {
  test('sees that a run was asked for until it begins', async () => {
    const { id } = await connect()
    expect(await connectionOf(client, id)).toMatchObject({ isRunWaiting: true, nextRunAt: null })
    await sync(server, client, id)
    expect(await connectionOf(client, id)).toMatchObject({ isRunWaiting: false })
    await client.request('POST', `/v3/connections/${id}/import`, {})
    expect(await connectionOf(client, id)).toMatchObject({ isRunWaiting: true })
  })

  test('pauses and resumes a connection in the middle of a run', async () => {
    fill(30)
    const { id, containerTag } = await connect()
    source.onRequest = async path => {
      if (path === '/changes' && source.count('/changes') === 2)
        await client.request('PATCH', `/v3/connections/${id}`, { paused: true })
    }
    await sync(server, client, id)
    source.onRequest = undefined
    expect(await connectionOf(client, id)).toMatchObject({ state: 'paused', nextRunAt: null })
    const before = source.requests.length
    await sync(server, client, id)
    expect(source.requests).toHaveLength(before)
    await client.request('PATCH', `/v3/connections/${id}`, { paused: false })
    await sync(server, client, id)
    expect(await documentsIn(client, containerTag)).toEqual(expected())
  })

  test('chooses resources: documents of the others are deleted', async () => {
    for (let n = 0; n < 20; n++) source.put(`n-${n}`, { text: `Note ${n}`, in: n % 2 === 0 ? 'a' : 'b' })
    const { id, containerTag } = await connect()
    await sync(server, client, id)
    const { body } = await client.request('GET', `/v3/connections/${id}/resources?page=1&per_page=30`)
    expect(body).toEqual({
      resources: [
        { id: 'a', name: 'Folder A' },
        { id: 'b', name: 'Folder B' },
      ],
      total_count: 2,
    })
    const chosen = await client.request('POST', `/v3/connections/${id}/configure`, {
      resources: [{ id: 'a', name: 'Folder A' }],
    })
    expect(chosen.body).toMatchObject({ success: true })
    await sync(server, client, id)
    expect([...(await documentsIn(client, containerTag)).values()].sort()).toEqual(
      [...source.items.values()]
        .filter(item => item.in === 'a')
        .map(({ text }) => text)
        .sort(),
    )
    expect((await connectionOf(client, id)).resources).toEqual([{ id: 'a', name: 'Folder A' }])
  })

  test('deletes a document, which stays away until its item changes', async () => {
    fill(3)
    const { id, containerTag } = await connect()
    await sync(server, client, id)
    await client.request('DELETE', `/v3/documents/conn:${id}:note-1.md`)
    await client.request('POST', `/v3/connections/${id}/import`, {})
    await sync(server, client, id)
    expect((await documentsIn(client, containerTag)).size).toBe(2)
    source.put('note-1.md', 'It is back')
    await client.request('POST', `/v3/connections/${id}/import`, {})
    await sync(server, client, id)
    expect(await documentsIn(client, containerTag)).toEqual(expected())
  })

  test('edits a document, which keeps that text when its item changes, until the document is deleted', async () => {
    fill(2)
    source.put('page.html', { text: '<p>Fired on Fridays</p>', mimeType: 'text/html' })
    const { id, containerTag } = await connect()
    await sync(server, client, id)
    for (const name of ['note-1.md', 'page.html']) {
      const edited = { content: 'Corrected by hand' }
      expect((await client.request('PATCH', `/v3/documents/conn:${id}:${name}`, edited)).status).toBe(200)
    }
    source.put('note-0.md', 'Changed at the source')
    source.put('note-1.md', 'Changed at the source too')
    source.put('page.html', { text: '<p>Fired on Mondays</p>', mimeType: 'text/html' })
    await makeDue(server, id)
    await sync(server, client, id)
    const texts = new Map([
      ['/note-0.md', 'Changed at the source'],
      ['/note-1.md', 'Corrected by hand'],
      ['/page.html', 'Corrected by hand'],
    ])
    expect(await documentsIn(client, containerTag)).toEqual(texts)
    await client.request('DELETE', `/v3/documents/conn:${id}:note-1.md`)
    source.put('note-1.md', 'Changed once more')
    await makeDue(server, id)
    await sync(server, client, id)
    expect(await documentsIn(client, containerTag)).toEqual(texts.set('/note-1.md', 'Changed once more'))
  })

  describe('edits a document whose item then goes to another container', () => {
    /** Such containers of one cell, or of two. */
    function tagsWhere(areApart: boolean): [string, string] {
      const { cells } = server.app
      const cellOf = (tag: string) => cells.of(placeContainer(client.organization, tag))
      const tags = Array.from({ length: 40 }, (_, n) => `sync_${containers}_${n}`)
      const other = tags.findLast(tag => (cellOf(tag) !== cellOf(tags[0]!)) === areApart)
      return [tags[0]!, other!]
    }

    async function moveEdited([from, to]: [string, string]) {
      source.put('note.md', { text: 'As it was', container: from })
      source.put('page.html', { text: '<p>As it was</p>', container: from, mimeType: 'text/html' })
      const { id } = await connect()
      await sync(server, client, id)
      const path = `/v3/documents/conn:${id}:note.md`
      const { body } = await client.request('PATCH', path, { content: 'Corrected by hand' })
      source.put('note.md', { text: 'Changed at the source', container: to })
      source.put('page.html', { text: '<p>As it was</p>', container: to, mimeType: 'text/html' })
      await makeDue(server, id)
      await sync(server, client, id)
      return { id, document: body.id as string }
    }

    test('an edited document moves with its item and keeps its text', async () => {
      const [from, to] = tagsWhere(false)
      const { id, document } = await moveEdited([from, to])
      expect((await documentsIn(client, from)).size).toBe(0)
      expect((await documentsIn(client, to)).get('/note.md')).toBe('Corrected by hand')
      expect((await documentsIn(client, to)).size).toBe(2)
      expect((await client.request('GET', `/v3/documents/${document}`)).body.containerTags).toEqual([to])
      source.remove('note.md')
      await makeDue(server, id)
      await sync(server, client, id)
      expect([...(await documentsIn(client, to)).keys()]).toEqual(['/page.html'])
    })

    test('an edited document stays where it was when its item goes to a container in another cell', async () => {
      const [from, to] = tagsWhere(true)
      await moveEdited([from, to])
      expect(await documentsIn(client, from)).toEqual(new Map([['/note.md', 'Corrected by hand']]))
      expect((await documentsIn(client, to)).get('/note.md')).toBe('Changed at the source')
    })
  })

  test.each([true, false])('deletes a connection, and its documents: %s', async deletes => {
    fill(13)
    const { id, containerTag } = await connect()
    await sync(server, client, id)
    const answer = await client.request('DELETE', `/v3/connections/${id}?deleteDocuments=${deletes}`)
    expect(answer.body).toEqual({ id, provider: 'scripted' })
    expect((await client.request('GET', `/v3/connections/${id}`)).status).toBe(404)
    await sync(server, client, id)
    expect((await documentsIn(client, containerTag)).size).toBe(deletes ? 0 : 13)
    for (const table of ['connections', 'sync_items', 'sync_runs', 'sync_failures']) {
      const column = table === 'connections' ? 'id' : 'connection'
      for (const { admin } of server.databases) {
        const { rowCount } = await admin.query(`select from cell.${table} where ${column} = $1`, [
          decodeId(id),
        ])
        expect(rowCount, table).toBe(0)
      }
    }
  })
})
