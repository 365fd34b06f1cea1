import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Connector } from '../../server/src/platform/connectors/connector.ts'
import type { ErrorCode as ServerErrorCode } from '../../server/src/platform/errors.ts'
import { startTestServer, type TestServer, until } from '../../server/test/harness.ts'
import { scripted } from '../../server/test/scripted-connector.ts'
import { ScriptedSource } from '../../server/test/scripted-source.ts'
import type { KnownErrorCode } from '../src/errors.ts'
import { Reverie } from '../src/reverie.ts'

let server: TestServer
let client: Reverie
beforeAll(async () => {
  server = await startTestServer({ config: { DREAM_QUIET_MS: 0, FETCH_ALLOW: '127.0.0.1' } })
  client = new Reverie({ baseUrl: server.url, apiKey: server.client.key })
})
afterAll(() => server.close())

/** A new container tag for each test. */
let tags = 0
const newTag = () => `nouns_${++tags}`

describe('memories', () => {
  // No worker, because dreaming would change the memories while these tests watch each step.
  let server: TestServer
  let client: Reverie
  beforeAll(async () => {
    server = await startTestServer({ worker: false })
    client = new Reverie({ baseUrl: server.url, apiKey: server.client.key })
  })
  afterAll(() => server.close())

  test('are added, read with their sources, updated, and the update is undone', async () => {
    const containerTag = newTag()
    const { memories } = await client.memories.add({
      containerTag,
      memories: [{ content: 'Ada prefers tea.', isStatic: true }],
    })
    const first = await client.memories.get(memories[0]!.id)
    expect(first).toMatchObject({ memory: 'Ada prefers tea.', version: 1, origin: 'api', isLatest: true })
    const second = await client.memories.update({
      containerTag,
      id: first.id,
      newContent: 'Ada prefers coffee.',
    })
    expect(second).toMatchObject({ memory: 'Ada prefers coffee.', version: 2, parentMemoryId: first.id })
    const { undone, current } = await client.memories.undo(second.id)
    expect(undone).toBe('edit')
    expect(current.map(({ memory }) => memory)).toEqual(['Ada prefers tea.'])
    await expect(client.memories.undo(first.id)).rejects.toMatchObject({ code: 'memory.nothing_to_undo' })
  })

  test('are listed, forgotten and restored', async () => {
    const containerTag = newTag()
    const { memories } = await client.memories.add({
      containerTag,
      memories: [{ content: 'Ada has a cat.' }, { content: 'Ada has a kiln.' }],
    })
    const texts = async () =>
      (await Array.fromAsync(client.memories.list({ containerTag }))).map(({ memory }) => memory)
    expect(await texts()).toEqual(['Ada has a cat.', 'Ada has a kiln.'])
    const { id } = memories[0]!
    expect(await client.memories.forget({ containerTag, id, reason: 'It ran away' })).toEqual({
      id,
      forgotten: true,
    })
    expect(await texts()).toEqual(['Ada has a kiln.'])
    await expect(client.memories.forget({ containerTag, id })).rejects.toMatchObject({
      status: 409,
      code: 'memory.forgotten',
    })
    expect(await client.memories.undo(id)).toMatchObject({ undone: 'forgetting' })
    expect(await texts()).toEqual(['Ada has a cat.', 'Ada has a kiln.'])
  })

  test('that match a query are first listed and then forgotten', async () => {
    const containerTag = newTag()
    await client.memories.add({
      containerTag,
      memories: [{ content: 'Ada is allergic to nuts.' }, { content: 'Ada lives in Lisbon.' }],
    })
    const query = { containerTag, query: 'Ada is allergic to nuts', threshold: 0.8 }
    const trial = await client.memories.forgetMatching({ ...query, dryRun: true })
    expect(trial.candidates?.map(({ memory }) => memory)).toEqual(['Ada is allergic to nuts.'])
    const { forgotten } = await client.memories.forgetMatching(query)
    expect(forgotten).toEqual(trial.candidates)
    await expect(client.memories.get('1111111111111111111111')).rejects.toMatchObject({
      code: 'memory.not_found',
    })
  })
})

