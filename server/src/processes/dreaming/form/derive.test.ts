import { expect, test } from 'vitest'
import { hear } from '../../../../test/hear.ts'
import type { DatedFact } from '../../../language/english/fact.ts'
import { derive, premisesOf } from './derive.ts'
import { reconcile } from './reconcile.ts'

/** Facts from sentences said one week apart. */
const hearWeekly = (...said: string[]) =>
  said.flatMap((text, i) => hear(text, new Date(Date.UTC(2024, 4, 6 + 7 * i))))

function infer(facts: readonly DatedFact[]): string[] {
  const current = reconcile(facts)
    .filter(({ isLatest }) => isLatest)
    .map(({ fact }) => fact)
  const premises = [...new Set(current.flatMap(premisesOf))]
  return premises.flatMap(premise => derive(premise, current).map(({ text }) => text)).sort()
}

test.each([
  [['My brother is called Tom.', 'Tom lives in Oslo.'], ["The user's brother Tom lives in Oslo."]],
  [['Tom is my brother.', 'Tom works at a bakery.'], ["The user's brother Tom works at a bakery."]],
  [
    ['My wife Anna loves hiking.', "Anna's birthday is 5 May."],
    ['The user is married.', "The user's wife Anna's birthday is 5 May.", "The user's wife is called Anna."],
  ],
  [['I am reading a novel with my partner, Douglas.'], ["The user's partner is called Douglas."]],
  [['My daughter started school.'], ['The user is a parent.']],
  [['I am 34 years old.'], ['The user was born in 1989 or 1990.']],
  [['I moved from Lisbon to Porto.'], ['The user used to live in Lisbon.']],
  [['I am vegan.'], ['The user does not eat meat, fish, eggs or dairy.']],
  [
    ['I went to yoga class yesterday.', 'I went to yoga class yesterday.', 'I went to yoga class yesterday.'],
    ['The user often goes to yoga class.'],
  ],
  [
    [
      'I loved the Italian restaurant on Main Street.',
      'I really enjoyed the Italian food at Da Mario.',
      'I liked the Italian place near the station.',
    ],
    ['The user likes Italian food.'],
  ],
])('derive infers from %j: %j', (said, expected) => {
  expect(infer(hearWeekly(...said))).toEqual(expected)
})

test.each([
  ['two people of one name', 'My brother is called Tom.', 'My boss is called Tom.', 'Tom lives in Oslo.'],
  ['another person of that name', 'My brother is called Tom.', 'Tom Hanks lives in Los Angeles.'],
  ['a name without an introduction', 'Tom lives in Oslo.'],
  ['two people next to each other', 'My girlfriend, Toby and I are going camping.'],
  ['a relative of somebody else', 'I met Anna and their sister Eve.'],
  ['a nationality', 'My cousin is Norwegian.', 'My cousin is Greek.'],
  ['a doubtful statement', 'My brother is called Tom.', 'Tom might move to Oslo.'],
  ['a former marriage', 'My ex-wife called.', 'My late wife loved roses.'],
  ['a conclusion that is already a fact', 'I am married.', 'My wife loves roses.'],
  ['contradicting facts', 'I got divorced last year.', 'My wife and I used to hike.'],
  ['only two occurrences', 'I went to yoga class yesterday.', 'I went to yoga class yesterday.'],
  [
    'different activities',
    'I went to yoga yesterday.',
    'I went to the gym yesterday.',
    'I went to the zoo yesterday.',
  ],
  [
    'dislikes',
    'I did not like the Italian restaurant.',
    'I hated the Italian food.',
    'I disliked the Italian place.',
  ],
  ['a plan', 'I might move from Lisbon to Porto.'],
  ['a number that is not an age', 'I ran 34 miles.', 'My plan is 12 weeks long.'],
  ['a diet that is denied or wished for', 'I am not vegan.', 'I want to become vegetarian.'],
])('derive infers nothing from %s', (_, ...said) => {
  expect(infer(hearWeekly(...said))).toEqual([])
})

test('inferences do not depend on the order of the facts', () => {
  const facts = hearWeekly(
    'My brother is called Tom.',
    'Tom lives in Oslo.',
    'I am 34 years old.',
    'My wife Anna loves hiking.',
    "Anna's birthday is 5 May.",
  )
  const expected = infer(facts)
  expect(expected.length).toBeGreaterThan(3)
  expect(infer(facts.toReversed())).toEqual(expected)
  expect(infer([...facts.slice(2), ...facts.slice(0, 2)])).toEqual(expected)
})
