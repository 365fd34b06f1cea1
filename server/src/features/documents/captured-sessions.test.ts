import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer, until, untilFinished } from '../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ config: { DREAM_QUIET_MS: 0 } })
})
afterAll(() => server.close())

const turn = (at: number, user: string, assistant: string) =>
  `<|turn_start|>2026-11-18T09:0${at}:00.000Z\n\n<|start|>user<|message|>${user}<|end|>\n\n<|start|>assistant<|message|>${assistant}<|end|>\n\n<|turn_end|>`

const capture = async (content: string) => {
  const { body } = await server.client.request('POST', '/v3/documents', {
    content,
    containerTag: 'repo_demo',
    customId: 'session-1',
  })
  await untilFinished(server.client, body.id)
  return body.id as string
}
const memoriesOf = async (id: string) => {
  const { body } = await until(
    () => server.client.request('GET', `/v3/documents/${id}`),
    ({ body }) => body.dreamingStatus === 'done',
  )
  return body.memories as { memory: string; origin?: string }[] | undefined
}

test('the turns of a session are one document, and memories know who said what', async () => {
  const turns = [
    turn(1, 'I live in Porto.', 'I live in the cloud, and my favourite editor is Emacs.'),
    turn(2, 'My favourite editor is Vim.', 'Noted.'),
    turn(3, 'I am allergic to peanuts.', 'I will remember that.'),
  ]
  const ids = []
  for (const content of turns) ids.push(await capture(content))
  expect(new Set(ids).size).toBe(1)
  const { body } = await server.client.request('GET', `/v3/documents/${ids[0]}`)
  expect(body).toMatchObject({ content: turns.join('\n\n'), latestRevision: 3 })
  await capture(turns[2]!)
  expect((await server.client.request('GET', `/v3/documents/${ids[0]}`)).body.latestRevision).toBe(3)
  const memories = ((await memoriesOf(ids[0]!)) ?? []).map(({ memory }) => memory).join('\n')
  for (const word of ['Porto', 'Vim', 'peanuts']) expect(memories).toContain(word)
  for (const word of ['Emacs', 'cloud', '<|', 'turn_start']) expect(memories).not.toContain(word)
})
