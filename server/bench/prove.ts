import { parseArgs } from 'node:util'
import { say } from '../measure/report.ts'
import { commandOf, type Form, findClaim } from './proof/claim.ts'
import { claims } from './proof/claims.ts'
import { append, isAsWanted, type Run } from './proof/journal.ts'
import { listClaims } from './proof/list-claims.ts'
import { recordLog } from './proof/record-log.ts'
import { runClaim } from './proof/run-claim.ts'
import { isUpToDate, writeProof } from './proof/write-proof.ts'

/**
 * Runs claims, and notes each run in docs/proof/runs.jsonl, from which docs/proof.md is made. Commit both.
 *
 *   npm run bench -- prove --list                      the claims, their commands, and how often they ran
 *   npm run bench -- prove kill cells                  these claims at their whole size
 *   npm run bench -- prove kill --small --times 3      at the size of CI, three times
 *   npm run bench -- prove storms -- --count 1000      with further options of the command
 *   npm run bench -- prove --break kill                without its mechanism: must exit with another status than 0
 *   npm run bench -- prove --from-log FILE --commit HASH
 *                                                      notes the steps of a log of `.ci/run` that was written on this machine
 *   npm run bench -- prove kill --from-log FILE --seconds 47 --commit HASH
 *                                                      notes one run whose output was saved; `--date` tells when it ended
 *   npm run bench -- prove --write                     only makes docs/proof.md; `--check` says whether it is up to date
 *
 * The output of a command passes through. Exits with 1 when a claim did not hold, or a broken one did.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    small: { type: 'boolean', default: false },
    break: { type: 'boolean', default: false },
    times: { type: 'string', default: '1' },
    'from-log': { type: 'string' },
    seconds: { type: 'string' },
    commit: { type: 'string' },
    date: { type: 'string' },
    write: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
})
const firstOption = positionals.findIndex(each => each.startsWith('-'))
const names = firstOption < 0 ? positionals : positionals.slice(0, firstOption)
const more = firstOption < 0 ? [] : positionals.slice(firstOption)
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
  for (const name of names) commandFor(name)
  for (const name of names)
    for (let time = 0; time < Number(values.times); time++) {
      const command = [commandFor(name), ...more].join(' ')
      say(`${name}: ${command}`)
      note(await runClaim(name, form, command))
    }
}

function commandFor(name: string): string {
  const claim = findClaim(claims, name)
  if (!claim) throw new Error(`There is no claim "${name}"; --list shows all of them.`)
  const command = commandOf(claim, form)
  if (command !== undefined) return command
  throw new Error(
    form === 'broken'
      ? `${name} cannot be broken: ${claim.broken}`
      : `${name} has one size only. Leave out --small.`,
  )
}

async function noteLog(file: string): Promise<void> {
  const { seconds, commit, date } = values
  if (commit === undefined) throw new Error('Name the commit of the run with --commit.')
  const about = {
    commit,
    ...(date !== undefined && { date }),
    ...(seconds !== undefined && { seconds: Number(seconds) }),
  }
  for (const run of await recordLog(file, about, names[0], form)) note(run)
}

function note(run: Run): void {
  append(run)
  writeProof()
  const wanted = isAsWanted(run, claims)
  isGood &&= wanted
  say(`${run.claim}: ${wanted ? 'as wanted' : 'NOT as wanted'}, noted in docs/proof/runs.jsonl`)
}
