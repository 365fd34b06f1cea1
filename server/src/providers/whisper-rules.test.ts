import { describe, expect, it } from 'vitest'
import { WhisperRules, type WhisperTokens } from './whisper-rules.ts'

/** Words 0–9, then what is no word, then times of 20 ms each. */
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

/** All tokens alike but for those given. */
function scores(likely: Record<number, number> = {}): Float32Array {
  const logits = new Float32Array(size)
  for (const [token, score] of Object.entries(likely)) logits[Number(token)] = score
  return logits
}

/** What may follow, by number. */
function allowed(rules: WhisperRules, said: number[], likely: Record<number, number> = {}): number[] {
  const logits = scores(likely)
  rules.apply(said, logits)
  return [...logits.keys()].filter(token => logits[token] !== Number.NEGATIVE_INFINITY)
}

const opening = [11, 12, 14]

describe('Whisper', () => {
  it('begins with the likeliest language and its task', () => {
    const rules = rulesFor()
    expect(allowed(rules, [11], { 13: 5 })).toEqual([13])
    expect(allowed(rules, [11, 13])).toEqual([14])
    expect(rules.language).toBe('de')
  })

  it('does not name a language it is not sure of', () => {
    const rules = rulesFor()
    allowed(rules, [11])
    expect(rules.language).toBeUndefined()
  })

  it('keeps to the language it was told, and finds out when it knows none of that name', () => {
    expect(allowed(rulesFor('en'), [11], { 13: 5 })).toEqual([12])
    expect(allowed(rulesFor('tlh'), [11], { 13: 5 })).toEqual([13])
  })

  it('says how likely it is that nobody speaks', () => {
    const rules = rulesFor()
    allowed(rules, [11], { [noSpeech]: 10 })
    expect(rules.silence).toBeGreaterThan(0.9)
  })

  it('that knows English only begins at once', () => {
    const rules = new WhisperRules(english, undefined, { forbidRepeats: false })
    expect(Math.min(...allowed(rules, [11]))).toBe(time(0))
  })

  it('first says when, within the first second', () => {
    expect(allowed(rulesFor('en'), opening)).toEqual(Array.from({ length: 51 }, (_, i) => time(i)))
  })

  it('then a word, not one that never comes first', () => {
    const after = allowed(rulesFor('en'), [...opening, time(0)], { 3: 9 })
    expect(after).toContain(3)
    expect(after).not.toContain(0)
    expect(after.every(token => token <= tokens.end)).toBe(true)
  })

  it('never goes back in time', () => {
    const after = allowed(rulesFor('en'), [...opening, time(20), 3], { [time(30)]: 9 })
    expect(Math.min(...after)).toBe(time(21))
  })

  it('closes with a time before another begins, or ends', () => {
    const after = allowed(rulesFor('en'), [...opening, time(20), 3, time(30)], { 10: 9 })
    expect(after).toContain(tokens.end)
    expect(after.filter(token => token < tokens.end)).toEqual([])
    expect(Math.min(...after.filter(token => token >= time(0)))).toBe(time(30))
  })

  it('says a time when all times together are likelier than any word', () => {
    const after = allowed(rulesFor('en'), [...opening, time(20), 3], { 4: 2 })
    expect(after.every(token => token >= time(0))).toBe(true)
    expect(allowed(rulesFor('en'), [...opening, time(20), 3], { 4: 9 })).toContain(4)
  })

  it('does not say three words again that it has said, when it must not', () => {
    const said = [...opening, time(0), 1, 2, 3, 1, 2]
    expect(allowed(rulesFor('en', true), said, { 3: 20, 4: 15 })).not.toContain(3)
    expect(allowed(rulesFor('en'), said, { 3: 20, 4: 15 })).toContain(3)
  })

  it('is confident of what was likely', () => {
    const [sure, unsure] = [rulesFor('en'), rulesFor('en')]
    allowed(sure, [...opening, time(0)], { 4: 20 })
    allowed(unsure, [...opening, time(0)])
    expect(sure.confidence).toBeCloseTo(0, 3)
    expect(unsure.confidence).toBeLessThan(-2)
  })

  it('has said what is between its opening and its end', () => {
    expect(rulesFor('en').said([...opening, time(0), 4, time(9), tokens.end])).toEqual([time(0), 4, time(9)])
  })
})
