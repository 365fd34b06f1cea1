import { describe, expect, test } from 'vitest'
import { attributes } from '../../platform/lib/judgement.ts'
import type { Candidate } from './candidate.ts'
import { chooseLines, type ProfileBounds } from './choose-lines.ts'
import { findSection } from './sections.ts'

const at = new Date('2026-03-10T12:00:00Z')
const usual: ProfileBounds = { at, lines: 60, linesOfPart: 60, tokens: 1_500 }

let count = 0
/** Each memory is newer than those made before it. */
const make = (text: string, kind: string, more: Partial<Candidate> = {}): Candidate => ({
  ...{ id: String(++count).padStart(6, '0'), text, kind, isLasting: true, source: 0, subject: 0 },
  ...{ confidence: 0.9, eventAt: null, lasts: 'lasting' as const, saidAt: new Date('2026-03-01'), ...more },
})
const many = (length: number, kind: string, more: Partial<Candidate> = {}) =>
  Array.from({ length }, (_, i) => make(`${kind} number ${i}`, kind, more))
const passing = { isLasting: false, lasts: 'passing' as const }
const dated = { lasts: 'dated' as const }
const on = (date: string) => ({ isLasting: false, ...dated, eventAt: new Date(date) })
const lastYear = { saidAt: new Date('2025-03-01') }

const texts = (candidates: Candidate[], bounds: Partial<ProfileBounds> = {}) =>
  chooseLines(candidates, { ...usual, ...bounds }).lines.map(({ text }) => text)
const sectionsOf = (candidates: Candidate[], bounds: Partial<ProfileBounds> = {}) =>
  chooseLines(candidates, { ...usual, ...bounds }).lines.map(({ section }) => section)
const countIn = (names: string[], name: string) => names.filter(each => each === name).length

describe('The sections of a profile', () => {
  test('have a place for every attribute, whether the fact lasts or not', () => {
    for (const attribute of attributes)
      expect(findSection(attribute, true)?.part, attribute).toMatch(/static|dynamic/)
    for (const kind of ['passing', 'plan', 'event', 'status'])
      expect(findSection(kind, false)?.part, kind).toBe('dynamic')
  })

  test('are static by attribute and duration, and come in the order of a briefing', () => {
    const kinds = ['event', 'plan', 'car', 'preference', 'work', 'home', 'diet', 'family', 'name']
    const { lines } = chooseLines(
      kinds.map(kind =>
        make(`about ${kind}`, kind === 'car' ? 'possession' : kind, kind === 'plan' ? on('2026-05-01') : {}),
      ),
      usual,
    )
    expect(lines.map(({ part, section }) => `${part} ${section}`)).toEqual([
      ...['static identity', 'static people', 'static constraints', 'static home', 'static work'],
      ...['static preferences', 'static rest', 'dynamic plans', 'dynamic happening'],
    ])
  })

  test('put a passing illness with what is going on', () => {
    expect(sectionsOf([make('has a cold', 'passing', passing)])).toEqual(['happening'])
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
      make('doubtful', 'work', { confidence: 0.75 }),
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
      make('some day', 'plan', { ...dated, isLasting: false }),
      make('today', 'plan', on('2026-03-10')),
      make('in May', 'plan', on('2026-05-01')),
    ]
    expect(texts(all)).toEqual(['today', 'in May', 'in June', 'some day', 'last week'])
  })

  test('puts a dated event that is to come among the plans, and keeps one of long ago', () => {
    const all = [
      make('moved in 2024', 'event', on('2024-05-01')),
      make('starts in April', 'passing', on('2026-04-01')),
      make('reads a novel', 'status', passing),
    ]
    expect(chooseLines(all, usual).lines.map(({ text, section }) => [section, text])).toEqual([
      ['plans', 'starts in April'],
      ['happening', 'reads a novel'],
      ['happening', 'moved in 2024'],
    ])
  })
})

