import { type Document, type ErrorCode, type MemoryHit, Reverie, type SearchResults } from '@reverie/sdk'

export const reverie = new Reverie({ baseUrl: 'http://127.0.0.1:8787', apiKey: 'sm_key' })

export async function ask(
  q: string,
): Promise<{ found: SearchResults; memories: MemoryHit[]; code: ErrorCode }> {
  const document: Document = await reverie.documents.get('ada')
  const { results } = await reverie.searchMemories({ q, containerTag: document.containerTags?.[0] ?? 'ada' })
  for await (const { memory } of reverie.memories.list({ containerTag: 'ada' })) memory.toUpperCase()
  const filters = { AND: [{ key: 'city', value: 'Lisbon' }] } // fields with defaults may be left out
  for await (const { id } of reverie.documents.list({ filters })) id.toUpperCase()
  // @ts-expect-error -- a misspelt field does not compile
  await reverie.add({ content: 'x', contanerTag: 'ada' })
  return { found: await reverie.search({ q }), memories: results, code: 'memory.not_found' }
}
