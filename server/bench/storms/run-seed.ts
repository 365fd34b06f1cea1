import fc from 'fast-check'
import { say } from '../../measure/report.ts'
import { impossible } from './faults.ts'
import { type FaultName, faultNames, type Plan, planOf } from './plan.ts'
import { runStorm } from './storm.ts'
import type { World } from './world.ts'

export type StormOptions = {
  path: string
  clients: number
  steps: number
  shrinkSeconds: number
  faults: string
}

export type Tally = {
  storms: number
  steps: number
  /** Seeds of storms with a violation. */
  failed: number[]
  faults: Record<string, number>
  answers: Record<string, number>
}

/** Runs the storm of a seed. After a violation it looks for a smaller plan that fails too, and prints how to repeat it. */
export async function runSeed(
  world: World,
  seed: number,
  options: StormOptions,
  tally: Tally,
): Promise<void> {
  let shrinkUntil: number | undefined
  let violations: string[] = []
  const property = fc.asyncProperty(planOf({ ...options, without: without(world, options) }), async plan => {
    // Every smaller plan then counts as one that does not fail, which ends the search.
    if (shrinkUntil !== undefined && Date.now() > shrinkUntil) return true
    const result = await runStorm(world, plan)
    count(tally, plan, result)
    const faults = plan.faults.map(fault => fault.do).join(', ')
    say(
      `seed ${seed}: ${result.steps} steps, ${faults || 'no fault'}: ${result.took.join(' + ')} s; slowest ${result.slowest.ms} ms: ${result.slowest.what}`,
    )
    if (result.violations.length === 0) return true
    violations = result.violations
    if (shrinkUntil === undefined) {
      for (const line of violations) say(`seed ${seed}: ${line}`)
      shrinkUntil = Date.now() + options.shrinkSeconds * 1000
    }
    return false
  })
  const path = options.path ? { path: options.path } : {}
  const details = await fc.check(property, {
    seed,
    numRuns: 1,
    endOnFailure: options.shrinkSeconds === 0,
    ...path,
  })
  if (!details.failed) return say(`seed ${seed}: ok`)
  // An error that is no violation, such as a Postgres that does not start, ends the run.
  if (violations.length === 0) throw details.errorInstance ?? new Error('the storm could not be run')
  tally.failed.push(seed)
  report(seed, details, violations)
}

function report(seed: number, details: fc.RunDetails<[Plan]>, violations: readonly string[]): void {
  say(`seed ${seed}: FAILED. The smallest plan of ${details.numShrinks + 1} that failed:`)
  for (const line of violations) say(`    ${line}`)
  say(`    ${JSON.stringify(details.counterexample?.[0])}`)
  say(
    `    npm run bench -- storms --seed ${seed}${details.numShrinks > 0 ? ` --path ${details.counterexamplePath}` : ''}`,
  )
}

function without(world: World, { faults }: StormOptions): FaultName[] {
  const wanted = faults === '' ? faultNames : faults.split(',')
  return [...impossible(world), ...faultNames.filter(name => !wanted.includes(name))]
}

function count(
  tally: Tally,
  plan: Plan,
  { steps, answers }: { steps: number; answers: Record<string, number> },
): void {
  tally.storms++
  tally.steps += steps
  for (const { do: name } of plan.faults) tally.faults[name] = (tally.faults[name] ?? 0) + 1
  for (const [label, times] of Object.entries(answers))
    tally.answers[label] = (tally.answers[label] ?? 0) + times
}
