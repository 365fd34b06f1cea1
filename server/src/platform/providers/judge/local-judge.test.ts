import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PairQuestion } from '../../lib/judgement.ts'
import type { Judge } from './judge.ts'
import { openLocalJudge } from './local-judge.ts'
import { prepareJudge } from './prepare-judge.ts'

let modelDir: string
let judge: Judge
beforeAll(async () => {
  modelDir = await mkdtemp(join(tmpdir(), 'reverie-judge-'))
  judge = openLocalJudge(modelDir)
})
afterAll(async () => {
  await judge.close()
  await rm(modelDir, { recursive: true })
})

const judgeSentence = async (sentence: string, speaker = 'user') => {
  const [judgement] = await judge.judgeStatements([{ speaker, before: [], sentence, after: '' }])
  return judgement!
}
const judgeOne = async (question: PairQuestion) => (await judge.judgePairs([question]))[0]!

describe('the local judge', () => {
  it.each([
    'I work as a bookbinder in Utrecht.',
    'My daughter is allergic to walnuts.',
    'The user lives in Utrecht.',
    'Always answer me in Dutch.',
  ])('keeps a plain statement: %s', async sentence => {
    expect((await judgeSentence(sentence)).keep).toBeGreaterThan(0.6)
  })

  it.each(['Hello there!', 'Thanks, that is great', 'What time does the shop open?', 'haha ok'])(
    'does not keep %s',
    async sentence => {
      expect((await judgeSentence(sentence)).keep).toBeLessThan(0.4)
    },
  )

  it('tells a question, an instruction and an assertion apart', async () => {
    expect((await judgeSentence('Which train should I take?')).stance.asked).toBeGreaterThan(0.5)
    expect((await judgeSentence('Never call me before nine.')).stance.instructed).toBeGreaterThan(0.5)
    expect((await judgeSentence('I have two brothers.')).stance.asserted).toBeGreaterThan(0.5)
  })

  it('takes a new home for an update, and another person’s home for no change', async () => {
    const earlier = 'I live in Utrecht.'
    const update = await judgeOne({ earlier, later: 'I moved to Ghent last week.' })
    expect(update.updates + update.ends).toBeGreaterThan(0.5)
    const other = await judgeOne({ earlier, later: 'My colleague Wanda lives in Ghent.' })
    expect(other.updates + other.ends).toBeLessThan(0.3)
  })

  it('answers with probabilities', async () => {
    const { keep, ...heads } = await judgeSentence('We have a cat called Miso.')
    const relations = await judgeOne({ earlier: 'We have a cat.', later: 'Our cat is called Miso.' })
    expect(keep).toBeLessThanOrEqual(1)
    for (const head of [...Object.values(heads), relations]) {
      const total = Object.values<number>(head).reduce((sum, value) => sum + value, 0)
      expect(total).toBeCloseTo(1, 5)
    }
  })

  it('judges each question alone, in the order of the questions', async () => {
    const sentences = Array.from({ length: 20 }, (_, i) => `I bought ${i} lamps for the hall.`)
    const together = await judge.judgeStatements(
      sentences.map(sentence => ({ speaker: 'user', before: [], sentence, after: '' })),
    )
    expect(together).toHaveLength(20)
    expect(together[17]).toEqual(await judgeSentence(sentences[17]!))
  })

  it.each([
    ['nothing', ''],
    ['a megabyte', 'lorem ipsum '.repeat(90_000)],
    ['half a character', '\ud83d'],
    ['a word without end', 'a'.repeat(20_000)],
  ])('accepts %s', async (_, text) => {
    const [judgement] = await judge.judgeStatements([
      { speaker: text, before: [text], sentence: text, after: text },
    ])
    expect(judgement!.keep).toBeGreaterThanOrEqual(0)
    const { same } = await judgeOne({ earlier: text, later: text })
    expect(same).toBeGreaterThanOrEqual(0)
  })

  it('refuses questions after it was closed', async () => {
    const closed = openLocalJudge(modelDir)
    await closed.close()
    await expect(closed.judgePairs([{ earlier: 'a', later: 'b' }])).rejects.toThrow('closed')
  })
})

describe('preparing the judge', () => {
  it('refuses damaged weights and leaves no file', async () => {
    const directory = join(modelDir, 'damaged')
    const weights = pathToFileURL(`${join(directory, 'weights')}/`)
    await cp(new URL('../../../../judge/weights/', import.meta.url), weights, { recursive: true })
    const path = new URL('judge.safetensors', weights)
    const bytes = await readFile(path)
    bytes[bytes.length - 5]! ^= 1
    await writeFile(path, bytes)
    await expect(prepareJudge(directory, weights)).rejects.toThrow('damaged')
    expect(await readdir(directory)).toEqual(['weights'])
  })
})
