import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkLabels } from '../eval/assistant/check-labels.ts'
import { missedFloors, readFloors } from '../eval/assistant/floors.ts'
import { LabelModel } from '../eval/assistant/label-model.ts'
import { contentOf, findSets, prepareSet, readSet, says } from '../eval/assistant/labelled-set.ts'
import { describeMisses } from '../eval/assistant/misses.ts'
import { foldText } from '../eval/assistant/patterns.ts'
import type { Life, SearchResult } from '../eval/assistant/read-life.ts'
import { addCounts, countFalse, scoreLife, shareOf } from '../eval/assistant/score.ts'
import type { LlmCall } from './scripted-llm.ts'

const sets = join(import.meta.dirname, '../eval/assistant/sets')

type SetFile = Parameters<typeof prepareSet>[0]

const example: SetFile = {
  set: 'example',
  items: [
    { id: 'm1', date: '2025-01-02T10:00:00Z', text: 'I moved to Oslo. I have a dog called Pim.' },
    { id: 'm2', date: '2025-02-02T10:00:00Z', turns: [{ role: 'user', content: 'I live in Malmö now.' }] },
  ],
  facts: [
    {
      id: 'f1',
      state: 'current',
      says: 'The user lives in Malmö.',
      match: ['malmö', 'live'],
      from: ['m2'],
      profile: true,
    },
    {
      id: 'f2',
      state: 'current',
      says: 'The user has a dog called Pim.',
      match: ['dog', 'pim'],
      from: ['m1'],
    },
    {
      id: 'f3',
      state: 'superseded',
      says: 'The user moved to Oslo.',
      match: ['oslo'],
      mustNotMatch: ['until|used to'],
      from: ['m1'],
    },
    { id: 'f4', state: 'never', says: 'The user is a pirate.', match: ['pirate'], kind: 'role-play' },
  ],
  questions: [
    { id: 'q1', q: 'Where do I live?', expect: ['malmo'], wrong: ['oslo'], from: ['m2'] },
    { id: 'q2', q: 'What is my dog called?', expect: ['pim'], from: ['m1'] },
    { id: 'q3', q: 'What car do I drive?', answerable: false },
  ],
}

const found = (...texts: string[]): SearchResult[] => texts.map(text => ({ text, similarity: 0.5 }))

function lifeOf({
  memories = [] as string[],
  lines = [] as string[],
  answers = [] as SearchResult[][],
}): Life {
  const { questions } = prepareSet(example)
  return {
    containerTag: 'example',
    memories: memories.map(memory => ({ memory })) as Life['memories'],
    profile: { static: lines.slice(0, 1), dynamic: lines.slice(1) },
    results: questions.map((question, at) => ({ question, memories: answers[at] ?? [], hybrid: [] })),
    documentIds: [],
    failed: 0,
    late: 0,
    seconds: { send: 0, dream: 0, ask: 0 },
  }
}

describe('labelled sets', () => {
  test('text is folded: accents, quotes, dashes and spaces make no difference', () => {
    expect(foldText(' Göteborg’s  “old” town –\nŁódź, Smørrebrød, Straße ')).toBe(
      'Goteborg\'s "old" town - Lodz, Smorrebrod, Strasse',
    )
  })

  test('a memory states a fact if it matches all patterns and none of the excluded ones', () => {
    const [home, , old] = prepareSet(example).facts
    expect(says(home!, 'She LIVES in Malmo')).toBe(true)
    expect(says(home!, 'Malmö is in Sweden')).toBe(false)
    expect(says(old!, 'The user lives in Oslo')).toBe(true)
    expect(says(old!, 'The user lived in Oslo until May')).toBe(false)
  })

  test('a fact without patterns is stated by nothing', () => {
    const { facts } = prepareSet({ ...example, facts: [{ ...example.facts[0]!, match: [] }] })
    expect(says(facts[0]!, 'The user lives in Malmö.')).toBe(false)
  })

  test('a conversation is sent with the role and the name of each speaker', () => {
    const turns = [
      { role: 'user', name: 'Ana', content: 'Hello.' },
      { role: 'assistant', content: 'Good morning.' },
    ]
    expect(contentOf({ id: 'c', date: '', turns })).toBe('user (Ana): Hello.\nassistant: Good morning.')
  })

  test('a folder stands for its own files only, so that sealed sets have to be named', () => {
    expect(() => findSets([sets])).toThrow('it has no .json file')
    expect(findSets([join(sets, 'tuned')]).length).toBeGreaterThanOrEqual(2)
    expect(() => findSets([join(sets, 'absent')])).toThrow('name a folder or a file with --data')
  })

  test('a pattern that does not compile is reported by its label, without quoting it', () => {
    const facts = [{ ...example.facts[0]!, match: ['mal(mo'] }]
    expect(() => prepareSet({ ...example, facts })).toThrow(/^f1: a pattern is not a regular expression$/)
  })
})

