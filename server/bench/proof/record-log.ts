import { readFileSync, statSync } from 'node:fs'
import { type Claim, commandOf, type Form, findClaim, formInCi } from './claim.ts'
import { claims } from './claims.ts'
import type { Run } from './journal.ts'
import { describeMachine } from './machine.ts'
import { lastResult, readSteps } from './read-output.ts'
import { toRun } from './run-claim.ts'

type About = { commit: string; date?: string; seconds?: number }

/** Runs that were made without `prove`, on this machine. Without output there is nothing to note. */
export async function recordLog(
  file: string,
  about: About,
  name: string | undefined,
  form: Form,
): Promise<Run[]> {
  const log = readFileSync(file, 'utf8')
  const circumstances = {
    commit: about.commit.slice(0, 8),
    date: about.date === undefined ? statSync(file).mtime : new Date(about.date),
    machine: await describeMachine(),
  }
  if (name === undefined) {
    const runs = readSteps(log).flatMap(({ name, output, seconds }) =>
      claimsOf(name)
        .filter(() => lastResult(output))
        .map(([claim, { form, command }]) =>
          toRun({ name: claim, form, command, output }, { ...circumstances, seconds }),
        ),
    )
    if (runs.length === 0) throw new Error('The log has no step of .ci/run that shows a claim.')
    return runs
  }
  const command = commandOf(findClaim(claims, name) ?? missing(name), form)
  if (command === undefined) throw new Error(`${name} has no command of this form.`)
  if (about.seconds === undefined) throw new Error('Say how long the run took with --seconds.')
  if (!lastResult(log)) throw new Error('The log has no line with figures and `ok`, so it shows nothing.')
  return [toRun({ name, form, command, output: log }, { ...circumstances, seconds: about.seconds })]
}

function claimsOf(step: string): [string, { form: Form; command: string }][] {
  return Object.values(claims)
    .flatMap(area => Object.entries<Claim>(area))
    .filter(([, claim]) => claim.step === step)
    .map(([name, claim]) => [name, { form: formInCi(claim), command: commandOf(claim, formInCi(claim))! }])
}

function missing(name: string): never {
  throw new Error(`There is no claim "${name}"; --list shows all of them.`)
}
