import { expect, test } from 'vitest'
import { add, startTestServer, until } from '../../../test/harness.ts'

test('a filter prompt for one subject leaves out facts about others, once filtering is switched on', async () => {
  const server = await startTestServer({ config: { DREAM_QUIET_MS: 0 } })
  try {
    const { client } = server
    const content = 'user: My dog is called Bruno. I work as an accountant.\nassistant: I see.'
    const remembered = async (containerTag: string) => {
      const id = await add(client, { content, containerTag })
      await until(
        async () => (await client.request('GET', `/v3/documents/${id}`)).body,
        ({ dreamingStatus }) => dreamingStatus === 'done',
      )
      const { body } = await client.request('POST', '/v4/memories/list', { containerTags: [containerTag] })
      return body.memoryEntries.map(({ memory }: { memory: string }) => memory).sort()
    }
    await client.request('PATCH', '/v3/settings', { filterPrompt: 'Only remember pets.' })
    expect(await remembered('all')).toHaveLength(2)
    await client.request('PATCH', '/v3/settings', { shouldLLMFilter: true })
    expect(await remembered('pets')).toEqual([expect.stringContaining('Bruno')])
    await client.request('PATCH', '/v3/settings', { shouldLLMFilter: null, excludeItems: ['accountant'] })
    expect(await remembered('excluded')).toEqual([expect.stringContaining('Bruno')])
    await client.request('PATCH', '/v3/settings', { shouldLLMFilter: false, includeItems: ['boats'] })
    expect(await remembered('switched_off')).toHaveLength(2)
  } finally {
    await server.close()
  }
})
