import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, type Client, layouts, startTestServer, type TestServer } from '../../../test/harness.ts'
import { unscoped } from '../../platform/db/tx.ts'
import { setTokenQuota } from '../keys/store.ts'

describe.each(layouts)('a token quota on $layout', ({ cellCount }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ cellCount, worker: false })
  })
  afterAll(() => server.close())

  /** Returns a client whose organization has this quota from its first request on. */
  async function limited(tokens: number): Promise<Client> {
    const client = await server.newClient({ spread: cellCount > 1 })
    await unscoped(server.app.cells.directory, db => setTokenQuota(db, client.organization.slug, tokens))
    return client
  }

  /** A sum is cached for a second. */
  async function untilFresh<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      const answer = await ask()
      if (answer.status !== 200) return answer
    }
  }

  const post = (client: Client, length: number, fields = {}) =>
    client.request('POST', '/v3/documents', { content: 'x'.repeat(length), ...fields })

  test('accepts the last token, refuses the one after, and has room again after a delete', async () => {
    const client = await limited(100)
    const ids = []
    for (let i = 0; i < 4; i++)
      ids.push(await add(client, { content: 'x'.repeat(100), containerTag: `tag_${i}` }))
    const refused = await post(client, 1)
    expect(refused).toMatchObject({ status: 402, body: { code: 'quota.exceeded' } })
    expect(refused.body.details).toContain('100 of 100')
    await client.request('DELETE', `/v3/documents/${ids[0]}`)
    expect((await post(client, 101)).status).toBe(402)
    expect((await post(client, 100)).status).toBe(200)
    expect((await post(client, 1)).status).toBe(402)
    await client.request('DELETE', '/v3/container-tags/tag_1')
    expect((await post(client, 100)).status).toBe(200)
  })

  test('holds exactly under concurrent writes, and for each item of a batch', async () => {
    const client = await limited(100)
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(client, 40)))
    const accepted = answers.filter(({ status }) => status === 200).length
    expect(accepted).toBe(10)
    const batched = await limited(100)
    const documents = Array.from({ length: 6 }, () => ({ content: 'x'.repeat(80) }))
    const { body } = await batched.request('POST', '/v3/documents/batch', { documents })
    expect(body).toMatchObject({ success: 5, failed: 1 })
    expect(body.results[5]).toMatchObject({ id: 'unknown', status: 'error', code: 'quota.exceeded' })
    const full = await batched.request('POST', '/v3/documents/batch', { documents })
    expect(full).toMatchObject({ status: 402, body: { code: 'quota.exceeded' } })
  })

  test('counts new content instead of the old', async () => {
    const client = await limited(100)
    for (const length of [80, 120, 40])
      expect((await post(client, length, { customId: 'one', containerTag: 'a' })).status).toBe(200)
    const { body } = await client.request('GET', '/v3/container-tags/a')
    expect(body.tokenCount).toBe(10)
  })

  test('counts what is stored: short notes count as the chunks they make', async () => {
    const client = await limited(100)
    const notes = Array.from({ length: 10 }, (_, n) => ({ content: `n${n}`, containerTag: 'notes' }))
    for (const note of notes) await add(client, note)
    // Ten tokens so far, until their ten chunks are written.
    expect((await post(client, 4)).status).toBe(200)
    for (const { admin } of server.databases)
      await admin.query(`update cell.organization_counters set chunks = 11 where org = $1 and tokens > 0`, [
        client.organization.id,
      ])
    expect((await untilFresh(() => post(client, 4))).body).toMatchObject({ code: 'quota.exceeded' })
  })

  test('that is not set counts nothing against anyone', async () => {
    expect((await post(server.client, 10_000)).status).toBe(200)
  })
})
