import { readFileSync, statSync } from 'node:fs'
import { type Claim, commandOf, type Form, findClaim, formInCi } from './claim.ts'
import { claims } from './claims.ts'
import { describeMachine } from './machine.ts'
import { lastResult, readAttempts } from './read-output.ts'
import { toRun } from './run-claim.ts'
import type { Run } from './run-record.ts'

/** The runs in a log of `.ci/run` that was written on this machine. */
export async function readCiRuns(file: string, commit: string): Promise<Run[]> {
  const circumstances = await describeLog(file, commit)
  const attempts = readAttempts(readFileSync(file, 'utf8'))
  const runs = attempts.flatMap(({ name, output, ...about }) =>
    claimsOf(name).map(([claim, form, command]) =>
      toRun({ name: claim, form, command, output }, { ...circumstances, ...about }),
    ),
  )
  if (runs.length === 0) throw new Error('The log has no step of .ci/run that shows a claim.')
  return runs
}

/** The run of one command whose standard output was saved. Its last line says how long it took. */
export async function readSavedRun(file: string, commit: string, name: string, form: Form): Promise<Run> {
  const output = readFileSync(file, 'utf8')
  const claim = findClaim(claims, name)
  const command = claim && commandOf(claim, form)
  if (command === undefined) throw new Error(`${name} has no such command; --list shows all of them.`)
  const seconds = lastResult(output)?.seconds
  if (typeof seconds !== 'number') throw new Error('The log does not end with figures and `seconds`.')
  return toRun({ name, form, command, output }, { ...(await describeLog(file, commit)), seconds })
}

const describeLog = async (file: string, commit: string) => ({
  commit: commit.slice(0, 8),
  date: statSync(file).mtime,
  machine: await describeMachine(),
})

function claimsOf(step: string): [string, Form, string][] {
  return Object.values(claims)
    .flatMap(area => Object.entries<Claim>(area))
    .filter(([, claim]) => claim.step === step)
    .map(([name, claim]) => [name, formInCi(claim), commandOf(claim, formInCi(claim))!])
}
