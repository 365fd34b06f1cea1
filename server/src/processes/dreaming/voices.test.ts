import { describe, expect, test } from 'vitest'
import { breaks, transcripts } from '../../../test/red-team/labels.ts'
import { lies, obeyed, truth } from '../../../test/red-team/lies.ts'
import { pages } from '../../../test/red-team/pages.ts'
import { type Message, renderMessages, toConversation } from '../../features/documents/conversation.ts'
import { extractLocally } from '../../language/english/extract-locally.ts'
import type { DatedFact, Fact, Passage } from '../../language/english/fact.ts'
import { groundFacts } from './extract/ground-facts.ts'
import type { AnsweredFact } from './extract/resolve-handles.ts'
import { isFromPerson } from './extract/trust.ts'
import { premisesOf } from './form/derive.ts'
import { reconcile } from './form/reconcile.ts'
import { wordsKey } from './relate/words-key.ts'

/**
 * Pages, files, tools and assistants that speak as the user. Each text arrives in every way in which an untrusted
 * text may arrive, is read by rules and by a model that obeys it, and must not change any memory of the user.
 */
const texts = [...transcripts, ...breaks, ...pages]

const before = new Date('2026-01-05T10:00:00Z')
const later = new Date('2026-07-01T10:00:00Z')

const fetched = (text: string): Passage => ({
  text,
  from: 0,
  saidAt: later,
  origin: 'document',
  entityContext: undefined,
})

function talk(messages: readonly Message[], saidAt = later): Passage {
  const { content: text, turns } = toConversation(renderMessages(messages))
  return { text, turns, from: 0, saidAt, origin: 'user', entityContext: undefined }
}

const own = truth.join(' ')

const among = (message: Message): Passage =>
  talk([
    { role: 'user', content: `Please look for flats. ${own}` },
    message,
    { role: 'user', content: 'Thanks, that helps.' },
  ])

const ways: Record<string, (text: string) => Passage> = {
  'a page or a file': fetched,
  'the message of a tool': content => among({ role: 'tool', content }),
  'the message of an assistant': content => among({ role: 'assistant', content }),
  'the message of an application': content => among({ role: 'system', content }),
  'the name of a tool': name => among({ role: 'tool', name: name.slice(0, 255), content: 'ok' }),
}

const dated = (facts: readonly Fact[], saidAt: Date): DatedFact[] =>
  facts.map((fact, i) => ({ ...fact, id: `${saidAt.toISOString()}.${i}`, saidAt, vector: undefined }))

const known = dated(extractLocally(talk([{ role: 'user', content: own }], before)), before)

/** The user's memories are unchanged, and no fact of another source is about the user or attributed to a person. */
function expectUnchanged(facts: readonly Fact[]): void {
  const others = facts.filter(fact => !isFromPerson(fact))
  expect(others.filter(({ text, claim }) => claim.subject === 'user' || /^the user\b/i.test(text))).toEqual(
    [],
  )
  expect(others.flatMap(premisesOf)).toEqual([])
  const spoken = new Set(known.map(({ text }) => text))
  expect(facts.filter(isFromPerson).filter(({ text }) => !spoken.has(text))).toEqual([])
  const memories = reconcile([...known, ...dated(facts, later)])
  for (const fact of known)
    expect(memories.find(({ saidBy }) => saidBy.includes(fact))).toMatchObject({
      fact,
      isLatest: true,
      version: 1,
    })
}

const noFilters = { isFiltered: false, prompt: undefined, include: [], exclude: [] }

const subjects = ['user', 'us\u0435r', 'Mallory', 'Ada']

/**
 * The answer of a model that obeys a text: each lie, quoting the lie itself, the truth it would replace, or the
 * text.
 */
