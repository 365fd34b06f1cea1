import { describe, expect, test } from 'vitest'
import { attributes } from '../../platform/lib/judgement.ts'
import { type Candidate, chooseLines, type ProfileBounds } from './choose-lines.ts'
import { findSection } from './sections.ts'

const at = new Date('2026-03-10T12:00:00Z')
const usual: ProfileBounds = { at, lines: 60, linesOfPart: 60, tokens: 1_500 }

let count = 0
/** Each memory is newer than those made before it. */
const make = (text: string, kind: string, more: Partial<Candidate> = {}): Candidate => ({
  ...{ id: String(++count).padStart(6, '0'), text, kind, isLasting: true, source: 0, subject: 0 },
  ...{ confidence: 0.9, eventAt: null, ...more },
})
const many = (length: number, kind: string, more: Partial<Candidate> = {}) =>
  Array.from({ length }, (_, i) => make(`${kind} number ${i}`, kind, more))
const passing = { isLasting: false }
const on = (date: string) => ({ ...passing, eventAt: new Date(date) })

const texts = (candidates: Candidate[], bounds: Partial<ProfileBounds> = {}) =>
  chooseLines(candidates, { ...usual, ...bounds }).map(({ text }) => text)
const sectionsOf = (candidates: Candidate[], bounds: Partial<ProfileBounds> = {}) =>
  chooseLines(candidates, { ...usual, ...bounds }).map(({ section }) => section)
const countIn = (names: string[], name: string) => names.filter(each => each === name).length

describe('The sections of a profile', () => {
  test('have a place for every attribute, whether the fact lasts or not', () => {
    for (const attribute of attributes)
      for (const isLasting of [true, false])
        expect(findSection(attribute, isLasting), `${attribute}, ${isLasting}`).toBeDefined()
  })

  test('are static by attribute and duration, and come in the order of a briefing', () => {
    const kinds = ['status', 'plan', 'car', 'preference', 'work', 'home', 'diet', 'family', 'name']
    const lines = chooseLines(
      kinds.map(kind => make(`about ${kind}`, kind === 'car' ? 'possession' : kind)),
      usual,
    )
    expect(lines.map(({ part, section }) => `${part} ${section}`)).toEqual([
      ...['static identity', 'static people', 'static constraints', 'static home', 'static work'],
      ...['static preferences', 'static rest', 'dynamic plans', 'dynamic happening'],
    ])
  })

  test('put a passing illness with what is going on', () => {
    expect(sectionsOf([make('has a cold', 'health', passing)])).toEqual(['happening'])
  })

  test('begin with memories that were stated through the API', () => {
    expect(texts([make('named', 'name'), make('stated', 'unjudged')])).toEqual(['stated', 'named'])
  })
})

describe('The room of a profile', () => {
  test('is kept for every section, however many events are newer', () => {
    const found = sectionsOf([
      ...many(1, 'name'),
      ...many(3, 'family'),
      ...many(2, 'health'),
      ...many(200, 'preference'),
      ...many(200, 'event', passing),
    ])
    expect(found).toHaveLength(60)
    expect(['identity', 'people', 'constraints'].map(name => countIn(found, name))).toEqual([1, 3, 2])
    expect(countIn(found, 'happening')).toBeGreaterThan(10)
    expect(countIn(found, 'preferences')).toBeGreaterThan(countIn(found, 'happening'))
  })

  test('goes to one section if the others are empty', () => {
    expect(texts(many(100, 'skill'))).toHaveLength(60)
  })

  test('is divided by the same shares if there is less of it', () => {
    const found = sectionsOf([...many(20, 'name'), ...many(20, 'family'), ...many(20, 'diet')], {
      lines: 20,
      linesOfPart: 10,
    })
    expect(found).toHaveLength(10)
    expect(new Set(found)).toEqual(new Set(['identity', 'people', 'constraints']))
  })

  test('is bounded by tokens, and a shorter line takes the room that a longer one does not fit in', () => {
    const long = 'x'.repeat(100)
    const all = [make('a name', 'name'), make(long, 'family'), make('a home', 'home')]
    expect(texts(all, { tokens: 10 })).toEqual(['a name', 'a home'])
    expect(texts(all)).toHaveLength(3)
  })

  test('holds one line that is too long rather than none', () => {
    expect(texts([make('x'.repeat(9_000), 'unjudged')])).toHaveLength(1)
  })
})