test('documents are counted by their facets, and read by their ids', async () => {
  const containerTag = newTag()
  const { id } = await client.add({ content: 'A rose.', containerTag, taskType: 'rag' })
  await client.waitUntilDone(id)
  expect(await client.documents.facets({ containerTag })).toMatchObject({
    facets: [{ category: 'text', count: 1 }],
    total: 1,
  })
  const { documents, notFound } = await client.documents.getMany({ ids: [id, 'nobody'] })
  expect(documents.map(document => document.content)).toEqual(['A rose.'])
  expect(notFound).toEqual(['nobody'])
})

test('the graph of a container has its memories', async () => {
  const containerTag = newTag()
  const { memories } = await client.memories.add({ containerTag, memories: [{ content: 'Ada sings.' }] })
  const { nodes, totals } = await client.graph({ containerTag })
  expect(nodes[0]).toMatchObject({ id: memories[0]!.id, kind: 'memory', label: 'Ada sings.' })
  expect(totals.memories).toBe(1)
})

test('analytics show requests, their latency and the spending', async () => {
  await client.session()
  const { requests, retentionDays } = await until(
    () => client.analytics.requests({ limit: 5 }),
    page => page.requests.length > 0,
  )
  expect(requests[0]).toMatchObject({ method: expect.any(String), status: expect.any(Number) })
  expect(retentionDays).toBe(7)
  expect((await client.analytics.latency()).operations.length).toBeGreaterThan(0)
  expect((await client.analytics.usage()).usage.length).toBeGreaterThan(0)
  expect((await client.analytics.errors()).pagination.currentPage).toBe(1)
  expect(await client.analytics.spending({ days: 7 })).toMatchObject({ days: [], totalUsd: 0 })
})

test('apps lists and revokes the access of plugins', async () => {
  expect(await client.apps.list()).toEqual([])
  await expect(client.apps.revoke('nobody')).rejects.toMatchObject({ status: 404 })
  expect(await client.apps.clients()).toEqual([])
  await expect(client.apps.dropClient('nobody')).rejects.toMatchObject({ code: 'oauth.client_not_found' })
  const ofPeople = { code: 'auth.person_required' }
  await expect(client.apps.client('nobody')).rejects.toMatchObject(ofPeople)
  await expect(client.apps.consent({ query: 'x', accept: true })).rejects.toMatchObject(ofPeople)
  const made = { name: 'claude.ai', redirectUris: ['https://claude.ai/api/mcp/auth_callback'] }
  await expect(client.apps.makeClient(made)).rejects.toMatchObject(ofPeople)
})

test('connections are made, paused, tried, imported, chosen and deleted', async () => {
  const source = await new ScriptedSource().start()
  server.app.sources.connectors.add(scripted as Connector)
  source.put('kilns.md', 'The kilns are fired on Fridays.')
  try {
    const given = { containerTag: newTag(), settings: { url: source.url }, credentials: { token: 't' } }
    const { id, authLink } = await client.connections.create('scripted', given)
    expect(authLink).toBeNull()
    const isEnded = async (count: number) =>
      (await client.connections.runs(id)).filter(run => run.status === 'completed').length >= count
    await until(
      () => isEnded(1),
      ended => ended,
    )
    expect((await client.connections.providers()).map(({ provider }) => provider)).toContain('scripted')
    expect(await client.connections.test(id)).toMatchObject({ ok: true })
    expect((await client.connections.resources(id)).resources).toHaveLength(2)
    await client.connections.configure(id, [{ id: 'a' }])
    await client.connections.import(id)
    await until(
      () => isEnded(2),
      ended => ended,
    )
    expect(await client.connections.update(id, { paused: true })).toMatchObject({ state: 'paused' })
    expect(await client.connections.failures(id)).toEqual({ failures: [], next: null })
    expect(await client.connections.retryFailures(id)).toBe(0)
    expect(await client.connections.list({ provider: 'scripted' })).toMatchObject([
      { id, provider: 'scripted' },
    ])
    expect(await client.connections.get(id)).toMatchObject({ id })
    await client.connections.delete(id)
    expect(await client.connections.list()).toEqual([])
  } finally {
    await source.close()
  }
})

