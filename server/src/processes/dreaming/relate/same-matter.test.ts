import { describe, expect, test } from 'vitest'
import { claimOf } from '../../../language/english/claim-of.ts'
import type { DatedFact } from '../../../language/english/fact.ts'
import { readWords } from '../../../language/english/words.ts'
import { aspectsOf } from './read-aspects.ts'
import { areOfOneEntity, haveSameAttribute } from './same-matter.ts'

/** A fact as a model names it: whom it is about, which attribute it gives, and the statement. */
type Named = [subject: string, property: string | undefined, text: string]

const fact = ([subject, property, text]: Named, day: number): DatedFact => ({
  ...{
    id: text,
    text,
    property,
    kind: 'fact',
    isStatic: true,
    eventDates: [],
    origin: 'user',
    confidence: 1,
  },
  ...{ spans: [], saidAt: new Date(Date.UTC(2024, 0, day)), vector: undefined },
  claim: claimOf(text, readWords(text), subject),
})

function pairOf(one: Named, other: Named) {
  const [older, newer] = [fact(one, 1), fact(other, 2)]
  return { older, newer, before: aspectsOf(older), now: aspectsOf(newer) }
}

describe('Two facts are about one person or thing', () => {
  test.each<[string, Named, Named]>([
    [
      'if both are about the user',
      ['user', 'tea', 'The user drinks oolong.'],
      ['user', 'tea', 'The user likes matcha.'],
    ],
    [
      'if one has the full name',
      ['hana novak', 'desk', 'Hana Novak sits at A.'],
      ['hana', 'desk', 'Hana sits at B.'],
    ],
    [
      'if one names the other',
      ['user', 'age', "The user's son Cal is 12."],
      ['cal', 'age', 'Cal turned 13.'],
    ],
    [
      'if one is what the other tells of',
      ['operation', 'date', 'The operation is on Friday.'],
      ['user', 'date', 'The user had the operation on Monday.'],
    ],
    [
      'if a model names it in both',
      ['mill house', 'caretaker', 'Ada looks after Mill House.'],
      ['mill house', 'caretaker', 'Bo looks after Mill House.'],
    ],
  ])('%s', (_, older, newer) => {
    expect(areOfOneEntity(pairOf(older, newer))).toBe(true)
  })

  test.each<[string, Named, Named]>([
    [
      'with two names',
      ['dr. smith', 'workplace', 'Dr. Smith works at St. Mary.'],
      ['dr. jones', 'workplace', 'Dr. Jones works at General.'],
    ],
    [
      'with two family names',
      ['hana novak', 'desk', 'Hana Novak sits at A.'],
      ['hana suzuki', 'desk', 'Hana Suzuki sits at B.'],
    ],
    [
      'with two numbers',
      ['customer', 'plan', 'Customer 1042 is on the basic plan.'],
      ['customer', 'plan', 'Customer 1043 is on the pro plan.'],
    ],
    [
      'with two homes',
      ['user', 'residence', 'The user lives with Rosa in Rome.'],
      ['rosa', 'residence', 'Rosa lives in Pisa.'],
    ],
    [
      'of the user and of a user group',
      ['user', 'tea', 'The user drinks oolong.'],
      ['user group', 'tea', 'The group drinks matcha.'],
    ],
  ])('but not %s', (_, older, newer) => {
    expect(areOfOneEntity(pairOf(older, newer))).toBe(false)
  })
})

describe('Two facts give one attribute', () => {
  const gives = (
    one: string | undefined,
    other: string | undefined,
    texts = ['The user has it.', 'The user got it.'],
  ) => haveSameAttribute(pairOf(['user', one, texts[0]!], ['user', other, texts[1]!]))

  test.each([
    ['residence', 'current residence', true],
    ['work', 'work', true],
    ['dog name', 'dog age', false],
    ['name', 'dog name', false],
  ])('if a model calls it %s and %s: %s', (one, other, expected) => {
    expect(gives(one, other)).toBe(expected)
  })

  test('if rules read one of them and both share a telling word', () => {
    expect(
      gives(undefined, 'kiln', [
        'The user fires the kiln on Mondays.',
        'The user fires the kiln on Fridays.',
      ]),
    ).toBe(true)
    expect(gives(undefined, 'kiln', ['The user drinks oolong.', 'The user fires the kiln.'])).toBe(false)
  })
})
