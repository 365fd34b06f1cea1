import { expect, test } from 'vitest'
import { haveOtherValues } from './weigh-change.ts'

const aspects = (names: string[], amounts: string[]) => ({
  names: new Set(names),
  measured: amounts.map(amount => ({ type: 'count', amount })),
})

test.each([
  ['two names', aspects(['rome'], []), aspects(['oslo'], []), true],
  ['two figures', aspects([], ['80']), aspects([], ['70']), true],
  ['one that says more', aspects(['rome'], []), aspects(['rome', 'trastever'], []), false],
  ['one without a value', aspects(['rome'], []), aspects([], []), false],
])('values differ when each has one that the other lacks: %s', (_, a, b, differs) => {
  expect(haveOtherValues(a, b)).toBe(differs)
  expect(haveOtherValues(b, a)).toBe(differs)
})
