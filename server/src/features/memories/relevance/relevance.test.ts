import { describe, expect, test } from 'vitest'
import { readQuestion } from '../../../language/english/read-question.ts'
import { relevanceOf } from './relevance.ts'
import { type ComparedMemory, signalsOf, withPassage, wordsSaid } from './signals.ts'

const compared = { about: null, attribute: null, dense: 0.4, lexical: 0.4, recency: 0 }

/** The relevance of memories that both arms find equally similar. */
const relevance = (q: string, text: string, more: Partial<ComparedMemory> = {}) =>
  relevanceOf(signalsOf(readQuestion(q), { ...compared, text, ...more }))

describe('of two memories that are equally similar to a question,', () => {
  test.each([
    ['what do I do for a living?', 'The user works as a baker.', 'Noor works as a baker.'],
    ['where do I live?', 'The user says: “I live in Ghent.”', 'The user says: “My cousin lives in Ghent.”'],
    ['Where does the user live?', 'The user lives in Ghent.', 'She lives in Ghent.'],
    ['What does Dr. Osei say?', 'Dr. Osei advises rest.', 'Dr. Lund advises rest.'],
    [
      'Who signed for customer 1042?',
      'Customer 1042 was signed by Noor.',
      'Customer 1043 was signed by Noor.',
    ],
    ['Where is Mill Road?', 'Mill Road is in the north.', 'Mill Lane is in the north.'],
    ['Where does my brother work?', "The user's brother works in Oslo.", "The user's sister works in Oslo."],
    ['When is the exam?', 'The exam is on 4 May.', 'The exam is hard.'],
    ['How many hens are there?', 'There are nine hens.', 'There are hens in the yard.'],
    ['Where do I work?', 'The user works at a bakery.', 'The user used to work at a bakery.'],
  ])('%s is answered by %j before %j', (q, first, second) => {
    expect(relevance(q, first)).toBeGreaterThan(relevance(q, second))
  })

  test('the one judged to be about the owner answers a question in the first person', () => {
    const ask = (about: string) => relevance('Where do I live?', 'Lives in Ghent.', { about })
    expect(ask('owner')).toBeGreaterThan(ask('thing'))
    expect(ask('thing')).toBeGreaterThan(ask('person'))
  })

  test('the one with the attribute asked for comes first', () => {
    const ask = (attribute: string | null) => relevance('How old am I?', 'The user is 40.', { attribute })
    expect(ask('age')).toBeGreaterThan(ask(null))
    expect(ask(null)).toBeGreaterThan(ask('money'))
  })

  test('what was is not second if the question asks for it', () => {
    const ask = (text: string) => relevance('Where did I work before?', text)
    expect(ask('The user used to work in Oslo.')).toBe(ask('The user works in Oslo.'))
  })

  test.each([
    'The office is in Mill Street now.',
    'The office moved to Mill Street.',
    'From 4 May 2026 the office is in Mill Street.',
  ])('%j, which tells of a change, comes before one that does not', text => {
    const before = 'The office is in Hill Street.'
    expect(relevance('Where is the office?', text)).toBeGreaterThan(relevance('Where is the office?', before))
  })

  test('the one said later comes first, unless the question asks for what was', () => {
    const ask = (q: string, recency: number) => relevance(q, 'The office is in Hill Street.', { recency })
    expect(ask('Where is the office?', 1)).toBeGreaterThan(ask('Where is the office?', -1))
    expect(ask('Where was the office before?', 1)).toBe(ask('Where was the office before?', -1))
  })
})

test('a memory counts less if even the best one answers the question badly', () => {
  const memory = { ...compared, text: 'The user lives in Ghent.' }
  const signals = signalsOf(readQuestion('Where do I live?'), memory)
  const besides = (best: number) => relevanceOf(signals, best)
  expect(besides(4)).toBeLessThan(besides(5))
  expect(besides(6)).toBe(besides(9))
})

test('a memory with nothing in common with the question has a relevance of 0', () => {
  expect(relevance('Where do I live?', 'The user lives in Ghent.', { dense: 0, lexical: 0 })).toBe(0)
})

test('a memory that repeats the query is far above the default threshold', () => {
  expect(relevance('Noor keeps bees', 'Noor keeps bees', { dense: 1, lexical: 1 })).toBeGreaterThan(0.9)
})

test('a question in another language is judged by similarity alone', () => {
  expect(signalsOf(readQuestion('wo wohnt sie?'), { ...compared, text: 'Sie wohnt in Gent.' })).toEqual({
    ...{
      dense: 0.4,
      lexical: 0.4,
      owner: 0,
      named: 0,
      otherName: 0,
      kin: 0,
      answer: 0,
      attribute: 0,
      past: 0,
      changed: 0,
      recent: 0,
      passage: 0,
      focus: 0,
    },
  })
})

describe('the passage that a memory comes from', () => {
  const signals = signalsOf(readQuestion('What is Ada allergic to?'), {
    ...compared,
    text: 'She avoids nuts.',
  })
  const at = (whole: number, asked: number | undefined) => relevanceOf(withPassage(signals, { whole, asked }))

  test('makes a memory more relevant the better it matches the question', () => {
    expect(at(0.8, 0.4)).toBeGreaterThan(at(0.2, 0.4))
  })

  test('makes it less relevant if it matches only the names in the question', () => {
    expect(at(0.6, 0.1)).toBeLessThan(at(0.6, 0.5))
  })

  test('changes nothing if it matches as well as passages of such memories do on average', () => {
    const expected = { whole: 0.13 + 0.19 * 0.4 + 0.43 * 0.4, asked: undefined }
    expect(relevanceOf(withPassage(signals, expected))).toBeCloseTo(relevanceOf(signals), 5)
  })
})

test('the words that only tell who speaks are no part of what is said', () => {
  expect(wordsSaid('The user says: “I moved.”')).toBe('I moved.')
  expect(wordsSaid('Noor said on 4 May 2026: “I moved.”')).toBe('I moved.')
  expect(wordsSaid('The user moved.')).toBe('The user moved.')
})
