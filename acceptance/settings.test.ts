import { afterAll, describe, expect, test } from 'vitest'
import { get, newTag, otherKey, post, request, until } from './client.ts'

const patch = (body: unknown) => request('PATCH', '/v3/settings', body)
const put = (body: unknown) => request('PUT', '/v2/settings', body)
const read = async () => (await get('/v3/settings')).body

/** Every setting except the secrets, each with a different value. */
const everything = {
  shouldLLMFilter: true,
  filterPrompt: 'Only cooking.',
  categories: ['science'],
  includeItems: ['recipes'],
  excludeItems: ['spam'],
  filterTags: [{ tag: 'kitchen', score: 0.5 }],
  chunkSize: 900,
  profileBuckets: [{ key: 'work', description: 'What they do.' }],
  workspacePrompt: 'We are a school of cooking.',
  googleDriveCustomKeyEnabled: true,
  googleDriveClientId: 'drive',
  notionCustomKeyEnabled: false,
  notionClientId: 'notion',
  onedriveCustomKeyEnabled: true,
  onedriveClientId: 'onedrive',
  githubCustomKeyEnabled: false,
  githubClientId: 'github',
}

/** Makes `count` profile buckets. */
const bucketsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ key: `k${i}`, description: 'd' }))

/** Clears all settings. Filters left behind would change which memories form in every later test. */
async function clear(): Promise<void> {
  await patch(Object.fromEntries(Object.keys(await read()).map(name => [name, null])))
}

afterAll(clear)