describe('The state of things', () => {
  test('puts what holds now first, then the newest, whoever it is about', () => {
    const all = [
      make('The port is 4100 now.', 'setting', { subject: 2 }),
      make('Tests run on Vitest.', 'decision', { subject: 2, confidence: 0.75 }),
      make('The user wants no GraphQL.', 'decision', { subject: 0 }),
      make('The linter is Biome.', 'setting', { subject: 2, confidence: 0.75 }),
    ]
    expect(texts(all)).toEqual([
      ...['The port is 4100 now.', 'The user wants no GraphQL.'],
      ...['The linter is Biome.', 'Tests run on Vitest.'],
    ])
  })

  test('includes a state that is dated, an arrangement, and a plan whose day has come', () => {
    const all = [
      make('The budget is 6 million since 30 October 2025.', 'status', { ...dated, ...lastYear }),
      make('Site meetings are on Wednesdays.', 'plan', lastYear),
      make('The user is back on ships from 2 January 2026.', 'plan', { ...on('2026-01-02'), ...lastYear }),
      make('The user flies to Rome on 2 January 2026.', 'plan', { ...on('2026-01-02'), ...lastYear }),
    ]
    expect(sectionsOf(all)).toEqual(['decisions', 'decisions', 'decisions'])
  })

  test('keeps a fact that began on a date in its section, and one that is still to begin among the plans', () => {
    const all = [
      make('The user turned 53 on 5 August 2025.', 'age', { ...dated, eventAt: new Date('2025-08-05') }),
      make('The user moves to Bonn on 1 May 2026.', 'home', { ...dated, eventAt: new Date('2026-05-01') }),
    ]
    expect(sectionsOf(all)).toEqual(['identity', 'plans'])
  })
})

describe('Memories that may mislead', () => {
  test('get no line before sure ones: doubtful ones, what an assistant said, and what went on long ago', () => {
    const sure = many(5, 'skill')
    const all = [
      make('doubtful', 'name', { confidence: 0.6 }),
      make('has a cold', 'passing', { ...passing, ...lastYear }),
      make('is unfit for three months', 'health', { ...dated, ...lastYear }),
      make('added a library', 'unjudged', { ...passing, source: 1 }),
    ]
    expect(sectionsOf([...all, ...sure], { lines: 5 })).toEqual(Array(5).fill('work'))
    expect(texts([...all, ...sure])).toHaveLength(9)
  })

  test('do not include what is quoted in another language, which is never judged', () => {
    const all = [
      make('Woont in Gent.', 'unjudged', { confidence: 0.5 }),
      make('doubtful', 'name', { confidence: 0.6 }),
    ]
    expect(texts(all, { lines: 1 })).toEqual(['Woont in Gent.'])
  })
})

describe('A section of several kinds', () => {
  test('has a line of each kind before the second of any', () => {
    const found = texts([
      make('eats no nuts', 'diet', { subject: 1, confidence: 0.7 }),
      ...many(80, 'instruction'),
    ])
    expect(found).toContain('eats no nuts')
    expect(found[1]).toBe('eats no nuts')
  })
})

describe('Facts that are not the words of people', () => {
  const document = { source: 1, subject: 3 }

  test('are shown only where people have said nothing, if they are from a document', () => {
    const read = many(100, 'document', document)
    expect(sectionsOf([...read, make('named', 'name')])).toEqual(['identity'])
    expect(sectionsOf([...read, make('doubtful', 'name', { confidence: 0.5 })])).toEqual(['identity'])
    expect(countIn(sectionsOf(read), 'document')).toBe(60)
  })

  test('rank guesses last', () => {
    const guess = make('guessed', 'guess', { source: 2 })
    expect(texts([guess, make('read', 'document', document)])).toEqual(['read', 'guessed'])
    expect(texts([guess, make('named', 'name')], { lines: 1 })).toEqual(['named'])
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

  test('leave the words of a person before a longer inference', () => {
    const all = [
      make('Plays the cello.', 'skill'),
      make('Plays the cello in a band.', 'guess', { source: 2 }),
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
