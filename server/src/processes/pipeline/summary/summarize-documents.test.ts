import { describe, expect, it } from 'vitest'
import { type Embedder, EmbedError } from '../../../platform/providers/embedding/embedder.ts'
import { chunkText } from '../chunking/chunk-text.ts'
import type { DraftChunk } from '../draft.ts'
import { summarize } from './summarize.ts'
import { summarizeDocuments } from './summarize-documents.ts'

/** Vectors of two dimensions: how much a text is about kilns, and how much about anything else. */
function vectorOf(text: string): Float32Array {
  const kilns = text.match(/kiln/gi)?.length ?? 0
  const length = Math.hypot(kilns, 1)
  return Float32Array.of(kilns / length, 1 / length)
}

function fake(fail?: Error): Embedder & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    model: { provider: 'test', name: 'kilns', revision: '1', dimensions: 2 },
    calibration: { unrelated: 0, same: 1 },
    billed: false,
    async embed(texts) {
      asked.push(...texts)
      if (fail) throw fail
      return texts.map(vectorOf)
    },
    close: () => Promise.resolve(),
  }
}

function run(embedder: Embedder, text: string, revision = 1): Promise<(string | null)[]> {
  const chunks = chunkText(text) as DraftChunk[]
  const embeddings = chunks.map(({ content }) => ({
    vector: `[${vectorOf(content).join(',')}]`,
    codes: null,
  }))
  const document = { revision } as never
  const draft = { document, text, chunks, embeddings, title: null, summary: summarize(text), structure: null }
  return summarizeDocuments(embedder, [draft], new AbortController().signal)
}

const filler = (n: number) =>
  `Visitor number ${n} looked at the weather from gate ${n * 7} and wrote a postcard to somebody at home.`

describe('summarizeDocuments', () => {
  it('leaves a short text as it is', async () => {
    const embedder = fake()
    expect(await run(embedder, 'The kiln is lit. It burns.')).toEqual(['The kiln is lit. It burns.'])
    expect(embedder.asked).toEqual([])
  })

  it('takes the sentences whose words recur, in order, without requesting vectors', async () => {
    const embedder = fake()
    const text = [
      'Many things happened in the village during the long summer of that year.',
      'The kiln of the potters was fired with oak and clay was brought from the river.',
      'Somebody painted a fence near the church in an unusual shade of green.',
      'A dog slept under the bench for most of the afternoon and then went away.',
      'Firing the kiln with oak gives the clay of the river its red colour in autumn.',
      'The potters were content with what they had made out of the clay.',
    ].join(' ')
    const [summary] = await run(embedder, text)
    expect(summary).toMatch(/kiln.*clay/)
    expect(summary).not.toMatch(/dog|fence/)
    expect(summary!.length).toBeLessThanOrEqual(400)
    expect(embedder.asked).toEqual([])
    expect(await run(fake(), text)).toEqual([summary])
  })

  const long = [
    ...Array.from({ length: 60 }, (_, i) => filler(i)),
    'Every kiln in the valley is a kiln that potters lit beside another kiln.',
    ...Array.from({ length: 60 }, (_, i) => filler(i + 60)),
  ].join(' ')

  it('requests vectors for some sentences of a long text, a tenth of the text at most', async () => {
    const embedder = fake()
    const [summary] = await run(embedder, long)
    expect(summary!.split('. ').length).toBeLessThanOrEqual(3)
    expect(embedder.asked.length).toBeGreaterThan(5)
    expect(embedder.asked.length).toBeLessThanOrEqual(24)
    expect(embedder.asked.join('').length).toBeLessThan(long.length / 10)
  })

  it('requests no vectors for a revision, and goes without when the embedder is down', async () => {
    const [again, away] = [fake(), fake(new EmbedError('embed.provider_unavailable', 'away'))]
    const [summary] = await run(again, long, 2)
    expect(again.asked).toEqual([])
    expect(summary).not.toBeNull()
    expect(await run(away, long)).toEqual([summary])
    expect(away.asked).not.toEqual([])
  })

  it("takes the user's words from a conversation", async () => {
    const turns = Array.from(
      { length: 8 },
      (_, i) =>
        `user: I glazed bowl number ${i} in blue this morning.\nassistant: Glaze number ${i} is a wonderful blue, and the bowls will surely shine in the morning light.`,
    )
    const [summary] = await run(fake(), turns.join('\n'))
    expect(summary).toMatch(/^I glazed bowl/)
    expect(summary).not.toMatch(/wonderful|assistant|user/)
  })

  it('takes well under a second for a megabyte', async () => {
    for (const text of ['user: Hi there, you.\n', 'A sentence of some words. ', 'word ', 'a\n\n']) {
      const whole = text.repeat(1_000_000 / text.length)
      const chunks = chunkText(whole).slice(0, 2_000) as DraftChunk[]
      const embeddings = chunks.map(() => ({ vector: '[1,0]', codes: null }))
      const before = process.cpuUsage()
      const draft = {
        document: { revision: 1 } as never,
        text: whole,
        chunks,
        embeddings,
        title: null,
        summary: null,
        structure: null,
      }
      await summarizeDocuments(fake(), [draft], new AbortController().signal)
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1000).toBeLessThan(1000)
    }
  })
})