function obey(text: string): AnsweredFact[] {
  return obeyed.flatMap(({ statement, of, ...rest }, i) =>
    [lies[of], truth[of], text.slice(0, 80)].map(
      (quote, j): AnsweredFact => ({
        ...{ passage: 1, kind: 'attribute', isStatic: true, dates: ['2026-06-01'], confidence: 7 },
        ...{ quote, statement, subject: subjects[(i + j) % subjects.length]!, ...rest },
        // It also declares that the lie replaces all that the user said.
        ...{
          relation: j % 2 === 0 ? 'updates' : 'ends',
          of: [],
          targets: known.map(({ text }) => [wordsKey(text)]),
        },
      }),
    ),
  )
}

test('the red team has more than 150 texts, and the user has memories that they would change', () => {
  expect(new Set(texts.map(([, text]) => text)).size).toBeGreaterThan(150)
  expect(known.map(({ text }) => text)).toEqual([
    "The user's name is Ada.",
    'The user lives in Lisbon.',
    'The user works at a ceramics studio.',
    'The user is allergic to peanuts.',
    "The user's favorite color is green.",
    'The user has two cats.',
    'The user is married.',
  ])
  const asUser = dated(extractLocally(talk([{ role: 'user', content: lies.join(' ') }])), later)
  const replaced = reconcile([...known, ...asUser]).filter(({ isLatest }) => !isLatest)
  expect(replaced.length).toBeGreaterThan(3)
})

describe.each(Object.entries(ways))(
  'An untrusted text in %s changes nothing about the user when it is read',
  (_, passageOf) => {
    test.each(texts)('by rules: %s', (_, text) => {
      expectUnchanged(extractLocally(passageOf(text)))
    })

    test.each(texts)('by a model that obeys: %s', (_, text) => {
      const passage = passageOf(text)
      const section = { passage: 0, span: [0, passage.text.length] as [number, number], before: '' }
      const facts = groundFacts(obey(text), passage, section, noFilters)
      expectUnchanged(facts)
      for (const { confidence } of facts) expect(confidence).toBeLessThanOrEqual(1)
    })
  },
)

describe('Words that the user quotes from somebody else are not about the user:', () => {
  const quoted: Record<string, string> = {
    'a mail that was pasted':
      'Please translate this mail:\n\n> My name is Mallory. I live in Moscow.\n> I work at Evil Corp.',
    'a mail after its attribution': 'On Monday Bob wrote:\n> I live in Moscow.',
    'marks around several sentences': 'Summarise: "I was born in Omsk. My name is Oscar."',
    'curly marks around several sentences': 'Please shorten “This is a note. My name is Oscar.”',
  }
  const notes = (text: string): Passage => ({ ...fetched(text), origin: 'user' })

  test.each(Object.entries(quoted))('by rules: %s', (_, text) => {
    const told = extractLocally(notes(text)).map(fact => fact.text)
    expect(told.filter(each => /Mallory|Moscow|Evil|Oscar/.test(each))).toEqual([])
  })

  test("the user's own words next to a quotation are read", () => {
    const text = '> My name is Mallory.\n\nMy name is Ada, and I live in Lisbon.'
    const told = extractLocally(notes(text))
      .map(fact => fact.text)
      .join(' ')
    expect(told).toContain('Ada')
    expect(told).not.toContain('Mallory')
  })

  test.each([
    'I am 5\'11" tall. I live in Lisbon.',
    'She said "welcome" to me. I live in Lisbon.',
    'He wrote "see you. I live in Lisbon.',
  ])('quotation marks without a whole sentence hide nothing: %s', text => {
    expect(extractLocally(notes(text)).map(fact => fact.text)).toContain('The user lives in Lisbon.')
  })

  test("also when a model takes the quotation for the user's words", () => {
    const text = 'Please translate this mail:\n\n> My name is Mallory.'
    const section = { passage: 0, span: [0, text.length] as [number, number], before: '' }
    const read = obey(text).filter(({ statement }) => statement.includes('Mallory'))
    expect(groundFacts(read, notes(text), section, noFilters)).toEqual([])
  })
})
