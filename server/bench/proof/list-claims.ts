import { claims } from './claims.ts'
import { readJournal } from './journal.ts'

/** Prints every claim with its commands, and how often each of them ran. */
export function listClaims(): void {
  const runs = readJournal(claims)
  for (const [area, named] of Object.entries(claims)) {
    console.log(`\n${area}`)
    for (const [name, { says, whole, small, step, broken }] of Object.entries(named)) {
      const count = (form: string) => runs.filter(run => run.claim === name && run.form === form).length
      console.log(`\n  ${name}: ${says}`)
      console.log(`    ${whole} (run ${count('whole')} times)`)
      if (small !== undefined) console.log(`    ${small} (run ${count('small')} times)`)
      if (step !== undefined) console.log(`    in CI: .ci/run ${step}`)
      if (typeof broken === 'string') console.log(`    not broken: ${broken}`)
      else console.log(`    broken: ${broken.command} (run ${count('broken')} times)`)
    }
  }
}
