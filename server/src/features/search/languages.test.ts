import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, startTestServer, type TestServer, untilFinished } from '../../../test/harness.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const english = [
  'Ada moved to Lisbon in May and started at a ceramics studio.',
  'The cat refuses to eat dry food since Tuesday.',
  'The replacement pump carries its part number on the label.',
  'A sourdough loaf wants a hot oven and a long rest.',
  'The engine coughs when it is cold, and stalls at the first traffic light.',
  'The choir sings on Thursdays, and again on the first Sunday of the month.',
]
const harbour = {
  english: 'The harbour was quiet that evening, and the ferries lay at their moorings until the morning.',
  french: 'Le port était calme ce soir-là, et les navires restaient à quai jusqu’au lendemain matin.',
}

/** The score of the text with the answer, among other texts and a further one. */
async function scoreBeside(containerTag: string, further: string): Promise<number> {
  const { client } = server
  const added = await Promise.all(
    [...english, further].map(content => add(client, { content, containerTag })),
  )
  await Promise.all(added.map(id => untilFinished(client, id)))
  const q = 'where is the ceramics studio that Ada started at?'
  const { body } = await client.request('POST', '/v3/search', { q, containerTag })
  expect(body.results[0].documentId).toBe(added[0])
  return body.results[0].score
}

test('a text in another language does not lower the scores of the others', async () => {
  const alone = await scoreBeside('english', harbour.english)
  const beside = await scoreBeside('mixed', harbour.french)
  expect(Math.abs(alone - beside)).toBeLessThan(0.03)
})
