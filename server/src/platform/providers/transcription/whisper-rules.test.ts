import { describe, expect, it } from 'vitest'
import { WhisperRules, type WhisperTokens } from './whisper-rules.ts'

/** Words are 0–9, then special tokens, then timestamps of 20 ms each. */
const tokens: WhisperTokens = {
  start: 11,
  end: 10,
  languages: new Map([
    ['en', 12],
    ['de', 13],
  ]),
  transcribe: 14,
  noTimestamps: 16,
  neverFirst: [0],
}
const noSpeech = 15
const time = (fiftieths: number) => 17 + fiftieths
const size = 17 + 200

const english = { ...tokens, languages: new Map() }

const rulesFor = (language?: string, forbidRepeats = false) =>
  new WhisperRules(tokens, language, { forbidRepeats })

/** Gives all tokens the same score except those given. */
function scores(likely: Record<number, number> = {}): Float32Array {
  const logits = new Float32Array(size)
  for (const [token, score] of Object.entries(likely)) logits[Number(token)] = score
  return logits
}

/** Lists the tokens that may follow. */
function allowed(rules: WhisperRules, said: number[], likely: Record<number, number> = {}): number[] {
  const logits = scores(likely)
  rules.apply(said, logits)
  return [...logits.keys()].filter(token => logits[token] !== Number.NEGATIVE_INFINITY)
}

const opening = [11, 12, 14]

describe('the Whisper decoding rules', () => {
  it('begin with the likeliest language and its task', () => {
    const rules = rulesFor()
    expect(allowed(rules, [11], { 13: 5 })).toEqual([13])
    expect(allowed(rules, [11, 13])).toEqual([14])
    expect(rules.language).toBe('de')
  })

  it('name no language that the model is not sure of', () => {
    const rules = rulesFor()
    allowed(rules, [11])
    expect(rules.language).toBeUndefined()
  })

  it('keep to the given language, and detect it when the given one is unknown', () => {
    expect(allowed(rulesFor('en'), [11], { 13: 5 })).toEqual([12])
    expect(allowed(rulesFor('tlh'), [11], { 13: 5 })).toEqual([13])
  })

  it('report how likely it is that nobody speaks', () => {
    const rules = rulesFor()
    allowed(rules, [11], { [noSpeech]: 10 })
    expect(rules.silence).toBeGreaterThan(0.9)
  })

  it('of an English-only model begin at once', () => {
    const rules = new WhisperRules(english, undefined, { forbidRepeats: false })
    expect(Math.min(...allowed(rules, [11]))).toBe(time(0))
  })

  it('start with a timestamp within the first second', () => {
    expect(allowed(rulesFor('en'), opening)).toEqual(Array.from({ length: 51 }, (_, i) => time(i)))
  })

  it('then take a word, but not one that never comes first', () => {
    const after = allowed(rulesFor('en'), [...opening, time(0)], { 3: 9 })
    expect(after).toContain(3)
    expect(after).not.toContain(0)
    expect(after.every(token => token <= tokens.end)).toBe(true)
  })

  it('never go back in time', () => {
    const after = allowed(rulesFor('en'), [...opening, time(20), 3], { [time(30)]: 9 })
    expect(Math.min(...after)).toBe(time(21))
  })

  it('close with a timestamp before another begins, or end', () => {
    const after = allowed(rulesFor('en'), [...opening, time(20), 3, time(30)], { 10: 9 })
    expect(after).toContain(tokens.end)
    expect(after.filter(token => token < tokens.end)).toEqual([])
    expect(Math.min(...after.filter(token => token >= time(0)))).toBe(time(30))
  })

  it('take a timestamp when all timestamps together are likelier than any word', () => {
    const after = allowed(rulesFor('en'), [...opening, time(20), 3], { 4: 2 })
    expect(after.every(token => token >= time(0))).toBe(true)
    expect(allowed(rulesFor('en'), [...opening, time(20), 3], { 4: 9 })).toContain(4)
  })

  it('do not repeat three words when that is forbidden', () => {
    const said = [...opening, time(0), 1, 2, 3, 1, 2]
    expect(allowed(rulesFor('en', true), said, { 3: 20, 4: 15 })).not.toContain(3)
    expect(allowed(rulesFor('en'), said, { 3: 20, 4: 15 })).toContain(3)
  })

  it('report high confidence in likely words', () => {
    const [sure, unsure] = [rulesFor('en'), rulesFor('en')]
    allowed(sure, [...opening, time(0)], { 4: 20 })
    allowed(unsure, [...opening, time(0)])
    expect(sure.confidence).toBeCloseTo(0, 3)
    expect(unsure.confidence).toBeLessThan(-2)
  })

  it('return the tokens between the opening and the end', () => {
    expect(rulesFor('en').said([...opening, time(0), 4, time(9), tokens.end])).toEqual([time(0), 4, time(9)])
  })
})
