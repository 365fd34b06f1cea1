import * as mastra from '@supermemory/tools/mastra'
import * as voltagent from '@supermemory/tools/voltagent'
import * as mastraV1 from 'supermemory-tools-v1/mastra'
import * as voltagentV1 from 'supermemory-tools-v1/voltagent'
import { describe, expect, test } from 'vitest'
import { baseUrl, key, newTag } from '../client.ts'
import { addMemories, untilFound } from './seed.ts'
import { nameOf } from './versions.ts'
import { watch } from './watch.ts'

const shared = { apiKey: key, baseUrl, mode: 'full', addMemory: 'always' } as const

type Search = { searchMode?: 'memories' | 'documents' | 'hybrid'; limit?: number; threshold?: number }

const generations = [
  {
    name: nameOf('@supermemory/tools'),
    processorsOf: (containerTag: string, customId: string) =>
      mastra.createSupermemoryProcessors({ ...shared, containerTag, customId }),
    hooksOf: (containerTag: string, options: Search & { customId: string }) =>
      voltagent.createSupermemoryHooks(containerTag, { ...shared, ...options }),
  },
  {
    name: nameOf('supermemory-tools-v1'),
    processorsOf: (containerTag: string, threadId: string) =>
      mastraV1.createSupermemoryProcessors(containerTag, { ...shared, threadId }),
    hooksOf: (containerTag: string, options: Search & { customId: string }) =>
      voltagentV1.createSupermemoryHooks(containerTag, { ...shared, ...options }),
  },
]

const question = 'Eve speaks Basque, right?'
const messages = [{ id: 'm1', role: 'user', content: question, parts: [{ type: 'text', text: question }] }]
/** One turn of an agent, with its messages in every place where one of the generations reads them. */
const turn = {
  agent: { name: 'scripted' },
  messages,
  rawMessages: messages,
  context: { input: { messages } },
}

describe.each(generations)('$name', ({ processorsOf, hooksOf }) => {
  watch()

  test('mastra processors work', async () => {
    const containerTag = newTag()
    const customId = `mastra-${containerTag}`
    await addMemories(containerTag, { content: 'Eve speaks Basque.', isStatic: true })
    const { input, output } = processorsOf(containerTag, customId)
    const [user] = messages
    const said = [{ ...user, createdAt: new Date(), content: { format: 2, parts: [], content: question } }]
    const systems: string[] = []
    const messageList = {
      clearSystemMessages: () => undefined,
      addSystem: (text: string) => systems.push(text),
    }
    await input.processInput({ messages: said, messageList } as never)
    expect(systems.join()).toContain('Eve speaks Basque.')
    await output.processOutputResult({ messages: said } as never)
    expect((await untilFound(customId)).content).toContain(question)
  })

  test('voltagent hooks work', async () => {
    const containerTag = newTag()
    const customId = `volt-${containerTag}`
    await addMemories(containerTag, { content: 'Eve speaks Basque.', isStatic: true })
    const hooks = hooksOf(containerTag, { customId })
    const prepared = await hooks.onPrepareMessages!(turn as never)
    expect(JSON.stringify(prepared)).toContain('Eve speaks Basque.')
    await hooks.onEnd!({ ...turn, output: { text: 'Yes.' } } as never)
    expect((await untilFound(customId)).content).toContain(question)
  })

  test.for(['memories', 'hybrid'] as const)('voltagent hooks, searching %s work', async searchMode => {
    const containerTag = newTag()
    await addMemories(containerTag, { content: 'Eve speaks Basque.' })
    const customId = `volt-${containerTag}`
    const hooks = hooksOf(containerTag, { customId, searchMode, limit: 5, threshold: 0.3 })
    const prepared = await hooks.onPrepareMessages!(turn as never)
    expect(JSON.stringify(prepared)).toContain('Eve speaks Basque.')
  })
})
