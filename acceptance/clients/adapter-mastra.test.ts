import { Reverie } from '@reverie/sdk'
import { describe, expect, test } from 'vitest'
import { reverieMemory } from '../../integrations/mastra/memory.ts'
import { baseUrl, key, newTag } from '../client.ts'
import { addMemories, untilFound } from './seed.ts'
import { adapterName } from './versions.ts'
import { watch } from './watch.ts'

const reverie = new Reverie({ baseUrl, apiKey: key })

/** A message as `@mastra/core` 1.71 passes it to processors. */
const message = (role: string, text: string) => ({
  id: text,
  role,
  createdAt: new Date(),
  content: { format: 2, parts: [{ type: 'text', text }] },
})

describe(adapterName('mastra'), () => {
  watch()

  test('processor, recalling and remembering works', async () => {
    const [containerTag, conversationId] = [newTag(), newTag()]
    await addMemories(containerTag, { content: 'Eve speaks Basque.', isStatic: true })
    const memory = reverieMemory({ reverie, containerTag, conversationId })
    const systems: string[] = []
    const messageList = { addSystem: (text: string) => systems.push(text) }
    const messages = [message('user', 'Which languages do I speak?')]
    expect(await memory.processInput({ messages, messageList })).toBe(messageList)
    expect(systems.join()).toContain('- Eve speaks Basque.')
    messages.push(message('assistant', 'Basque.'))
    expect(await memory.processOutputResult({ messages, messageList })).toBe(messageList)
    expect((await untilFound(conversationId)).content).toBe(
      'user: Which languages do I speak?\nassistant: Basque.',
    )
  })

  test('processor lets the agent run if the server does not answer', async () => {
    const gone = new Reverie({ baseUrl: 'http://127.0.0.1:9', apiKey: key, maxRetries: 0 })
    const errors: unknown[] = []
    const memory = reverieMemory({
      reverie: gone,
      containerTag: 'any',
      conversationId: 'any',
      onError: error => errors.push(error),
    })
    const given = { messages: [message('user', 'Hello?')], messageList: {} }
    expect(await memory.processInput(given)).toBe(given.messageList)
    expect(await memory.processOutputResult(given)).toBe(given.messageList)
    expect(errors).toHaveLength(2)
  })
})