describe('The order in a section', () => {
  test('is owner, people and things, then people before models, then certain before doubtful, then newest', () => {
    const all = [
      make('thing', 'work', { subject: 2 }),
      make('person', 'work', { subject: 1 }),
      make('guess', 'work', { source: 2 }),
      make('assistant', 'work', { source: 1 }),
      make('doubtful', 'work', { confidence: 0.5 }),
      make('older', 'work', { confidence: 0.91 }),
      make('newer', 'work', { confidence: 0.89 }),
    ]
    const expected = ['newer', 'older', 'doubtful', 'assistant', 'guess', 'person', 'thing']
    expect(texts(all)).toEqual(expected)
    expect(texts(all.toReversed())).toEqual(expected)
  })

  test('of plans is soonest first, then those without a date, then the past month, and older ones are left out', () => {
    const all = [
      make('in June', 'plan', on('2026-06-01')),
      make('two months ago', 'plan', on('2026-01-05')),
      make('last week', 'plan', on('2026-03-03')),
      make('some day', 'plan', passing),
      make('today', 'plan', on('2026-03-10')),
      make('in May', 'plan', on('2026-05-01')),
    ]
    expect(texts(all)).toEqual(['today', 'in May', 'in June', 'some day', 'last week'])
  })

  test('puts a dated event that is to come among the plans, and keeps one of long ago', () => {
    const all = [
      make('moved in 2024', 'event', on('2024-05-01')),
      make('starts in April', 'work', on('2026-04-01')),
      make('reads a novel', 'status', passing),
    ]
    expect(chooseLines(all, usual).map(({ text, section }) => [section, text])).toEqual([
      ['plans', 'starts in April'],
      ['happening', 'reads a novel'],
      ['happening', 'moved in 2024'],
    ])
  })
})

describe('Facts that are not the words of people', () => {
  const document = { source: 1, subject: 3 }

  test('get the room that people leave, and come last', () => {
    const read = many(100, 'document', document)
    expect(countIn(sectionsOf([...read, ...many(55, 'skill')]), 'document')).toBe(5)
    expect(sectionsOf([...read, ...many(80, 'skill')])).not.toContain('document')
    expect(sectionsOf([...read, make('named', 'name')])[0]).toBe('identity')
  })

  test('rank guesses behind documents', () => {
    const all = [make('guessed', 'guess', { source: 2 }), make('read', 'document', document)]
    expect(texts(all)).toEqual(['read', 'guessed'])
    expect(texts(all, { lines: 1 })).toEqual(['read'])
  })
})

describe('Lines that say the same', () => {
  test('are shown once, in either list, whatever their punctuation', () => {
    const all = [
      make('Plays the cello.', 'skill'),
      make('“plays the cello”', 'habit'),
      make('Plays the cello', 'status', passing),
    ]
    expect(texts(all)).toEqual(['Plays the cello.'])
  })

  test('leave the longer one', () => {
    const longer = 'Plays the cello in a quartet.'
    expect(texts([make('Plays the cello.', 'skill'), make(longer, 'skill')])).toEqual([longer])
    expect(texts([make(longer, 'skill'), make('Plays the cello.', 'skill')])).toEqual([longer])
  })

  test('leave the words of a person before a longer text of a document', () => {
    const all = [
      make('Plays the cello.', 'skill'),
      make('Plays the cello in a band.', 'document', { source: 1 }),
    ]
    expect(texts(all)).toEqual(['Plays the cello.'])
  })

  test('are not those that only share a word or a beginning', () => {
    const all = ['Tea.', 'Likes tea.', 'Room 1 is cold.', 'Room 10 is cold.'].map(text =>
      make(text, 'preference'),
    )
    expect(texts(all)).toHaveLength(4)
  })

  test('are one memory if it was read twice', () => {
    const plan = make('in May', 'plan', on('2026-05-01'))
    expect(texts([plan, { ...plan }])).toEqual(['in May'])
  })
})
