import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as rewriteQuery from '../src/features/search/prompts/rewrite-query.v2.ts'
import { openAiSdkLlm } from '../src/platform/providers/llm/ai-sdk-llm.ts'
import { type LlmProvider, llmProviders } from '../src/platform/providers/llm/llm-providers.ts'
import { groundFacts } from '../src/processes/dreaming/extract/ground-facts.ts'
import * as extractFacts from '../src/processes/dreaming/extract/prompts/extract-facts.v4.ts'
import * as summarize from '../src/processes/dreaming/extract/prompts/summarize.v2.ts'
import { readCassette, replay } from './cassette.ts'
import { passages, playScenes, type Scenes } from './cassette-scenes.ts'

const noWishes = { isFiltered: false, prompt: undefined, include: [], exclude: [] }

/** Recorded answers of providers. `node server/test/record-cassettes.ts` asks them again, for a person who has a key. */
describe.each(Object.keys(llmProviders) as LlmProvider[])('with the recorded answers of %s', provider => {
  const cassette = readCassette(provider)
  let server: Awaited<ReturnType<typeof replay>>
  let scenes: Scenes
  beforeAll(async () => {
    server = await replay(cassette)
    const { model } = cassette
    scenes = await playScenes(
      openAiSdkLlm({ provider, url: server.url, model, apiKey: 'key', timeoutMs: 5_000 }),
    )
  })
  afterAll(() => server.close())

  test('facts are extracted, and the text supports them', () => {
    const grounded = passages.map((passage, i) => {
      const read = scenes.facts.value.facts.filter(fact => fact.passage === i + 1)
      const piece = { passage: i, span: [0, passage.text.length] as [number, number], before: '' }
      return groundFacts(read, passage, piece, noWishes).map(({ text }) => text)
    })
    expect(grounded[0]!.join(' ')).toMatch(/Lisbon/)
    expect(grounded[1]!.join(' ')).toMatch(/Terra/)
    expect(grounded.flat().join(' ')).not.toMatch(/administrator/)
  })

  test('a fact says which known memory it updates', () => {
    const moved = scenes.facts.value.facts.find(({ attribute }) => attribute === 'residence')
    expect(moved).toMatchObject({ relation: 'updates', of: ['m1'] })
  })

  test('a query is rewritten, not answered', () => {
    expect(scenes.rewritten.value.query).toMatch(/2024/)
    expect(scenes.rewritten.value.query).not.toMatch(/Terra/)
  })

  test('a title and a summary are written', () => {
    expect(scenes.summary.value.title.length).toBeLessThan(120)
    expect(scenes.summary.value.summary).toMatch(/Lisbon/)
  })

  test('the cost is reported', () => {
    for (const { usage } of Object.values(scenes)) {
      expect(usage.inputTokens).toBeGreaterThan(100)
      expect(usage.outputTokens).toBeGreaterThan(5)
    }
  })

  test('the prompts are the recorded ones; a changed prompt needs a new version and a new recording', () => {
    for (const [i, { system }] of [extractFacts, rewriteQuery, summarize].entries())
      expect(JSON.stringify(cassette.exchanges[i]!.request)).toContain(JSON.stringify(system).slice(1, -1))
  })

  test('the cassette contains no key', () => {
    expect(JSON.stringify(cassette)).not.toMatch(/bearer|api[-_]key|sk-[a-z0-9]/i)
  })
})
