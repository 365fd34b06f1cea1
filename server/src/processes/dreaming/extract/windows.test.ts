import { describe, expect, test } from 'vitest'
import { extractLocally } from '../../../language/english/extract-locally.ts'
import type { Fact, FactOrigin } from '../../../language/english/fact.ts'
import type { Turn } from '../../../platform/lib/turn.ts'
import {
  countCharacters,
  findWindowEnd,
  nextWindow,
  speakerAtEnd,
  turnsIn,
  windowCharacters,
} from './windows.ts'

const saidAt = new Date('2024-05-05T10:00:00Z')
const contextLength = 2_000

/** Reads a text like the steps of a document, each of which sees only its window and the context before it. */
function readInWindows(text: string, origin: FactOrigin): Fact[] {
  const facts: Fact[] = []
  let speaker: string | null = null
  for (let from = 0; from < text.length; ) {
    const first = Math.max(0, from - contextLength)
    const unread = text.slice(from, from + windowCharacters + 1)
    const context = text.slice(first, from)
    const window = nextWindow({ from, context, unread, speaker, isFromStart: first === 0 })
    expect(window.text.length).toBeLessThanOrEqual(windowCharacters + contextLength + 50)
    const passage = { text: window.text, from: window.from, saidAt, origin, entityContext: undefined }
    for (const fact of extractLocally(passage)) {
      const spans = fact.spans.map(([start, end]): [number, number] => [
        start + window.offset,
        end + window.offset,
      ])
      facts.push({ ...fact, spans })
    }
    speaker = speakerAtEnd(passage)
    from += window.length
  }
  const seen = new Set<string>()
  return facts.filter(fact => !seen.has(fact.text) && seen.add(fact.text))
}

const readWhole = (text: string, origin: FactOrigin) =>
  extractLocally({ text, from: 0, saidAt, origin, entityContext: undefined })

const cities = ['Lisbon', 'Porto', 'Berlin', 'Oslo', 'Kyiv', 'Rome', 'Madrid', 'Prague']
const friends = ['Ada', 'Ben', 'Carla', 'Elif', 'Hugo', 'Ines']
const things = ['a bicycle', 'a piano', 'a telescope', 'an apple tree', 'a kiln']
const pick = <T>(of: readonly T[], i: number): T => of[i % of.length]!

const sentences = (count: number, toSentence: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => toSentence(i))

const diary = sentences(225, i =>
  [
    `On day ${i} I bought ${pick(things, i)} with ${pick(friends, i)} in ${pick(cities, i * 7)}.`,
    'The weather was fine, and we talked for hours about nothing in particular.',
  ].join(' '),
)

const talk = sentences(175, i =>
  [
    `user: My friend ${pick(friends, i)} number ${i} lives in ${pick(cities, i)}. I visited them for ${(i % 9) + 2} days.`,
    `assistant: How lovely! ${pick(cities, i)} is a fine place to be. Would you like me to suggest a museum?`,
  ].join('\n'),
)

const names = sentences(240, i =>
  [
    `Ada: I planted ${(i % 40) + 2} tomatoes in row ${i} of my garden yesterday!`,
    `Ben: Wow, that's great. I painted fence number ${i} on Saturday.`,
  ].join('\n'),
)

describe('A long text read in windows gives the same facts as the whole:', () => {
  test.each<[string, string, FactOrigin]>([
    ['a diary in paragraphs', diary.join('\n\n'), 'user'],
    ['a diary without a single line break', diary.join(' '), 'user'],
    ['a conversation with roles', talk.join('\n'), 'user'],
    ['a conversation with names', names.join('\n'), 'user'],
    [
      'a conversation in which one turn is longer than a window',
      `user: ${diary.join(' ')}\nassistant: Thank you.`,
      'user',
    ],
  ])('%s', (_, text, origin) => {
    expect(text.length).toBeGreaterThan(2 * windowCharacters)
    const whole = readWhole(text, origin)
    const inWindows = readInWindows(text, origin)
    const textsOf = (facts: readonly Fact[]) => new Set(facts.map(fact => fact.text))
    const [expected, found] = [textsOf(whole), textsOf(inWindows)]
    const missing = [...expected].filter(each => !found.has(each))
    const surplus = [...found].filter(each => !expected.has(each))
    expect(expected.size).toBeGreaterThan(30)
    expect({ missing, surplus }).toEqual({
      missing: missing.slice(0, expected.size / 50),
      surplus: surplus.slice(0, expected.size / 50),
    })
    for (const fact of inWindows)
      expect(fact.origin).toBe(whole.find(({ text }) => text === fact.text)?.origin ?? fact.origin)
  })

  test('its citations are positions in the whole text', () => {
    const text = diary.join('\n\n')
    const whole = new Map(readWhole(text, 'user').map(fact => [fact.text, fact.spans]))
    const differing = readInWindows(text, 'user').filter(({ text, spans }) => {
      const expected = whole.get(text)
      return expected !== undefined && JSON.stringify(expected) !== JSON.stringify(spans)
    })
    expect(differing).toEqual([])
  })
})

describe('A window', () => {
  const part = (unread: string, rest: object = {}) =>
    nextWindow({ from: 0, context: '', unread, speaker: null, isFromStart: true, ...rest })

  test('of a short text is the whole text', () => {
    const text = 'user: I live in Lisbon.\nassistant: How nice!'
    expect(part(text)).toEqual({ text, from: 0, offset: 0, length: text.length })
  })

  test('ends after the largest whole unit in its second half: a paragraph, line, sentence or word', () => {
    const words = 'word '.repeat(2_000)
    expect(findWindowEnd(`${words}\n\n${words}`, 0)).toBe(words.length + 2)
    expect(findWindowEnd(`${words}\n${words}`, 0)).toBe(words.length + 1)
    expect(findWindowEnd(`${words}. ${words}`, 0)).toBe(words.length + 2)
    expect(findWindowEnd(words.repeat(2), 0) % 5).toBe(0)
  })

  test('does not split a surrogate pair', () => {
    const smiles = `x${'😀'.repeat(windowCharacters)}`
    const { length } = part(smiles.slice(0, windowCharacters + 1))
    expect(length).toBe(windowCharacters - 1)
    expect(countCharacters(smiles.slice(0, length))).toBe(windowCharacters / 2)
  })

  test('that begins in the middle of a turn keeps its speaker', () => {
    const { text, from, offset } = part('and I keep two cats.', {
      from: 50_000,
      context: 'I live in Lisbon ',
      speaker: 'assistant: ',
      isFromStart: false,
    })
    expect(text).toBe('assistant: I live in Lisbon and I keep two cats.')
    expect(from + offset).toBe(50_000)
  })

  test('of a text without speakers is not a transcript, whatever its context begins with', () => {
    const { text } = part('I keep two cats.', {
      from: 50_000,
      context: 'user: I live in Moscow.\n',
      isFromStart: false,
    })
    const facts = extractLocally({ text, from: 0, saidAt, origin: 'document', entityContext: undefined })
    expect(facts.filter(({ origin }) => origin === 'user')).toEqual([])
  })

  test('contains the turns that overlap it, with positions relative to the window', () => {
    const turns: Turn[] = [
      { start: 0, end: 90, role: 'user' },
      { start: 100, end: 190, role: 'assistant' },
      { start: 200, end: 290, role: 'tool', name: 'search' },
    ]
    expect(turnsIn(turns, 50, 100)).toEqual([
      { start: 0, end: 40, role: 'user' },
      { start: 50, end: 100, role: 'assistant' },
    ])
  })
})
