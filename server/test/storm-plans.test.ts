import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultNames, type Plan, planOf, stepNames } from '../bench/storms/plan.ts'

const plans = planOf({ clients: 4, steps: 16, without: [] })

/** As the storms do it: one plan for each seed. */
const check = (seed: number, isFine: (plan: Plan) => boolean, path?: string) =>
  fc.check(fc.property(plans, isFine), { seed, numRuns: 1, ...(path && { path }) })

test('a seed always draws the same plan', () => {
  const drawn: Plan[] = []
  for (const _ of [1, 2]) check(4711, plan => drawn.push(plan) > 0)
  expect(drawn[0]).toEqual(drawn[1])
})

test('a plan that fails shrinks to the steps that matter, and the path repeats the small plan', () => {
  const isFine = ({ clients }: Plan) => !clients.flat().some(step => step.do === 'move')
  const seed = Array.from({ length: 100 }, (_, n) => n).find(n => check(n, isFine).failed)!
  const { counterexample, counterexamplePath } = check(seed, isFine)
  const [{ clients, faults }] = counterexample!
  expect(clients.flat().map(step => step.do)).toContain('move')
  expect(clients.flat().length).toBeLessThanOrEqual(3)
  expect(faults).toEqual([])
  expect(check(seed, isFine, counterexamplePath!).counterexample).toEqual(counterexample)
})

test('every step and every fault occurs in a few hundred plans', () => {
  const drawn = fc.sample(plans, { seed: 1, numRuns: 500 })
  expect(new Set(drawn.flatMap(({ clients }) => clients.flat().map(step => step.do)))).toEqual(
    new Set(stepNames),
  )
  expect(new Set(drawn.flatMap(({ faults }) => faults.map(fault => fault.do)))).toEqual(new Set(faultNames))
})

test('a fault that a machine cannot cause is in no plan', () => {
  const drawn = fc.sample(planOf({ clients: 2, steps: 4, without: ['fillDisk'] }), { seed: 1, numRuns: 300 })
  expect(drawn.flatMap(({ faults }) => faults).filter(fault => fault.do === 'fillDisk')).toEqual([])
})
