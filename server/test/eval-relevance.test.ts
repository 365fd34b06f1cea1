import { expect, test } from 'vitest'
import { fitWeights, type RankedQuestion, sharesAt, sumKept } from '../eval/relevance/fit-weights.ts'

const question = (right: number, wrong: number): RankedQuestion => ({
  set: 'one',
  isAnswerable: true,
  candidates: [
    { signals: { useful: right, idle: 0 }, isRight: true, isWrong: false },
    { signals: { useful: wrong, idle: 0 }, isRight: false, isWrong: true },
  ],
})
const unanswerable: RankedQuestion = {
  ...{ set: 'one', isAnswerable: false },
  candidates: [{ signals: { useful: 0.1 }, isRight: false, isWrong: false }],
}

test('a signal that tells answers apart gains weight, and one that never occurs keeps its weight', () => {
  const fitted = fitWeights([question(1, 0), question(0.8, 0.1)], { useful: 0, idle: 0.7 })
  expect(fitted.useful).toBeGreaterThan(1)
  expect(fitted.idle).toBeCloseTo(0.7)
})

test('the sum that is kept leaves the questions answered and the unanswerable one empty', () => {
  const questions = [question(1, 0), question(0.8, 0.1), unanswerable]
  const weights = { useful: 1 }
  expect(sumKept(questions, weights)).toBe(0.8)
  expect(sharesAt(questions, weights, 0.8)).toEqual({ answered: 1, wrongFirst: 0, empty: 0, abstain: 1 })
  expect(sharesAt(questions, weights, -1).abstain).toBe(0)
})
