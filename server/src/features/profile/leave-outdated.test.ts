import { describe, expect, test } from 'vitest'
import type { Candidate } from './candidate.ts'
import { leaveOutdated } from './leave-outdated.ts'

const at = new Date('2026-03-10')
const [owner, person, thing] = [0, 1, 2]

type Said = [kind: string, subject: number, text: string, eventAt?: string]

/** Each was said a day after the one before it. */
const make = ([kind, subject, text, eventAt]: Said, i: number): Candidate => ({
  ...{ id: String(i), kind, subject, text, isLasting: true, lasts: 'lasting', source: 0, confidence: 0.9 },
  ...{ eventAt: eventAt ? new Date(eventAt) : null, saidAt: new Date(Date.UTC(2026, 0, 1 + i)) },
})

const textsOf = (candidates: readonly Candidate[]): string[] =>
  leaveOutdated(candidates, at).map(({ text }) => text)

/** The texts that are left. */
const left = (...all: Said[]): string[] => textsOf(all.map(make))

describe('Of what has room for one value, only the newest is left', () => {
  test.each<[string, Said, Said]>([
    [
      'age',
      ['age', owner, 'The user is 37 years old.'],
      ['age', owner, 'The user says: “I turned 38 on 3 May.”'],
    ],
    [
      'age of a child',
      ['age', person, "The user's son Max is 5."],
      ['age', person, 'Max turned six on 22 March.'],
    ],
    [
      'home',
      ['home', owner, 'The user says: “I rent a flat by the harbour.”'],
      ['home', owner, 'The user says: “Moved into the cottage in May.”'],
    ],
    [
      'home of a relative',
      ['home', person, 'The user says: “my dad has a bungalow.”'],
      ['home', person, 'Dad moved into a care home.'],
    ],
    ['diet', ['diet', owner, 'The user is vegan.'], ['diet', owner, 'The user started eating fish again.']],
    [
      'pregnancy',
      ['health', person, 'The user says: “My best friend Zoe is pregnant!”'],
      ['family', person, 'Zoe had her baby, a girl.'],
    ],
    [
      'role',
      ['work', person, 'Omar does billing.'],
      ['plan', person, 'The user says: “Omar is leaving us.”'],
    ],
    [
      'time of a meeting',
      ['instruction', owner, 'Team lunch is on Mondays, bring a plate.'],
      ['plan', thing, 'Ada says: “The team lunch moves to Tuesdays.”'],
    ],
  ])('%s', (_, older, newer) => {
    expect(left(older, newer)).toEqual([newer[2]])
  })

  test('the work of the owner, once newer work is known than the job that ended', () => {
    const job: Said = ['work', owner, 'The user is a nurse at the clinic.']
    const end: Said = ['event', owner, 'The user says: “I handed in my notice.”']
    const next: Said = ['work', owner, 'The user says: “I freelance.”']
    expect(left(job, end)).toHaveLength(2)
    expect(left(job, end, next)).toEqual([end[2], next[2]])
  })
})

describe('Both are left if they are', () => {
  test.each<[string, Said, Said]>([
    ['about two people', ['home', person, 'Ben lives in Rome.'], ['home', person, 'Zoe moved to Oslo.']],
    [
      'about two people of one first name',
      ['age', person, 'Hana Novak is 30.'],
      ['age', person, 'Hana Suzuki is 40.'],
    ],
    [
      'about two doctors',
      ['home', person, 'Dr. Smith lives in Rome.'],
      ['home', person, 'Dr. Jones moved to Oslo.'],
    ],
    [
      'about two customers',
      ['home', person, 'Customer 1042 lives in Rome.'],
      ['home', person, 'Customer 1043 moved to Oslo.'],
    ],
    [
      'about two sisters',
      ['age', person, 'The user says: “my sister is 30.”'],
      ['age', person, 'The user says: “my sister is 25.”'],
    ],
    ['about nobody that is named', ['home', person, 'Lives in Rome.'], ['home', person, 'Lives in Oslo.']],
    [
      'by two speakers',
      ['home', owner, 'Ben says: “I live in Rome.”'],
      ['home', owner, 'Zoe says: “I moved to Oslo.”'],
    ],
    ['about the owner and a child', ['age', owner, 'The user is 38.'], ['age', person, 'Max turned six.']],
    [
      'a home, and a move that is still to come',
      ['home', owner, 'The user lives in Rome.'],
      ['home', owner, 'The user says: “I moved to Oslo from 1 May 2026.”', '2026-05-01'],
    ],
    [
      'a diet and what else is not eaten',
      ['diet', owner, 'The user is vegan.'],
      ['diet', owner, 'No gluten now.'],
    ],
    [
      'two values of one thing',
      ['setting', thing, 'The kitchen remodel is 20,000 euros.'],
      ['setting', thing, 'The kitchen remodel moves to Tuesdays.'],
    ],
    [
      'two facts about a thing of two names',
      ['setting', thing, 'Mill Lane is inspected on Mondays.'],
      ['setting', thing, 'Mill Lane is cleaned on Tuesdays now.'],
    ],
  ])('%s', (_, older, newer) => {
    expect(left(older, newer)).toHaveLength(2)
  })

  test('a move, and a fact about a home that is told later', () => {
    const facts: Said[] = [
      ['home', owner, 'The user moved to Oslo.'],
      ['home', owner, 'The user has a garden.'],
    ]
    expect(left(...facts)).toHaveLength(2)
  })

  test('the words of a person, and later ones of an assistant', () => {
    const said = make(['home', owner, 'The user lives in Rome.'], 0)
    const guessed = { ...make(['home', owner, 'The user lives in Oslo.'], 1), source: 1 }
    expect(textsOf([said, guessed])).toHaveLength(2)
    expect(textsOf([said, { ...guessed, source: 0 }])).toEqual(['The user lives in Oslo.'])
  })
})
