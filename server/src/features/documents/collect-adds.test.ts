import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { add, type Client, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { cutWaitingRequests, lockOf, untilRequestWaits, whileLocked } from '../../../test/held-locks.ts'
import { laneOf } from '../../../test/lane-of.ts'
import { expectFiguresToAgree, queryCells } from '../../../test/recount.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ worker: false })
})
afterAll(() => server.close())
afterEach(() => expectFiguresToAgree(server.databases))

const admin = () => server.databases[0]!.admin

type Stored = { org: string; tag: string; content: string; transaction: string }

/** The stored documents whose content begins like this. */
const storedLike = (start: string) =>
  queryCells<Stored>(
    server.databases,
    `select r.org, c.tag, r.content, r.xmin::text as transaction
       from cell.revisions r join cell.containers c using (shard, org, container)
      where starts_with(r.content, $1) order by r.content`,
    [start],
  )

const contentsLike = async (start: string) => (await storedLike(start)).map(({ content }) => content)

const postOne = (client: Client, body: Record<string, unknown>) =>
  client.request('POST', '/v3/documents', body)

/**
 * Sends these requests while the container is locked, so that they wait for each other's transactions and are collected.
 * `meanwhile` is called when the first of them waits for the lock.
 */
async function collect<T>(
  containerTag: string,
  send: () => Promise<T>[],
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<T[]> {
  await add(server.client, { content: 'The container exists.', containerTag })
  const { container } = await laneOf(server, server.client, containerTag)
  const sent = await whileLocked(server, lockOf(container), async () => {
    const requests = send()
    await untilRequestWaits(server)
    await meanwhile()
    return requests
  })
  return Promise.all(sent)
}

test('documents that are added at once to a busy container are stored in few transactions', async () => {
  const containerTag = 'together'
  const received = vi.spyOn(server.app.adds!, 'add')
  const ids = await collect(
    containerTag,
    () =>
      Array.from({ length: 30 }, (_, i) => add(server.client, { content: `Together ${i}.`, containerTag })),
    async () => {
      // As many as an organization may have in flight, and the first one, which created the container.
      await until(
        async () => received.mock.calls.length,
        calls => calls > 20,
      )
    },
  )
  received.mockRestore()
  const stored = await storedLike('Together')
  expect(new Set(ids).size).toBe(30)
  expect(stored).toHaveLength(30)
  expect(new Set(stored.map(({ transaction }) => transaction)).size).toBeLessThan(15)
})

test('an add is answered after its document is committed', async () => {
  const containerTag = 'answered'
  let answers = 0
  const send = async (content: string) => {
    const { status } = await postOne(server.client, { content, containerTag })
    answers++
    return status
  }
  const statuses = await collect(
    containerTag,
    () => [send('Committed 1.'), send('Committed 2.')],
    async () => {
      expect(await contentsLike('Committed')).toEqual([])
      expect(answers).toBe(0)
    },
  )
  expect(statuses).toEqual([200, 200])
  expect(await contentsLike('Committed')).toEqual(['Committed 1.', 'Committed 2.'])
})

test('a connection that is lost fails the adds of its transaction, which are not stored, and no others', async () => {
  const containerTag = 'lost'
  const contents = Array.from({ length: 8 }, (_, i) => `Lost or stored ${i}.`)
  const answers = await collect(
    containerTag,
    () =>
      contents.map(async content => ({
        content,
        ...(await postOne(server.client, { content, containerTag })),
      })),
    async () => {
      expect(await cutWaitingRequests(server)).toBe(1)
    },
  )
  const withStatus = (status: number) =>
    answers.filter(answer => answer.status === status).map(({ content }) => content)
  expect(withStatus(503).length).toBeGreaterThan(0)
  expect(withStatus(503).length + withStatus(200).length).toBe(contents.length)
  expect(await contentsLike('Lost or stored')).toEqual(withStatus(200))
  for (const content of withStatus(503)) await add(server.client, { content, containerTag })
  expect(await contentsLike('Lost or stored')).toEqual(contents)
})

describe('a document that the database refuses', () => {
  beforeAll(() =>
    admin().query(
      `alter table cell.revisions add constraint refused check (content <> 'Neighbour refused.') not valid`,
    ),
  )
  afterAll(() => admin().query('alter table cell.revisions drop constraint refused'))

  test('fails by itself, and those collected with it are stored once', async () => {
    const containerTag = 'neighbours'
    const good = Array.from({ length: 9 }, (_, i) => `Neighbour ${i}.`)
    const tagOf = (i: number) => (i % 3 === 0 ? 'other_neighbours' : containerTag)
    const [refused, ...stored] = await collect(containerTag, () => [
      postOne(server.client, { content: 'Neighbour refused.', containerTag }),
      ...good.map((content, i) => postOne(server.client, { content, containerTag: tagOf(i) })),
    ])
    expect(refused!.status).toBe(500)
    expect(stored.map(({ status }) => status)).toEqual(good.map(() => 200))
    expect(await contentsLike('Neighbour')).toEqual(good)
  })
})

test('documents collected with those of a container that was deleted meanwhile are stored all the same', async () => {
  const tags = ['kept_a', 'closed_b', 'kept_c']
  for (const containerTag of tags) await add(server.client, { content: 'It exists.', containerTag })
  const { org, shard, container } = await laneOf(server, server.client, 'closed_b')
  // As another process would: this one still takes it for open.
  await admin().query('select cell.close_container($1::smallint, $2, $3)', [shard, org, container])
  const documents = tags.flatMap(containerTag =>
    [1, 2].map(i => ({ content: `After closing ${containerTag} ${i}.`, containerTag })),
  )
  await Promise.all(documents.map(document => add(server.client, document)))
  const stored = await storedLike('After closing')
  expect(stored.map(({ content }) => content)).toEqual(documents.map(({ content }) => content).sort())
  const { rows } = await admin().query('select from cell.documents where container = $1', [container])
  expect(rows).toHaveLength(1)
})

test('adds with one customId or one Idempotency-Key, sent among others at once, store one document', async () => {
  const containerTag = 'once'
  const withKey = async (content: string) => {
    const response = await fetch(`${server.url}/v3/documents`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.client.key}`,
        'content-type': 'application/json',
        'idempotency-key': 'once-1',
      },
      body: JSON.stringify({ content, containerTag }),
    })
    // 409 while the first one is under way.
    expect([200, 409]).toContain(response.status)
    return ((await response.json()) as { id?: string }).id
  }
  const ids = await collect<string | undefined>(containerTag, () =>
    Array.from({ length: 12 }, (_, i) => {
      if (i % 3 === 0) return add(server.client, { content: `Once plain ${i}.`, containerTag })
      if (i % 3 === 1) return withKey('Once by key.')
      return add(server.client, { content: 'Once by customId.', containerTag, customId: 'once' })
    }),
  )
  expect(new Set(ids.filter(id => id !== undefined)).size).toBe(4 + 1 + 1)
  const { rows } = await admin().query(
    `select count(*)::int as documents from cell.documents join cell.containers using (shard, org, container) where tag = $1`,
    [containerTag],
  )
  // And the first one, which created the container.
  expect(rows[0].documents).toBe(7)
})

test('no transaction holds documents of two organizations, or of a scoped key and another container', async () => {
  const other = await server.newClient()
  const { body } = await server.client.request('POST', '/v3/auth/scoped-key', { containerTag: 'scoped' })
  const scoped = server.clientFor(body.key)
  await add(scoped, { content: 'The container exists.' })
  const senders: [string, Client, Record<string, unknown>][] = [
    ['of the first organization', server.client, { containerTag: 'shared_name' }],
    ['of the second organization', other, { containerTag: 'shared_name' }],
    ['of a scoped key', scoped, {}],
  ]
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const [name, client, fields] = senders[i % 3]!
      return (await postOne(client, { content: `Apart ${name} ${i}.`, ...fields })).status
    }),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  const stored = await storedLike('Apart')
  expect(stored).toHaveLength(60)
  const owners = Map.groupBy(stored, ({ transaction }) => transaction)
  for (const documents of owners.values())
    expect(new Set(documents.map(({ org, tag }) => `${org} ${tag}`)).size).toBe(1)
  const ofOther = stored.filter(({ org }) => org === other.organization.id)
  expect(ofOther.map(({ content }) => content)).toEqual(
    stored.map(({ content }) => content).filter(content => content.includes('second organization')),
  )
  const ofScoped = stored.filter(({ content }) => content.includes('scoped key'))
  expect(new Set(ofScoped.map(({ tag }) => tag))).toEqual(new Set(['scoped']))
})

describe('an add that describes its container', () => {
  const document = { content: 'Described.', containerTag: 'described', entityContext: 'Notes of a sailor.' }

  test.each([
    ['by itself', '/v3/documents', document],
    ['in a batch', '/v3/documents/batch', { documents: [document, { ...document, content: 'Too.' }] }],
  ])(
    '%s does not lock it before its wake, as the commit of any other add would, so that no two deadlock',
    async (_, path, body) => {
      await add(server.client, { content: 'The container exists.', containerTag: 'described' })
      const { shard, org, container } = await laneOf(server, server.client, 'described')
      await admin().query('delete from work.wakes where container = $1', [container])
      const wake: [string, unknown[]] = [
        'insert into work.wakes (shard, org, container, lane) values ($1, $2, $3, 0)',
        [shard, org, container],
      ]
      const [answer] = await whileLocked(server, wake, async () => {
        const request = server.client.request('POST', path, body)
        await untilRequestWaits(server)
        const [statement, values] = lockOf(container)
        expect((await admin().query(`${statement} nowait`, values)).rowCount).toBe(1)
        return [request]
      })
      expect((await answer!).status).toBe(200)
      const details = await server.client.request('GET', '/v3/container-tags/described')
      expect(details.body).toMatchObject({ entityContext: 'Notes of a sailor.' })
    },
  )
})
