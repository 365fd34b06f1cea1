import { describe, expect, test } from 'vitest'
import type { Principal } from '../../platform/access/principal.ts'
import type { Embedder } from '../../platform/providers/embedding/embedder.ts'
import { type RecallApp, SearchRequest } from './search-request.ts'

const organization = { id: 'org', slug: 'org', name: 'Org', homeShard: 0, spread: false }
const principalOf = (containerTag?: string): Principal => ({
  organization,
  key: { id: 'k', name: 'k' },
  containerTag,
})

function open(containerTags: string[], containerTag?: string): SearchRequest {
  const { signal } = new AbortController()
  return new SearchRequest({
    app: {} as RecallApp,
    principal: principalOf(containerTag),
    containerTags,
    signal,
  })
}

/** Counts its calls. Only the parts of an embedder that a query needs. */
function countingEmbedder(embed: (texts: readonly string[]) => Promise<Float32Array[]>) {
  const calls: string[] = []
  const embedder = {
    async embed(texts: readonly string[]) {
      calls.push(...texts)
      return embed(texts)
    },
  } as unknown as Embedder
  return { calls, embedder }
}

describe('the tags of a search request', () => {
  test('are those of the request for a key of the organization', () => {
    expect(open(['ada', 'bob']).tags).toEqual(['ada', 'bob'])
    expect(open([]).tags).toEqual([])
  })

  test('are the tag of a scoped key, whether the request names it or not', () => {
    expect(open([], 'ada').tags).toEqual(['ada'])
    expect(open(['ada'], 'ada').tags).toEqual(['ada'])
  })

  test('may not name a container other than that of a scoped key', () => {
    expect(() => open(['bob'], 'ada')).toThrow(/limited to the container tag ada/)
    expect(() => open(['ada', 'bob'], 'ada')).toThrow(/limited to the container tag ada/)
  })
})

describe('a search request', () => {
  test('embeds a query once per model, however many of its searches ask', async () => {
    const [one, other] = [1, 2].map(value => countingEmbedder(async () => [Float32Array.of(value)]))
    const request = open([])
    const [first, again] = await Promise.all([
      request.embed(one!.embedder, 'tea'),
      request.embed(one!.embedder, 'tea'),
    ])
    expect(again).toBe(first)
    expect((await request.embed(other!.embedder, 'tea')).vector).toEqual(Float32Array.of(2))
    await request.embed(one!.embedder, 'coffee')
    expect([one!.calls, other!.calls]).toEqual([['tea', 'coffee'], ['tea']])
  })

  test('reports a failed embedding only to the search that awaits it', async () => {
    const { embedder } = countingEmbedder(() => Promise.reject(new Error('model is away')))
    const request = open([])
    request.embed(embedder, 'tea')
    await new Promise(resolve => setImmediate(resolve))
    await expect(request.embed(embedder, 'tea')).rejects.toThrow('model is away')
  })
})
