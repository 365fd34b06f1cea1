import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  add,
  type Client,
  startTestServer,
  type TestServer,
  until,
  untilFinished,
} from '../../../test/harness.ts'
import { inScope } from '../../platform/db/tx.ts'
import { decodeId } from '../../platform/lib/ids.ts'
import { hasChangedMemories } from '../../processes/dreaming/changed-memory-store.ts'
import { citeSource } from '../memories/source-store.ts'

/** A memory is a sentence, and the sentence before it often says whom or what it is about. */
const passages = [
  {
    content: 'Ruth is coming to dinner on Friday. She cannot eat shellfish.',
    memory: 'She cannot eat shellfish.',
  },
  {
    content: 'Mavis is coming to lunch on Sunday. She cannot eat peanuts.',
    memory: 'She cannot eat peanuts.',
  },
]

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startTestServer({ config: { DREAM_QUIET_MS: 60_000 } })
  client = server.client
  const documents: string[] = []
  for (const { content } of passages)
    documents.push(await add(client, { content, containerTag: 'dinner', documentDate: '2026-05-01' }))
  await Promise.all(documents.map(id => untilFinished(client, id)))
  const memories = passages.map(({ memory }) => ({
    content: memory,
    temporalContext: { documentDate: '2026-05-01' },
  }))
  const { body } = await client.request('POST', '/v4/memories', { containerTag: 'dinner', memories })
  const key = await server.app.containers.resolve(client.organization, 'dinner')
  const cell = server.app.cells.of(key.shard)
  // Dreaming replaces the sources of memories, so the test adds them afterwards.
  await until(
    () => inScope(cell, { org: key.org }, db => hasChangedMemories(db, key)),
    isChanged => !isChanged,
  )
  for (const [i, { content, memory }] of passages.entries())
    await inScope(cell, { org: key.org }, db =>
      citeSource(db, key, {
        memory: decodeId(body.memories[i].id)!,
        document: decodeId(documents[i]!)!,
        revision: 1,
        spans: [[content.indexOf(memory), content.length]],
      }),
    )
})
afterAll(() => server.close())

const first = async (q: string) => {
  const { body } = await client.request('POST', '/v4/search', {
    q,
    containerTag: 'dinner',
    threshold: 0,
    limit: 1,
  })
  return body.results[0].memory
}

test('a memory is found by the words of the passage that it comes from', async () => {
  expect(await first('What can Ruth not eat?')).toBe('She cannot eat shellfish.')
  expect(await first('What can Mavis not eat?')).toBe('She cannot eat peanuts.')
})

test('`explain` shows how well the passage matches', async () => {
  const ask = { q: 'What can Ruth not eat?', containerTag: 'dinner', threshold: 0, explain: true }
  const { body } = await client.request('POST', '/v4/search', ask)
  const [ruth, mavis] = body.results.map((result: { explain: { signals: object } }) => result.explain.signals)
  expect(ruth.passage).toBeGreaterThan(mavis.passage)
})
