import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, startTestServer, type TestServer } from '../../../test/harness.ts'
import { scripted } from '../../../test/scripted-connector.ts'
import { ScriptedSource } from '../../../test/scripted-source.ts'
import { documentsIn, endLease, makeDue, step, sync, syncAppOf } from '../../../test/sync-steps.ts'
import type { Connector } from '../../platform/connectors/connector.ts'
import { decodeId } from '../../platform/lib/ids.ts'
import type { SyncApp } from './sync-app.ts'

/** A worker of a run meets a deletion or a change at the worst moment: its documents are about to be written. */

let server: TestServer
let client: Client
let source: ScriptedSource
beforeAll(async () => {
  server = await startTestServer({
    worker: false,
    config: { FETCH_ALLOW: '127.0.0.1', PUBLIC_URL: 'https://reverie.example.org' },
  })
  client = server.client
  server.app.sources.connectors.add(scripted as Connector)
})
afterAll(() => server?.close())
beforeEach(async () => {
  source = await new ScriptedSource().start()
})
afterEach(() => source.close())

let containers = 0

async function connect() {
  const containerTag = `meanwhile_${++containers}`
  const answer = await client.request('POST', '/v3/connections/scripted', {
    containerTag,
    settings: { url: source.url },
    credentials: { token: 'let-me-in' },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { id: answer.body.id as string, containerTag }
}

/** Does `work` once, when the names of documents are noted and their transaction has not begun. */
function beforeDocuments(work: () => Promise<void>): Partial<SyncApp> {
  const quotas = syncAppOf(server).quotas!
  let isDone = false
  const within: typeof quotas.within = async (organization, tokens, write) => {
    if (!isDone) {
      isDone = true
      await work()
    }
    return quotas.within(organization, tokens, write)
  }
  const take: typeof quotas.take = (...given) => quotas.take(...given)
  return { quotas: { within, take } as typeof quotas }
}

const remove = async (id: string) =>
  expect((await client.request('DELETE', `/v3/connections/${id}`)).status).toBe(200)

const rowsOf = async (id: string) => {
  const { admin } = server.databases[0]!
  const uuid = decodeId(id)
  const { rows } = await admin.query(
    `select (select count(*)::int from cell.connections where id = $1) as connections,
            (select count(*)::int from cell.sync_items where connection = $1) as items`,
    [uuid],
  )
  return rows[0]
}

describe('a connection that is deleted while a worker writes', () => {
  test('is removed when that worker has stopped, with what it wrote', async () => {
    source.put('a.md', 'One')
    source.put('b.md', 'Two')
    const { id, containerTag } = await connect()
    let others: unknown
    const next = await step(server, client, id, {
      ...beforeDocuments(async () => {
        await remove(id)
        others = await step(server, client, id)
      }),
    })
    expect([others, next]).toEqual(['done', 'again'])
    expect(await sync(server, client, id)).toBe(1)
    expect(await documentsIn(client, containerTag)).toEqual(new Map())
    expect(await rowsOf(id)).toEqual({ connections: 0, items: 0 })
  })

  test('leaves no document of a worker that stood still for longer than its lease', async () => {
    source.put('a.md', 'One')
    source.put('b.md', 'Two')
    const { id, containerTag } = await connect()
    await step(server, client, id, {
      ...beforeDocuments(async () => {
        await remove(id)
        await endLease(server)
        await sync(server, client, id)
        expect(await rowsOf(id)).toMatchObject({ connections: 0 })
      }),
    })
    expect(await documentsIn(client, containerTag)).toEqual(new Map())
    expect(await rowsOf(id)).toEqual({ connections: 0, items: 0 })
  })

  test('has no registration for events left at the provider', async () => {
    const { id } = await connect()
    source.onRequest = async path => {
      source.onRequest = undefined
      if (path === '/hooks') await remove(id)
    }
    await sync(server, client, id)
    source.onRequest = async path => {
      if (path !== '/hooks') return
      source.onRequest = undefined
      await remove(id)
    }
    await makeDue(server, id)
    await sync(server, client, id)
    expect(await rowsOf(id)).toMatchObject({ connections: 0 })
    expect([...source.hooks]).toEqual([])
  })

  test('has its registration removed although the worker died while it did so', async () => {
    const { id } = await connect()
    await sync(server, client, id)
    expect(source.hooks.size).toBe(1)
    await remove(id)
    const stopping = new AbortController()
    source.onRequest = async () => {
      source.onRequest = undefined
      // As after SIGKILL: the step counts as an attempt, and its lease ends.
      stopping.abort()
      await server.databases[0]!.admin.query('update cell.connections set attempts = attempts + 1')
      source.fail('/hooks/hook-1', { status: 500, body: {} })
    }
    await step(server, client, id, { stopping: stopping.signal }).catch(() => undefined)
    expect(source.hooks.size).toBe(1)
    await endLease(server)
    await sync(server, client, id)
    expect([...source.hooks]).toEqual([])
  })
})

test('documents of a worker that stood still while the settings changed are followed', async () => {
  source.put('a.md', 'One')
  source.put('b.md', 'Two')
  const { id, containerTag } = await connect()
  await step(server, client, id, {
    ...beforeDocuments(async () => {
      source.remove('a.md')
      const body = { settings: { url: source.url, pageSize: 50 } }
      expect((await client.request('PATCH', `/v3/connections/${id}`, body)).status).toBe(200)
      await sync(server, client, id)
    }),
  })
  await makeDue(server, id)
  await sync(server, client, id)
  expect([...(await documentsIn(client, containerTag)).keys()]).toEqual(['/b.md'])
})
