import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Embedder, EmbedError } from './embedder.ts'
import { encodeTokens } from './encode-tokens.ts'

/** Tests that every embedder passes, whatever its implementation. */
export function describeEmbedderContract(name: string, open: () => Promise<Embedder>): void {
  describe(`${name} keeps the embedder contract`, () => {
    let embedder: Embedder
    beforeAll(async () => {
      embedder = await open()
    })
    afterAll(() => embedder.close())

    const document = { purpose: 'document' } as const
    const texts = Array.from({ length: 70 }, (_, i) => `Note ${i}: ${'water the plants. '.repeat(i % 9)}`)

    it('names its model', () => {
      expect(embedder.model.name).not.toBe('')
      expect(embedder.model.revision).not.toBe('')
      expect(embedder.model.dimensions).toBeGreaterThan(0)
      expect(embedder.calibration.same).toBeGreaterThan(embedder.calibration.unrelated)
    })

    it('gives one vector per text, of length 1, with the dimensions it names', async () => {
      const vectors = await embedder.embed(texts, document)
      expect(vectors).toHaveLength(texts.length)
      for (const vector of vectors) {
        expect(vector).toHaveLength(embedder.model.dimensions)
        expect(Math.hypot(...vector)).toBeCloseTo(1, 4)
      }
    })

    it('encodes the same tokens that it returns', async () => {
      // Two of these have no content words.
      const some = ['the', 'of', ...texts.slice(0, 9)]
      const coded = await embedder.embedCodes?.(some, document)
      if (coded === undefined) return expect(embedder.embedTokens).toBeUndefined()
      const embedded = await embedder.embedTokens!(some, document)
      const expected = embedded.map(({ vector, tokens, pieces }) => ({
        vector,
        codes: encodeTokens(tokens, pieces),
      }))
      expect(coded).toEqual(expected)
    })

    it('returns the same vector with tokens, one row per token, if it supports tokens', async () => {
      const embedded = await embedder.embedTokens?.(texts.slice(0, 9), document)
      if (embedded === undefined) return expect(embedder.calibration.tokens).toBeUndefined()
      const vectors = await embedder.embed(texts.slice(0, 9), document)
      for (const [i, { vector, tokens, pieces }] of embedded.entries()) {
        expect(vector).toEqual(vectors[i])
        expect(pieces.length).toBeGreaterThan(2)
        expect(tokens).toHaveLength(pieces.length * embedder.model.dimensions)
      }
    })

    it('gives a text the same vector alone, in a batch, and again', async () => {
      const together = await embedder.embed(texts, document)
      for (const i of [0, 8, 33, 69]) {
        const [alone] = await embedder.embed([texts[i]!], document)
        expect(alone).toEqual(together[i])
      }
      expect(await embedder.embed(texts, document)).toEqual(together)
    })

    it('gives vectors that own their memory', async () => {
      const [first] = await embedder.embed(['one', 'two'], document)
      expect(first!.byteLength).toBe(first!.buffer.byteLength)
    })

    it('answers an empty list with an empty list', async () => {
      expect(await embedder.embed([], document)).toEqual([])
    })

    it('takes queries too', async () => {
      const [vector] = await embedder.embed(['What needs water?'], { purpose: 'query' })
      expect(vector).toHaveLength(embedder.model.dimensions)
    })

    it('rejects with the reason when it was aborted before the call', async () => {
      const signal = AbortSignal.abort(new Error('too late'))
      await expect(embedder.embed(texts, { ...document, signal })).rejects.toThrow('too late')
    })

    it('rejects with the reason when it is aborted during the call', async () => {
      const controller = new AbortController()
      const embedding = embedder.embed(texts, { ...document, signal: controller.signal })
      controller.abort(new Error('not needed'))
      await expect(embedding).rejects.toThrow('not needed')
    })

    it('serves others while one call is aborted', async () => {
      const controller = new AbortController()
      const other = embedder.embed(texts.slice(0, 3), document)
      const aborted = embedder.embed(texts, { ...document, signal: controller.signal })
      controller.abort()
      await expect(aborted).rejects.toThrow()
      expect(await other).toHaveLength(3)
    })

    it('rejects calls under way and later calls once it is closed', async () => {
      const closing = await open()
      const underWay = closing.embed(texts, document)
      const rejected = expect(underWay).rejects.toBeInstanceOf(EmbedError)
      await closing.close()
      await rejected
      await expect(closing.embed(['late'], document)).rejects.toBeInstanceOf(EmbedError)
    })
  })
}
