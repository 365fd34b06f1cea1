import { expect, test } from 'vitest'
import { fitChange, type LabelledGroup, surest } from '../eval/changes/fit-change.ts'
import type { Evidence } from '../src/processes/dreaming/relate/weigh-change.ts'

const pair = (nearness: number, changes: number): Evidence => ({ nearness, changes }) as Evidence
const group = (isReplaced: boolean, ...pairs: Evidence[]): LabelledGroup => ({
  ...{ set: 'one', isReplaced, pairs, weight: 0.25 },
})

test('one telling pair makes a statement replaced, and many that tell nothing do not', () => {
  const groups = [
    group(true, pair(0.2, 3), pair(0.9, -3)),
    group(true, pair(0.4, 2)),
    group(false, pair(0.9, -2), pair(0.8, -3), pair(0.7, -2)),
    group(false, pair(0.3, -1)),
  ]
  const fitted = fitChange(groups)
  expect(fitted.weights.changes).toBeGreaterThan(0.5)
  expect(groups.map(each => surest(each, fitted) >= 0.5)).toEqual([true, true, false, false])
})
