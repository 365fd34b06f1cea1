import Supermemory from 'supermemory'
import SupermemoryV3 from 'supermemory-v3'
import { describe, expect, test } from 'vitest'
import { baseUrl, key, newTag, post, until } from '../client.ts'
import { isScripted, ScriptedSource } from '../scripted-source.ts'
import { nameOf } from './versions.ts'
import { aside, watch } from './watch.ts'

const sdks = [
  { name: nameOf('supermemory'), Sdk: Supermemory },
  { name: nameOf('supermemory-v3'), Sdk: SupermemoryV3 as unknown as typeof Supermemory },
]

/** A key limited to one container tag and to a number of requests per window. */
const scopedKey = (containerTag: string, limits = {}): Promise<string> =>
  aside(async () => (await post('/v3/auth/scoped-key', { containerTag, ...limits })).body.key)

const thrown = (call: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(call).then(
    () => undefined,
    error => error,
  )

describe.each(sdks)('$name', ({ Sdk }) => {
  const watched = watch()
  const client = new Sdk({ apiKey: key, baseURL: baseUrl })

  test('connections.list works', async () => {
    expect(await client.connections.list({ containerTags: [newTag()] })).toEqual([])
  })

  test('connections are created, found, imported, chosen and deleted', async ({ skip }) => {
    if (!(await aside(isScripted))) return skip()
    const source = await new ScriptedSource().start()
    const provider = 'scripted' as 'notion'
    const containerTags = [newTag()]
    source.put('kilns.md', { text: 'The kilns are fired on Fridays.', in: 'a' })
    try {
      const metadata = { url: source.url, token: source.token }
      const { id } = await client.connections.create(provider, { containerTags, metadata, documentLimit: 10 })
      const documents = await until(
        () => client.connections.listDocuments(provider, { containerTags }),
        found => found.length === 1,
      )
      expect(documents[0]).toMatchObject({ type: 'text' })
      expect(await client.connections.list({ containerTags })).toMatchObject([
        { id, provider, email: 'ada@example.org' },
      ])
      expect(await client.connections.getByTag(provider, { containerTags })).toMatchObject({ id })
      expect(await client.connections.getByID(id)).toMatchObject({ id, documentLimit: 10 })
      expect(await client.connections.import(provider, { containerTags })).toContain('Started')
      expect((await client.connections.resources(id, { page: 1 })).resources).toHaveLength(1)
      expect(await client.connections.configure(id, { resources: [{ id: 'a' }] })).toMatchObject({
        success: true,
      })
      expect(await client.connections.deleteByID(id)).toEqual({ id, provider })
      const again = await client.connections.create(provider, { containerTags, metadata })
      expect(await client.connections.deleteByProvider(provider, { containerTags })).toEqual({
        id: again.id,
        provider,
      })
    } finally {
      source.close()
    }
  })

  test('connections that do not exist throw the errors of the client', async () => {
    const unknown = client.connections.create('dropbox' as 'notion', { redirectUrl: 'https://example.com' })
    expect(await thrown(unknown)).toBeInstanceOf(Sdk.BadRequestError)
    const ofConnection = [
      client.connections.getByID('nobody'),
      client.connections.deleteByID('nobody'),
      client.connections.configure('nobody', { resources: [{ id: 'page' }] }),
      client.connections.resources('nobody', { page: 1 }),
    ]
    for (const error of await Promise.all(ofConnection.map(thrown)))
      expect(error).toBeInstanceOf(Sdk.NotFoundError)
  })

  test('errors 400, 401, 403 and 404 are thrown as the error classes of the client', async () => {
    const stranger = new Sdk({ apiKey: 'sm_nobody_00000000000000', baseURL: baseUrl })
    const [tag, other] = [newTag(), newTag()]
    const scoped = new Sdk({ apiKey: await scopedKey(tag), baseURL: baseUrl })
    const errors = await Promise.all(
      [
        client.add({ content: 'x', containerTag: 'not a tag' }),
        stranger.documents.list({}),
        scoped.add({ content: 'x', containerTag: other }),
        client.documents.get('nobody'),
      ].map(thrown),
    )
    const classes = [
      Sdk.BadRequestError,
      Sdk.AuthenticationError,
      Sdk.PermissionDeniedError,
      Sdk.NotFoundError,
    ]
    for (const [i, error] of errors.entries()) expect(error).toBeInstanceOf(classes[i]!)
    expect(errors[3]).toMatchObject({ status: 404, error: { error: 'Document not found' } })
  })

  test('a 409 is thrown at once and not retried', async () => {
    const containerTag = newTag()
    const body = { containerTag, memories: [{ content: 'Said once.' }] }
    await aside(() => post('/v4/memories', body))
    await client.memories.forget({ containerTag, content: 'Said once.' })
    const again = await thrown(client.memories.forget({ containerTag, content: 'Said once.' }))
    expect(again).toBeInstanceOf(Sdk.ConflictError)
    expect(watched.seen().map(({ status }) => status)).toEqual([200, 409])
  })

  test('a client over its rate limit waits for Retry-After and continues', async () => {
    const containerTag = newTag()
    const apiKey = await scopedKey(containerTag, { rateLimitMax: 1, rateLimitTimeWindow: 3000 })
    const limited = new Sdk({ apiKey, baseURL: baseUrl })
    for (let i = 0; i < 2; i++)
      expect(await limited.documents.list({ containerTags: [containerTag] })).toMatchObject({ memories: [] })
    const statuses = watched.seen().map(({ status }) => status)
    expect(statuses).toEqual([200, 429, 200])
  })

  test('x-api-key instead of Authorization works', async () => {
    const other = new Sdk({
      apiKey: 'unused',
      baseURL: `${baseUrl}/`,
      defaultHeaders: { Authorization: null, 'x-api-key': key },
    })
    expect(await other.settings.get()).toEqual(expect.any(Object))
  })
})

describe(nameOf('supermemory'), () => {
  watch()
  const client = new Supermemory({ apiKey: key, baseURL: baseUrl })

  test('search, called as a function works', async () => {
    const containerTag = newTag()
    const memories = [{ content: 'Ada paints birds.' }]
    await aside(() => post('/v4/memories', { containerTag, memories }))
    const { results } = await client.search({ q: 'What does Ada paint?', containerTag, threshold: 0.3 })
    expect(results).toMatchObject([{ memory: 'Ada paints birds.' }])
  })
})

describe(nameOf('supermemory-v3'), () => {
  watch()
  const client = new SupermemoryV3({ apiKey: key, baseURL: baseUrl })

  test('memories.add, get, list, update and delete work', async () => {
    const containerTag = newTag()
    const { id } = await client.memories.add({ content: 'An older name.', containerTag })
    expect(await client.memories.get(id)).toMatchObject({ id, content: 'An older name.' })
    const listed = await client.memories.list({ containerTags: [containerTag] })
    expect(listed.memories).toMatchObject([{ id }])
    await client.memories.update(id, { metadata: { n: 1 } })
    expect(await client.memories.get(id)).toMatchObject({ metadata: { n: 1 } })
    await client.memories.delete(id)
    await expect(client.memories.get(id)).rejects.toBeInstanceOf(SupermemoryV3.NotFoundError)
  })

  test('memories.uploadFile works', async () => {
    const file = new File(['A small file.'], 'small.md', { type: 'text/markdown' })
    const { id } = await client.memories.uploadFile({ file, containerTags: newTag() })
    expect(await client.memories.get(id)).toMatchObject({ id, type: 'text' })
  })
})
