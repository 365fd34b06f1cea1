import { expect, test } from 'vitest'
import { extractLocally } from '../../../language/english/extract-locally.ts'
import { passesFilters } from './match-filters.ts'

const read = (said: string) =>
  extractLocally({
    text: `user: ${said}`,
    from: 0,
    saidAt: new Date('2024-05-06T00:00:00Z'),
    origin: 'user',
    entityContext: undefined,
  })[0]!

const salary = read('My salary is $85,000 a year.')
const sushi = read('I love sushi and ramen.')
const trip = read('I am planning a trip to Norway.')

test.each([
  ['without filters every fact is kept', salary, [], [], true],
  ['an excluded fact is left out', salary, [], ['salary'], false],
  ['an excluded phrase must match with all its words', salary, [], ['salary of colleagues'], true],
  ['other forms of a word match', trip, [], ['planned trips'], false],
  ['an included fact is kept', sushi, ['ramen or pasta'], [], true],
  ['a fact that is not included is left out', trip, ['ramen or pasta'], [], false],
  ['a kind of fact can be included', sushi, ['preferences'], [], true],
  ['facts of other kinds are left out', trip, ['preferences'], [], false],
  ['exclusion wins over inclusion', sushi, ['sushi'], ['sushi'], false],
] as const)('%s', (_, fact, include, exclude, wanted) => {
  expect(passesFilters(fact, { include, exclude })).toBe(wanted)
})
