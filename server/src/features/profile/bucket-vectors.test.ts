import { expect, test } from 'vitest'
import type { Embedder } from '../../platform/providers/embedding/embedder.ts'
import { BucketVectors } from './bucket-vectors.ts'

/** Counts its calls, and fails as long as `isAway` is set. */
class CountingEmbedder {
  readonly model
  calls = 0
  isAway = false

  constructor(name: string) {
    this.model = { provider: 'test', name, revision: '1', dimensions: 2 }
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    this.calls++
    if (this.isAway) throw new Error('away')
    return texts.map(text => Float32Array.of(text.length, 0))
  }
}
const asEmbedder = (embedder: CountingEmbedder) => embedder as unknown as Embedder

test('the vector of a description is embedded once, also for requests that come at the same time', async () => {
  const [vectors, embedder] = [new BucketVectors(), new CountingEmbedder('one')]
  const read = () => vectors.of(asEmbedder(embedder), 'food')
  expect(await Promise.all([read(), read()])).toEqual(['[4,0]', '[4,0]'])
  await read()
  await vectors.of(asEmbedder(embedder), 'work')
  expect(embedder.calls).toBe(2)
})

test('each model has its own vector of a description', async () => {
  const vectors = new BucketVectors()
  const models = [new CountingEmbedder('one'), new CountingEmbedder('other')]
  for (const model of models) await vectors.of(asEmbedder(model), 'food')
  expect(models.map(({ calls }) => calls)).toEqual([1, 1])
})

test('a description is embedded again after the model was away, because a failure is not kept', async () => {
  const [vectors, embedder] = [new BucketVectors(), new CountingEmbedder('one')]
  embedder.isAway = true
  await expect(vectors.of(asEmbedder(embedder), 'food')).rejects.toThrow('away')
  embedder.isAway = false
  expect(await vectors.of(asEmbedder(embedder), 'food')).toBe('[4,0]')
})
