import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../../platform/config.ts'
import { type Embedder, EmbedError } from '../../platform/providers/embedding/embedder.ts'
import { toVectorLiteral } from '../../platform/providers/embedding/vector-literal.ts'
import { openEmbedder } from '../../platform/providers/registry.ts'
import { classifyDocuments } from './classify-documents.ts'

/** Uses the real model, because a category is a matter of meaning. */
describe('classifying a document', () => {
  let embedder: Embedder
  beforeAll(async () => {
    embedder = await openEmbedder({ ...loadConfig({ DATABASE_URL: 'postgres://x/x' }), EMBEDDER_THREADS: 1 })
  })
  afterAll(() => embedder.close())

  async function classify(...documents: string[][]) {
    const drafts = await Promise.all(
      documents.map(async chunks => ({
        embeddings: (await embedder.embed(chunks, { purpose: 'document' })).map(vector => ({
          vector: toVectorLiteral(vector),
        })),
      })),
    )
    return classifyDocuments(embedder, drafts)
  }

  test.each([
    ['technology', 'The new release of the TypeScript compiler checks large projects twice as fast.'],
    ['technology', 'We trained a neural network on GPUs to recognise handwritten digits.'],
    ['technology', 'The phone has a faster processor, a better camera and a battery that lasts two days.'],
    ['science', 'Photosynthesis turns light into chemical energy in the chloroplasts of plant cells.'],
    ['science', 'The experiment showed that the particle decays into two photons.'],
    ['science', 'Plate tectonics explains why earthquakes cluster along the edges of continents.'],
    ['business', 'The startup raised ten million dollars from investors to expand its sales team.'],
    ['business', 'Inflation and interest rates weigh on consumer spending and the stock market.'],
    ['business', 'Please send the invoice to accounting; the customer pays within thirty days.'],
    ['health', 'The patient was given antibiotics for pneumonia and recovered within a week.'],
    ['health', 'Vaccination protects children against measles.'],
    ['health', 'The therapist treats anxiety and depression.'],
    [null, 'The cat refuses to eat dry food since Tuesday.'],
    [null, 'Ada moved to Lisbon in May and started at a ceramics studio.'],
    [null, 'A sourdough loaf wants a hot oven and a long rest.'],
    [null, 'They hiked up the mountain and slept in a hut.'],
    [null, 'It rained all weekend, so we played cards.'],
    [null, 'Hello'],
  ])('gives the category %s to: %s', async (category, text) => {
    expect(await classify([text])).toEqual([category])
  })

  test('averages its chunks, and gives no category without chunks', async () => {
    const medical = Array.from(
      { length: 40 },
      (_, i) => `Patient ${i} was treated for pneumonia in hospital.`,
    )
    expect(await classify([...medical, 'Bob plays the guitar.'], [])).toEqual(['health', null])
  })

  test('embeds the category descriptions once, and again only after a failure', async () => {
    let calls = 0
    const model = { ...embedder.model, name: 'failing first' }
    const failing: Embedder = {
      ...embedder,
      model,
      async embed(texts, options) {
        if (++calls === 1) throw new EmbedError('embed.provider_unavailable', 'not now')
        return embedder.embed(texts, options)
      },
    }
    await expect(classifyDocuments(failing, [])).rejects.toThrow('not now')
    await Promise.all([classifyDocuments(failing, []), classifyDocuments(failing, [])])
    await classifyDocuments(failing, [])
    expect(calls).toBe(2)
  })
})
