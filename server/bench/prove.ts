import { parseArgs } from 'node:util'
import { say } from '../measure/report.ts'
import { commandOf, type Form, findClaim } from './proof/claim.ts'
import { claims } from './proof/claims.ts'
import { listClaims } from './proof/list-claims.ts'
import { readCiRuns, readSavedRun } from './proof/record-log.ts'
import { runClaim } from './proof/run-claim.ts'
import { append, isAsWanted, type Run } from './proof/run-record.ts'
import { isUpToDate, writeProof } from './proof/write-proof.ts'

/**
 * Runs claims, and notes each run in docs/proof/runs.jsonl, from which docs/proof.md is made. Commit both.
 *
 *   npm run bench -- prove --list                  the claims, their commands, and how often they ran
 *   npm run bench -- prove kill cells              these claims at their whole size
 *   npm run bench -- prove kill --small --times 3  at the size of CI, three times
 *   npm run bench -- prove storms -- --count 1000  with further options of the command
 *   npm run bench -- prove --break kill            without its mechanism: the command must fail
 *   npm run bench -- prove --from-log FILE --commit HASH
 *                                                  notes the steps of a log of `.ci/run` from this machine
 *   npm run bench -- prove growth --from-log FILE --commit HASH
 *                                                  notes one run whose standard output was saved
 *   npm run bench -- prove --write                 only makes docs/proof.md; `--check` says whether it is up to date
 *
 * Passes the output of the commands through. Exits with 1 when a claim did not hold, or a broken one did.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    small: { type: 'boolean', default: false },
    break: { type: 'boolean', default: false },
    times: { type: 'string', default: '1' },
    'from-log': { type: 'string' },
    commit: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
})
const firstOption = positionals.findIndex(each => each.startsWith('-'))
const names = firstOption < 0 ? positionals : positionals.slice(0, firstOption)
const furtherOptions = firstOption < 0 ? [] : positionals.slice(firstOption)
const form: Form = values.break ? 'broken' : values.small ? 'small' : 'whole'
let isGood = true

if (values.list) listClaims()
else if (values.check) check()
else if (values.write) writeProof()
else if (values['from-log'] !== undefined) await noteLog(values['from-log'])
else await prove()
process.exit(isGood ? 0 : 1)

function check(): void {
  isGood = isUpToDate()
  if (isGood) console.log('docs/proof.md is up to date.')
  else console.error('Out of date: docs/proof.md. Run: npm run generate')
}

async function prove(): Promise<void> {
  if (names.length === 0) throw new Error('Name a claim; --list shows all of them.')
  const commands = names.map(name => [name, commandFor(name)] as const)
  for (const [name, command] of commands)
    for (let time = 0; time < Number(values.times); time++) {
      say(`${name}: ${command}`)
      note(await runClaim(name, form, command))
    }
}

function commandFor(name: string): string {
  const claim = findClaim(claims, name)
  if (!claim) throw new Error(`There is no claim "${name}"; --list shows all of them.`)
  const command = commandOf(claim, form)
  if (command !== undefined) return [command, ...furtherOptions].join(' ')
  throw new Error(
    form === 'broken'
      ? `${name} has no sabotage: ${claim.sabotage}`
      : `${name} has one size. Leave out --small.`,
  )
}

async function noteLog(file: string): Promise<void> {
  if (!values.commit) throw new Error('Name the commit of the run with --commit.')
  const [name] = names
  if (name !== undefined) note(await readSavedRun(file, values.commit, name, form))
  else for (const run of await readCiRuns(file, values.commit)) note(run)
}

function note(run: Run): void {
  append(run, claims)
  writeProof()
  const isWanted = isAsWanted(run, claims)
  isGood &&= isWanted
  say(`${run.claim}: ${isWanted ? 'as wanted' : 'NOT as wanted'}, noted in docs/proof/runs.jsonl`)
}