describe('figures of a labelled set', () => {
  const set = prepareSet(example)

  test('count current, superseded and never-true facts in memories, and in lines of the profile', () => {
    const life = lifeOf({
      memories: ['The user lives in Malmö.', 'The user lives in Oslo.', 'The user is a pirate.'],
      lines: ['The user is a pirate.', 'Lives in Malmö'],
    })
    expect(scoreLife(set, life)).toMatchObject({
      known: { n: 1, of: 2 },
      stale: { n: 1, of: 1 },
      false: { n: 1, of: 1 },
      profileKnown: { n: 1, of: 1 },
      profileWrong: { n: 1, of: 2 },
    })
    expect(countFalse(set, life)).toEqual({ 'role-play': { n: 1, of: 1 } })
  })

  test('one memory has to state the whole fact', () => {
    const life = lifeOf({ memories: ['The user has a dog.', 'Pim is three years old.'] })
    expect(scoreLife(set, life).known).toEqual({ n: 0, of: 2 })
  })

  test('count answers among the first three results and as the first', () => {
    const answers = [found('I live in Malmö.'), found('a', 'b', 'My dog is Pim.')]
    expect(scoreLife(set, lifeOf({ answers }))).toMatchObject({
      answered: { n: 2, of: 2 },
      first: { n: 1, of: 2 },
      empty: { n: 0, of: 2 },
      abstain: { n: 1, of: 1 },
      hybridAnswered: { n: 0, of: 2 },
      hybridEmpty: { n: 2, of: 2 },
    })
    const fourth = [found('a', 'b', 'c', 'I live in Malmö.')]
    expect(scoreLife(set, lifeOf({ answers: fourth })).answered).toEqual({ n: 0, of: 2 })
  })

  test('count a first result that is wrong, unless it is right as well', () => {
    const wrongFirst = (text: string) => scoreLife(set, lifeOf({ answers: [found(text)] })).wrongFirst
    expect(wrongFirst('I live in Oslo.')).toEqual({ n: 1, of: 1 })
    expect(wrongFirst('I moved from Oslo to Malmö.')).toEqual({ n: 0, of: 1 })
  })

  test('count an unanswerable question with results as no abstention', () => {
    const answers = [[], [], found('The user has a dog called Pim.')]
    expect(scoreLife(set, lifeOf({ answers })).abstain).toEqual({ n: 0, of: 1 })
  })

  test('are added over sets, so that each fact weighs the same', () => {
    const sum = addCounts([{ known: { n: 1, of: 1 } }, { known: { n: 0, of: 2 } }])
    expect(sum).toEqual({ known: { n: 1, of: 3 } })
    expect(shareOf(sum.known)).toBe(0.333)
    expect(shareOf({ n: 0, of: 0 })).toBeNull()
  })

  test('are explained by the misses, with the text that was there instead', () => {
    const life = lifeOf({
      memories: ['The user has a dog called Pim.', 'The user lives in Oslo.'],
      answers: [found('The user lives in Oslo.'), [], found('The user has a dog called Pim.')],
    })
    expect(describeMisses(set, life).filter(line => !line.includes('(hybrid)'))).toEqual([
      '===== example',
      'UNKNOWN f1 [other] The user lives in Malmö. (m2)',
      'NOT IN PROFILE f1 [other] The user lives in Malmö.',
      'STALE f3 [other] The user moved to Oslo.\n    ← The user lives in Oslo.',
      'WRONG FIRST (memories) q1 Where do I live?  [malmo]\n    0.50 The user lives in Oslo.',
      'EMPTY (memories) q2 What is my dog called?  [pim]',
      'NOT EMPTY (memories) q3 What car do I drive?  []\n    0.50 The user has a dog called Pim.',
    ])
  })
})