describe('settings', () => {
  test('SET-10, DOC-50: shouldLLMFilter false turns every filter off, and a filter that left all facts out is named', async () => {
    const content = 'user: My dog is called Bruno. I work as an accountant.\nassistant: I see.'
    const dream = async (settings: object) => {
      await patch(settings)
      const containerTag = newTag()
      const { body } = await post('/v3/documents', { content, containerTag, dreaming: 'instant' })
      const answer = await until(
        () => get(`/v3/documents/${body.id}`),
        ({ body }) => body.dreamingStatus === 'done',
      )
      return answer.body.dreamingOutcome
    }
    try {
      for (const [setting, value] of [
        ['filterPrompt', 'Only remember pets.'],
        ['includeItems', ['dog']],
        ['excludeItems', ['accountant']],
      ] as const) {
        expect(await dream({ shouldLLMFilter: true, [setting]: value }), setting).toMatchObject({
          memories: 1,
        })
        await clear()
      }
      const all = { filterPrompt: 'Only remember boats.', includeItems: ['boats'], excludeItems: ['dog'] }
      const excludeItems = ['dog', 'accountant']
      expect(await dream({ shouldLLMFilter: true, excludeItems })).toMatchObject({
        outcome: 'filtered',
        setting: 'excludeItems',
        memories: 0,
      })
      const filterTags = [{ tag: 'boats', score: 0.9 }]
      expect(await dream({ ...all, filterTags, shouldLLMFilter: false })).toMatchObject({
        outcome: 'formed',
        memories: 2,
      })
    } finally {
      await clear()
    }
  })

  test('SET-1, SET-2: GET returns the stored settings, and PATCH names the organization', async () => {
    const { status, body } = await patch(everything)
    expect(status).toBe(200)
    expect(body.orgId).toMatch(/^.{22}$/)
    expect(body.orgSlug).toEqual(expect.any(String))
    expect(body.updated).toMatchObject(everything)
    expect(await read()).toMatchObject(everything)
    const { org } = (await get('/v3/session')).body
    expect({ id: body.orgId, slug: body.orgSlug }).toEqual({ id: org.id, slug: org.slug })
  })

  test('SET-3: PATCH keeps settings that it does not name, and null clears one', async () => {
    await patch({ filterPrompt: 'Only cooking.', chunkSize: 900 })
    await patch({ filterPrompt: null, categories: ['history'] })
    const settings = await read()
    expect(settings).toMatchObject({ chunkSize: 900, categories: ['history'] })
    expect(settings).not.toHaveProperty('filterPrompt')
    await patch({ chunkSize: null })
    expect(await read()).not.toHaveProperty('chunkSize')
  })

  test('SET-4: PUT /v2/settings changes the same settings and returns fewer fields', async () => {
    await patch({ workspacePrompt: 'Shared.' })
    const { status, body } = await put({ includeItems: ['bread'], filterTags: [{ tag: 'oven', score: 1 }] })
    expect(status).toBe(200)
    expect(body.message).toEqual(expect.any(String))
    expect(body.settings).toMatchObject({ includeItems: ['bread'], filterTags: [{ tag: 'oven', score: 1 }] })
    expect(body.settings).not.toHaveProperty('workspacePrompt')
    expect(await read()).toMatchObject({ includeItems: ['bread'], workspacePrompt: 'Shared.' })
  })

  test('SET-5: a client secret is stored and never returned', async () => {
    const secret = newTag('secret')
    const names = ['googleDrive', 'notion', 'onedrive', 'github'].map(provider => `${provider}ClientSecret`)
    for (const name of names) {
      const answer = await patch({ [name]: secret })
      expect(answer.status).toBe(200)
      expect(answer.body.updated[name]).toBe('********')
      expect(answer.text).not.toContain(secret)
    }
    const masked = Object.fromEntries(names.map(name => [name, '********']))
    const stored = await get('/v3/settings')
    expect(stored.body).toMatchObject(masked)
    expect(stored.text).not.toContain(secret)
    expect((await put({ filterPrompt: 'Only cooking.' })).text).not.toContain(secret)
    await patch({ notionClientSecret: null })
    expect(await read()).not.toHaveProperty('notionClientSecret')
    expect(await read()).toHaveProperty('githubClientSecret')
  })

  test.for([
    [{ shouldLLMFilter: 'yes' }, 400],
    [{ filterPrompt: 'x' }, 200],
    [{ filterPrompt: 'x'.repeat(750) }, 200],
    [{ filterPrompt: 'x'.repeat(751) }, 400],
    [{ filterPrompt: '' }, 400],
    [{ workspacePrompt: 'x'.repeat(1500) }, 200],
    [{ workspacePrompt: 'x'.repeat(1501) }, 400],
    [{ chunkSize: 199 }, 400],
    [{ chunkSize: 200 }, 200],
    [{ chunkSize: 8000 }, 200],
    [{ chunkSize: 8001 }, 400],
    [{ categories: 'science' }, 400],
    [{ includeItems: [''] }, 400],
    [{ excludeItems: Array(500).fill('x') }, 200],
    [{ excludeItems: Array(501).fill('x') }, 400],
    [{ filterTags: [{ tag: 'a' }] }, 400],
    [{ filterTags: [{ tag: 'a', score: 'high' }] }, 400],
    [{ profileBuckets: bucketsOf(50) }, 200],
    [{ profileBuckets: bucketsOf(51) }, 400],
    [{ profileBuckets: [{ key: 'k' }] }, 400],
    [{ profileBuckets: [...bucketsOf(1), ...bucketsOf(1)] }, 400],
    [{ notionCustomKeyEnabled: 'on' }, 400],
    [{ notionClientId: 7 }, 400],
    [{ somethingElse: true }, 200],
    [{}, 200],
  ] as const)(
    'SET-6: a setting within its limits is stored and one beyond returns 400, case %#',
    async ([body, status]) => {
      expect((await patch(body)).status).toBe(status)
    },
  )

  test.skipIf(!otherKey)('SET-7: each organization has its own settings', async () => {
    const prompt = newTag('prompt')
    await patch({ workspacePrompt: prompt })
    expect((await get('/v3/settings', { key: otherKey! })).text).not.toContain(prompt)
  })

  test('SET-8: a scoped key may neither read nor change settings', async () => {
    const { body } = await post('/v3/auth/scoped-key', { containerTag: newTag() })
    const scoped = { key: body.key }
    expect((await get('/v3/settings', scoped)).body.code).toBe('auth.forbidden')
    expect((await request('PATCH', '/v3/settings', {}, scoped)).status).toBe(403)
    expect((await request('PUT', '/v2/settings', {}, scoped)).status).toBe(403)
  })
})