test('webhooks are created, changed, tested, rotated, replayed and deleted', async () => {
  const url = 'https://hooks.example.invalid/'
  const { id, secret } = await client.webhooks.create({
    url,
    events: ['document.done'],
    containerTags: [newTag()],
  })
  expect(secret).toMatch(/^whsec_/)
  expect(await client.webhooks.get(id)).toMatchObject({ id, url, enabled: true })
  expect(await client.webhooks.update(id, { description: 'Index' })).toMatchObject({ description: 'Index' })
  expect((await client.webhooks.rotateSecret(id)).previousSecretUntil).toMatch(/Z$/)
  const eventId = await client.webhooks.test(id)
  expect((await client.webhooks.deliveries(id)).deliveries).toMatchObject([{ eventId, type: 'webhook.test' }])
  expect(await client.webhooks.replay(id, { failed: true })).toMatchObject({ hasMore: false })
  expect((await client.webhooks.list()).map(each => each.id)).toEqual([id])
  await client.webhooks.delete(id)
  expect(await client.webhooks.list()).toEqual([])
})

test('a conversation becomes memories and a profile, and grows with new messages', async () => {
  const containerTag = newTag()
  const conversationId = `chat-${containerTag}`
  const said = { role: 'user', content: 'I live in Lisbon.' } as const
  const { id } = await client.conversations.add({ conversationId, containerTag, messages: [said] })
  const more = { role: 'user', content: 'I have a cat called Miso.' } as const
  const again = await client.conversations.add({ conversationId, containerTag, messages: [said, more] })
  expect(again.id).toBe(id)
  const { content } = await client.waitUntilDone(conversationId)
  expect(content?.match(/Lisbon/g)).toHaveLength(1)
  const { profile } = await until(
    () => client.profile({ containerTag }),
    found => /Miso/.test(JSON.stringify(found)),
  )
  expect([...profile.static, ...profile.dynamic].join(' ')).toContain('Lisbon')
})

test('search finds documents, chunks, memories, or chunks and memories together', async () => {
  const containerTag = newTag()
  const content = 'The blue kiln is fired at 1,200 °C.'
  const { id } = await client.add({ content, containerTag, taskType: 'rag' })
  await client.waitUntilDone(id)
  await client.memories.add({ containerTag, memories: [{ content: 'Ada owns the blue kiln.' }] })
  const query = { q: 'the blue kiln', containerTag, threshold: 0 }

  const documents = await client.search({ q: query.q, containerTag })
  expect(documents.results.map(result => [result.documentId, result.chunks[0]!.content])).toEqual([
    [id, content],
  ])
  const chunks = await client.searchChunks({ ...query, include: { documents: true } })
  expect(chunks.results.map(hit => [hit.chunk, hit.documents?.[0]?.id])).toEqual([[content, id]])
  const memories = await client.searchMemories(query)
  expect(memories.results.map(hit => hit.memory)).toEqual(['Ada owns the blue kiln.'])
  const both = await client.searchHybrid(query)
  const texts = both.results.map(hit => ('memory' in hit ? hit.memory : hit.chunk))
  expect(texts.sort()).toEqual(['Ada owns the blue kiln.', content])
})

test('container tags are created, listed, merged and deleted', async () => {
  const [first, second] = [newTag(), newTag()]
  await client.addBatch({ documents: [{ content: 'One.', containerTag: first }] })
  await client.containerTags.update(second, { name: 'Second', entityContext: 'A studio.' })
  expect(await client.containerTags.get(second)).toMatchObject({ name: 'Second', entityContext: 'A studio.' })
  const { mergeId } = await client.containerTags.merge({ containerTags: [first], targetContainerTag: second })
  await until(
    () => client.containerTags.getMerge(mergeId),
    ({ status }) => status === 'done',
  )
  const listed = await Array.fromAsync(client.containerTags.list())
  expect(listed.find(({ containerTag }) => containerTag === second)).toMatchObject({ documentCount: 1 })
  expect(await client.containerTags.delete(second)).toMatchObject({ deletedDocumentsCount: 1 })
  await expect(client.containerTags.get(second)).rejects.toMatchObject({ code: 'container.not_found' })
})

test('all documents of a container tag are deleted in one call', async () => {
  const containerTag = newTag()
  await client.addBatch({ containerTag, documents: ['One.', 'Two.'] })
  expect(await client.documents.deleteMany({ containerTag })).toMatchObject({ deletedCount: 2 })
  expect(await Array.fromAsync(client.documents.list({ containerTags: [containerTag] }))).toEqual([])
})

