import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { type SealedValue, UnsealError, unseal } from '../../platform/lib/seal.ts'
import { settingsCacheMs } from '../../platform/lib/settings-cache-ms.ts'
import { ChunkSizes } from './chunk-sizes.ts'
import { sealedFor } from './update-settings.ts'

describe('settings:', () => {
  const key = randomBytes(32)
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ worker: false, config: { SECRETS_KEY: key.toString('base64') } })
  })
  afterAll(() => server.close())

  const patch = (body: unknown) => server.client.request('PATCH', '/v3/settings', body)
  const read = async () => (await server.client.request('GET', '/v3/settings')).body

  test('updates are merged, null clears, and both API generations see one object', async () => {
    await patch({ shouldLLMFilter: true, filterPrompt: 'Only cooking.', chunkSize: 800 })
    const { body } = await patch({ filterPrompt: null, excludeItems: ['spam'] })
    expect(body).toMatchObject({
      orgSlug: server.client.organization.slug,
      updated: { excludeItems: ['spam'] },
    })
    expect(await read()).toEqual({ shouldLLMFilter: true, chunkSize: 800, excludeItems: ['spam'] })
    const older = await server.client.request('PUT', '/v2/settings', { categories: ['science'] })
    expect(older.body).toEqual({
      message: 'Settings updated',
      settings: { shouldLLMFilter: true, excludeItems: ['spam'], categories: ['science'] },
    })
  })

  test('a chunk size that was read once is served while the directory is away, and an unknown one is not', async () => {
    await patch({ chunkSize: 700 })
    const { directory } = server.app.cells
    let isAway = false
    const connect = async () => {
      if (isAway) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
      return directory.pool.connect()
    }
    const org = server.client.organization.id
    vi.useFakeTimers({ toFake: ['performance'], now: 0 })
    try {
      const sizes = new ChunkSizes({
        name: 'directory',
        pool: { connect } as unknown as typeof directory.pool,
      })
      expect(await sizes.of(org)).toBe(700)
      isAway = true
      vi.advanceTimersByTime(settingsCacheMs * 3)
      expect(await sizes.of(org)).toBe(700)
      expect(sizes.has(org)).toBe(true)
      await expect(sizes.of('00000000-0000-7000-8000-000000000000')).rejects.toMatchObject({
        code: 'cell.unavailable',
      })
      isAway = false
      await patch({ chunkSize: null })
      vi.advanceTimersByTime(settingsCacheMs * 3)
      expect(await sizes.of(org)).toBeUndefined()
    } finally {
      vi.useRealTimers()
    }
  })

  test.each([
    [{ filterPrompt: '' }, 400],
    [{ filterPrompt: 'x'.repeat(750) }, 200],
    [{ filterPrompt: 'x'.repeat(751) }, 400],
    [{ workspacePrompt: 'x'.repeat(1500) }, 200],
    [{ workspacePrompt: 'x'.repeat(1501) }, 400],
    [{ filterTags: [{ tag: 'a', score: 'high' }] }, 400],
    [{ filterPrompt: 'a\0b' }, 400],
    [{ categories: ['a\0b'] }, 400],
    [{ profileBuckets: [{ key: 'a\0b', description: '' }] }, 400],
    [{ somethingElse: 1 }, 200],
  ])('the update of case %# gets its expected status', async (body, status) => {
    expect((await patch(body)).status).toBe(status)
  })

  test('a secret is stored encrypted and never shown again', async () => {
    const { body } = await patch({ notionClientId: 'me', notionClientSecret: 'open sesame' })
    expect(body.updated).toMatchObject({ notionClientId: 'me', notionClientSecret: '********' })
    expect((await read()).notionClientSecret).toBe('********')
    const { rows } = await server.databases[0]!.admin.query<{ secret: SealedValue; all: string }>(
      `select settings -> 'notionClientSecret' as secret, settings::text as all from directory.settings where org = $1`,
      [server.client.organization.id],
    )
    expect(rows[0]!.all).not.toContain('open sesame')
    const purpose = sealedFor(server.client.organization.id, 'notionClientSecret')
    expect(unseal([key], purpose, rows[0]!.secret)).toBe('open sesame')
    expect(() => unseal([randomBytes(32)], purpose, rows[0]!.secret)).toThrow(UnsealError)
  })

  test('a client that sends back the settings it has read keeps every secret', async () => {
    await patch({ githubClientSecret: 'the real one', chunkSize: 800 })
    const { status } = await patch({ ...(await read()), chunkSize: 900 })
    expect(status).toBe(200)
    expect(await read()).toMatchObject({ chunkSize: 900, githubClientSecret: '********' })
    const { rows } = await server.databases[0]!.admin.query<{ secret: SealedValue }>(
      `select settings -> 'githubClientSecret' as secret from directory.settings where org = $1`,
      [server.client.organization.id],
    )
    const purpose = sealedFor(server.client.organization.id, 'githubClientSecret')
    expect(unseal([key], purpose, rows[0]!.secret)).toBe('the real one')
    await patch({ githubClientSecret: null })
    expect(await read()).not.toHaveProperty('githubClientSecret')
  })

  test('the mask alone stores no secret', async () => {
    await patch({ onedriveClientSecret: '********' })
    expect(await read()).not.toHaveProperty('onedriveClientSecret')
  })

  test('concurrent updates of different settings all take effect', async () => {
    const other = await server.newClient()
    const names = ['categories', 'includeItems', 'excludeItems']
    await Promise.all(names.map(name => other.request('PATCH', '/v3/settings', { [name]: [name] })))
    const { body } = await other.request('GET', '/v3/settings')
    expect(body).toEqual(Object.fromEntries(names.map(name => [name, [name]])))
  })

  test('another organization sees none of them', async () => {
    await patch({ workspacePrompt: 'Ours alone.' })
    const other = await server.newClient()
    expect((await other.request('GET', '/v3/settings')).body).toEqual({})
  })

  test('a chunk size is read once in ten seconds for each organization, and its removal is noticed', async () => {
    vi.useFakeTimers({ toFake: ['performance'], now: 0 })
    try {
      const sizes = new ChunkSizes(server.app.cells.directory)
      const org = server.client.organization.id
      await patch({ chunkSize: 700 })
      expect(await sizes.of(org)).toBe(700)
      await patch({ chunkSize: null })
      vi.advanceTimersByTime(settingsCacheMs - 1)
      expect(await sizes.of(org)).toBe(700)
      vi.advanceTimersByTime(1)
      expect(await sizes.of(org)).toBeUndefined()
    } finally {
      vi.useRealTimers()
    }
  })
})