describe('floors', () => {
  const figures = scoreLife(prepareSet(example), lifeOf({ memories: ['A dog called Pim', 'Oslo'] }))

  test('are the least that a good figure may be, and the most that a bad one may be', () => {
    expect(missedFloors(readFloors('known=0.5,false=0,stale=1'), figures)).toEqual([])
    expect(missedFloors(readFloors('known=0.6,stale=0.9,abstain=1'), figures)).toEqual([
      'known is 0.5, and has to be at least 0.6',
      'stale is 1, and has to be at most 0.9',
    ])
  })

  test('are missed by a figure that could not be measured', () => {
    const none = { ...figures, abstain: { n: 0, of: 0 } }
    expect(missedFloors(readFloors('abstain=0'), none)).toEqual([
      'abstain is not measured, and has to be at least 0',
    ])
  })

  test('have the name of a figure and a share', () => {
    expect(() => readFloors('answerd=0.5')).toThrow('There is a floor for answerd, which is no figure')
    expect(() => readFloors('known')).toThrow('The floor of known is no share from 0 to 1')
    expect(() => readFloors('known=60')).toThrow('The floor of known is no share from 0 to 1')
  })
})

describe('labels', () => {
  const faultsOf = (change: Partial<SetFile>) => checkLabels(prepareSet({ ...example, ...change }))
  const [home, dog, oslo, pirate] = example.facts
  const [where, called, car] = example.questions

  test('agree with their set', () => {
    expect(faultsOf({})).toEqual([])
  })

  test.each<[title: string, change: Partial<SetFile>, fault: string]>([
    ['an id that is there twice', { questions: [{ ...where!, id: 'f1' }] }, 'f1: there are two of this id'],
    [
      'a date that is none',
      { items: example.items.map(item => ({ ...item, date: 'May' })) },
      'm1: its date is not a date',
    ],
    ['a source that is missing', { facts: [{ ...home!, from: ['m2', 'm9'] }] }, 'f1: there is no item m9'],
    [
      'patterns that miss their sentence',
      { facts: [{ ...dog!, says: 'A cat.' }] },
      'f2: its patterns miss its own sentence',
    ],
    [
      'patterns that miss what was said',
      { facts: [{ ...dog!, from: ['m2'] }] },
      'f2: its patterns miss every passage of its items',
    ],
    [
      'a current fact that counts as a false one',
      { facts: [home!, dog!, oslo!, { ...pirate!, match: ['dog|pirate'] }] },
      'f2: its sentence also matches f4, which is never',
    ],
    [
      'a question that nothing answers',
      { questions: [{ ...called!, expect: ['rex'] }] },
      'q2: nothing in the set answers it',
    ],
    [
      'answers that all count as wrong',
      { questions: [{ ...called!, wrong: ['pim'] }] },
      'q2: every answer counts as wrong too',
    ],
    [
      'an expectation without an answer',
      { questions: [{ ...car!, expect: ['volvo'] }] },
      'q3: it has no answer, but expects one',
    ],
  ])('are refused with %s', (_, change, fault) => {
    expect(faultsOf(change)).toContain(fault)
  })

  // Of a sealed set, a failure names ids and rules, and never shows a sentence.
  test.each(globSync('*/*.json', { cwd: sets }))('of the committed set %s agree with it', file => {
    expect(checkLabels(readSet(join(sets, file)))).toEqual([])
  })
})

describe('The model that answers by the labels', () => {
  const asked = (known: string) =>
    ({
      prompt: `${known}<passage number="1" said="2025-02-02T10:00Z, Sunday" by="user">\nuser: I live in Malmö now.\n</passage>`,
    }) as LlmCall

  test('states the facts of a message, and declares which known memory they replace', () => {
    const model = new LabelModel([prepareSet(example)])
    const known =
      '<known>\nPeople and things: user (residence)\nm1 [2025-01-02, user, residence] The user moved to Oslo.\n</known>\n'
    const fact = { passage: 1, quote: 'I live in Malmö now.', statement: 'The user lives in Malmö.' }
    expect(model.answer(asked(known)).facts).toMatchObject([
      { ...fact, subject: 'user', attribute: 'residence', relation: 'updates', of: ['m1'] },
    ])
    expect(model.answer(asked('')).facts).toMatchObject([{ ...fact, relation: 'new', of: [] }])
    expect(model.tally).toEqual({ replaced: 2, shown: 1, declared: 1 })
  })
})