test('a failed document is retried, and a finished one is processed again', async () => {
  const containerTag = newTag()
  const failing = await client.upload(new File([' '], 'empty.txt', { type: 'text/plain' }), { containerTag })
  await expect(client.waitUntilDone(failing.id)).rejects.toMatchObject({ code: 'extract.empty' })
  expect(await client.documents.retry(failing.id)).toMatchObject({ id: failing.id })
  await expect(client.waitUntilDone(failing.id)).rejects.toMatchObject({ code: 'extract.empty' })
  const failed = { codes: ['extract.*'], containerTags: [containerTag] }
  expect(await client.documents.retryFailed(failed)).toBe(1)
  await expect(client.waitUntilDone(failing.id)).rejects.toMatchObject({ code: 'extract.empty' })
  const { id } = await client.add({ content: 'I live in Lisbon.', containerTag })
  await client.waitUntilDone(id, { memories: true })
  expect(await client.documents.reprocess({ ids: [id], from: 'dreaming' })).toBe(1)
  await expect(client.documents.retry('not-there')).rejects.toMatchObject({ code: 'document.not_found' })
})

test('a scoped key reports its container tag, reaches no other, and is refused once it is disabled', async () => {
  const containerTag = newTag()
  const { key, id } = await client.keys.createScoped({ containerTag, name: 'phone', expiresInDays: 1 })
  const scoped = new Reverie({ baseUrl: server.url, apiKey: key })
  expect(await scoped.session()).toMatchObject({ scope: { type: 'scoped', containerTag } })
  const { id: documentId } = await scoped.add({ content: 'From the phone.' })
  expect(await client.get(documentId)).toMatchObject({ containerTags: [containerTag] })
  await expect(scoped.search({ q: 'x', containerTag: newTag() })).rejects.toMatchObject({
    status: 403,
    code: 'auth.container_mismatch',
  })
  expect((await client.keys.list()).find(each => each.id === id)).toMatchObject({ name: 'phone' })
  await client.keys.disable(id)
  await expect(scoped.session()).rejects.toMatchObject({ status: 401, code: 'auth.disabled_key' })
})

test('settings are changed, read back and cleared', async () => {
  expect(await client.settings.update({ workspacePrompt: 'A pottery.' })).toMatchObject({
    workspacePrompt: 'A pottery.',
  })
  expect(await client.settings.get()).toMatchObject({ workspacePrompt: 'A pottery.' })
  await client.settings.update({ workspacePrompt: null })
  expect((await client.settings.get()).workspacePrompt ?? null).toBeNull()
})

test('a key of the organization is created and disabled, and the audit log has both', async () => {
  const { key, id } = await client.keys.create({ name: 'laptop' })
  const other = new Reverie({ baseUrl: server.url, apiKey: key })
  expect((await other.session()).accessType).toBe('full')
  await client.keys.disable(id)
  await expect(other.session()).rejects.toMatchObject({ code: 'auth.disabled_key' })
  const { entries } = await client.audit({ limit: 2 })
  expect(entries.map(({ action, target }) => [action, target])).toEqual([
    ['key.disable', id],
    ['key.create', id],
  ])
})

