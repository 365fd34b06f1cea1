import { expect, test } from 'vitest'
import { extractLocally } from '../../../language/english/extract-locally.ts'
import { isWanted } from './filters.ts'

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
  ['nothing asked for keeps all', salary, [], [], true],
  ['what is excluded is left out', salary, [], ['salary'], false],
  ['an excluded phrase must be met in all its words', salary, [], ['salary of colleagues'], true],
  ['other forms of a word count', trip, [], ['planned trips'], false],
  ['only what is included is kept', sushi, ['ramen or pasta'], [], true],
  ['what is not included is not', trip, ['ramen or pasta'], [], false],
  ['a kind of fact can be asked for', sushi, ['preferences'], [], true],
  ['and is told from others', trip, ['preferences'], [], false],
  ['excluding is stronger than including', sushi, ['sushi'], ['sushi'], false],
] as const)('%s', (_, fact, include, exclude, wanted) => {
  expect(isWanted(fact, { include, exclude })).toBe(wanted)
})
