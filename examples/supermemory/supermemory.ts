import { setTimeout as sleep } from 'node:timers/promises'
import Supermemory from 'supermemory'

/** The published client of Supermemory, unmodified: only the address and the key are Reverie's. */
const client = new Supermemory({
  baseURL: process.env.REVERIE_URL ?? 'http://127.0.0.1:8787',
  apiKey: process.env.REVERIE_KEY ?? '',
})
const containerTag = 'supermemory_example'

const { id } = await client.add({
  content: 'Ada moved to Lisbon in May and drinks tea.',
  containerTag,
  customId: 'ada-lisbon',
})
while ((await client.documents.get(id)).status !== 'done') await sleep(200)

const { results } = await client.search.documents({ q: 'Where does Ada live?', containerTag })
console.log('search:', results[0]?.chunks[0]?.content)

// Memories appear a few seconds after the text is searchable.
let known: string[] = []
while (known.length === 0) {
  const { profile } = await client.profile({ containerTag })
  known = [...profile.static, ...profile.dynamic]
  await sleep(200)
}
console.log('profile:', known[0])