test('an invitation is created, listed and revoked', async () => {
  const { id, url } = await client.members.invite({ role: 'viewer' })
  expect(url).toMatch(/\/join#/)
  expect((await client.members.invitations()).map(each => each.id)).toContain(id)
  await client.members.revokeInvitation(id)
  expect(await client.members.invitations()).toEqual([])
  expect(await client.members.list()).toEqual([])
})

test('golden questions are added, compared over the embedding sets, and deleted', async () => {
  const containerTag = newTag()
  const { id } = await client.add({ content: 'Ada fires her kiln on Fridays.', containerTag })
  await client.waitUntilDone(id)
  const question = { question: 'When does Ada fire her kiln?', expected: [id], containerTag }
  const added = await client.goldenQuestions.add(question)
  expect(await client.goldenQuestions.list()).toEqual([added])
  const pages = await Array.fromAsync(client.goldenQuestions.compare())
  expect(pages.map(({ sets, questions }) => [sets.length, questions[0]!.results[0]!.ranks])).toEqual([
    [1, [1]],
  ])
  await client.goldenQuestions.delete(added.id)
  expect(await client.goldenQuestions.list()).toEqual([])
})

test('documents.watch yields every state until the document is finished', async () => {
  const { id } = await client.add({ content: 'Ada fires her kiln on Fridays.', containerTag: newTag() })
  const states: string[] = []
  for await (const { status } of client.documents.watch(id)) states.push(status)
  expect(states.at(-1)).toBe('done')
})

test('watchOverview yields the overview at once, as overview returns it', async () => {
  for await (const overview of client.watchOverview()) {
    expect(Object.keys(overview)).toEqual(Object.keys(await client.overview()))
    break
  }
})

test('profileBuckets returns the buckets of the container tag', async () => {
  const containerTag = newTag()
  const profileBuckets = [{ key: 'craft', description: 'What the user makes with their hands' }]
  await client.containerTags.update(containerTag, { profileBuckets })
  expect(await client.profileBuckets(containerTag)).toEqual(expect.arrayContaining(profileBuckets))
})

test('an export is downloaded as a stream and imported in pieces, under another tag', async () => {
  const containerTag = newTag()
  const { id } = await client.documents.add({ content: 'Ada keeps bees.', containerTag })
  await client.documents.waitUntilDone(id)
  const phases: (string | null)[] = []
  const started = await client.exports.start({ containerTag })
  const done = await client.exports.waitUntilDone(started.id, { onProgress: job => phases.push(job.phase) })
  expect(done).toMatchObject({ status: 'done', counts: { documents: 1 } })
  expect(phases.at(-1)).toBe('writing')
  expect((await client.exports.list()).map(job => job.id)).toContain(started.id)
  const archive = await client.exports.download(started.id)
  const copy = await client.imports.importFile(archive, { containerTag: newTag() })
  expect(await client.imports.waitUntilDone(copy.id)).toMatchObject({ counts: { documents: 1 } })
  expect((await client.imports.list())[0]!.id).toBe(copy.id)
  const broken = await client.imports.importFile(new Blob(['no archive']))
  await expect(client.imports.waitUntilDone(broken.id)).rejects.toMatchObject({ code: 'archive.unreadable' })
  await client.exports.delete(started.id)
  await expect(client.exports.get(started.id)).rejects.toMatchObject({ code: 'export.not_found' })
})

test('every error code that the SDK lists belongs to the server or to the SDK', () => {
  // The compiler checks this: it refuses `true` if the server renames a code.
  const isListed: KnownErrorCode extends ServerErrorCode | `client.${string}` ? true : false = true
  expect(isListed).toBe(true)
})

test('containerTag selects the document if several containers have its customId', async () => {
  const tags = [newTag(), newTag()]
  const customId = 'shared-name'
  const ids = []
  for (const containerTag of tags)
    ids.push((await client.documents.add({ content: 'A diary.', containerTag, customId })).id)
  await expect(client.documents.get(customId)).rejects.toMatchObject({
    status: 409,
    code: 'document.ambiguous',
  })
  const [containerTag] = tags
  expect(await client.documents.get(customId, { containerTag: containerTag! })).toMatchObject({ id: ids[0] })
  await client.documents.update(customId, { metadata: { a: 1 } }, { containerTag: containerTag! })
  await client.documents.delete(customId, { containerTag: containerTag! })
  expect(await client.documents.get(customId)).toMatchObject({ id: ids[1] })
})

test('router makes the options with which a provider’s client chats through the router', () => {
  const reverie = new Reverie({ baseUrl: 'https://memory.example/base/', apiKey: 'sm_key' })
  const provider = 'https://api.openai.com/v1/'
  expect(reverie.router({ provider, userId: 'ada', conversationId: 'c1' })).toEqual({
    baseURL: 'https://memory.example/base/v3/https://api.openai.com/v1',
    defaultHeaders: {
      'x-supermemory-api-key': 'sm_key',
      'x-sm-user-id': 'ada',
      'x-sm-conversation-id': 'c1',
    },
  })
  expect(reverie.router({ provider }).defaultHeaders).toEqual({ 'x-supermemory-api-key': 'sm_key' })
})
