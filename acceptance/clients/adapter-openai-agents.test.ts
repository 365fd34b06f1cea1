import type { AgentInputItem } from '@openai/agents-core'
import { Reverie } from '@reverie/sdk'
import { describe, expect, test } from 'vitest'
import { ReverieSession } from '../../integrations/openai-agents/session.ts'
import { baseUrl, key, newTag } from '../client.ts'
import { addMemories, untilFound } from './seed.ts'
import { adapterName } from './versions.ts'
import { watch } from './watch.ts'

const reverie = new Reverie({ baseUrl, apiKey: key })

const question: AgentInputItem = { role: 'user', content: 'I speak Basque.\nDo you?' }
const call: AgentInputItem = {
  type: 'function_call',
  callId: '1',
  name: 'look',
  arguments: '{}',
  status: 'completed',
}
const answer: AgentInputItem = {
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'A little.' }],
}

describe(adapterName('openai-agents', '@openai/agents-core'), () => {
  watch()

  test('getItems and addItems work', async () => {
    const [containerTag, sessionId] = [newTag(), newTag()]
    const session = new ReverieSession({ reverie, containerTag, sessionId })
    expect(await session.getItems()).toEqual([])
    await session.addItems([question])
    await session.addItems([call, answer])
    const again = new ReverieSession({ reverie, containerTag, sessionId })
    expect(await again.getItems()).toEqual([question, call, answer])
    expect(await again.getItems(2)).toEqual([call, answer])
    expect(await again.getItems(0)).toEqual([])
  })

  test('popItem and clearSession work', async () => {
    const session = new ReverieSession({ reverie, containerTag: newTag(), sessionId: newTag() })
    await session.addItems([question, answer])
    expect(await session.popItem()).toEqual(answer)
    expect(await session.getItems()).toEqual([question])
    expect(await session.popItem()).toEqual(question)
    expect(await session.popItem()).toBeUndefined()
    await session.addItems([answer])
    await session.clearSession()
    expect(await session.getItems()).toEqual([])
  })

  test('remembering and recall work', async () => {
    const [containerTag, sessionId] = [newTag(), newTag()]
    await addMemories(containerTag, { content: 'Eve speaks Basque.', isStatic: true })
    const session = new ReverieSession({ reverie, containerTag, sessionId })
    expect(await session.recall('Which languages do I speak?')).toBe('- Eve speaks Basque.')
    await session.addItems([question, call, answer])
    expect((await untilFound(`${sessionId}?containerTag=${containerTag}`)).content).toBe(
      'user: I speak Basque.\nDo you?\nassistant: A little.',
    )
  })
})
