import { claims } from './claims.ts'
import { readRuns } from './run-record.ts'

/** Prints every claim with its commands, and how often each of them ran. */
export function listClaims(): void {
  const runs = readRuns(claims)
  for (const [area, named] of Object.entries(claims)) {
    console.log(`\n${area}`)
    for (const [name, { statement, whole, small, step, sabotage }] of Object.entries(named)) {
      const count = (form: string) => runs.filter(run => run.claim === name && run.form === form).length
      console.log(`\n  ${name}: ${statement}`)
      console.log(`    ${whole} (run ${count('whole')} times)`)
      if (small !== undefined) console.log(`    ${small} (run ${count('small')} times)`)
      if (step !== undefined) console.log(`    in CI: .ci/run ${step}`)
      if (typeof sabotage === 'string') console.log(`    no sabotage: ${sabotage}`)
      else console.log(`    broken: ${sabotage.command} (run ${count('broken')} times)`)
    }
  }
}
