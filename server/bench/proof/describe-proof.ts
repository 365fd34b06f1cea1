import { type Claim, type Claims, type Form, findClaim, formInCi } from './claim.ts'
import { putIntoWords } from './figures.ts'
import { Machines } from './machines.ts'
import { isAsWanted, mostHeldRuns, type Run } from './run-record.ts'

export type Proof = { claims: Claims; runs: readonly Run[]; notRunnable: readonly [string, string][] }

type NamedClaim = { name: string; claim: Claim }
type Page = Proof & { all: readonly NamedClaim[]; machines: Machines }

/** docs/proof.md: each claim, its command, how often it ran, the figures of the last run, and its machine. */
export function describeProof(proof: Proof): string {
  const all = Object.values(proof.claims).flatMap(listNamed)
  const page = { ...proof, all, machines: new Machines(proof.runs) }
  const areas = Object.entries(proof.claims).map(([area, claims]) =>
    describeArea(page, area, listNamed(claims)),
  )
  const sections = [
    introduce(page),
    ...areas,
    describeSabotage(page),
    describeFailures(page),
    describeNotRun(page),
    describeMachines(page),
  ]
  return `${sections.join('\n\n')}\n`
}

const listNamed = (claims: Record<string, Claim>): NamedClaim[] =>
  Object.entries(claims).map(([name, claim]) => ({ name, claim }))

function introduce(page: Page): string {
  const last = page.all.flatMap(({ name }) => runsOf(page, name, 'whole', 'small').at(-1) ?? [])
  const held = last.filter(run => isAsWanted(run, page.claims)).length
  return `# Proof

Each claim below has a command that tests it, and that exits with another status than 0 when the claim does not hold. The tables say
how often each command ran, and what the last run showed.

**Claims: ${page.all.length}. Run here: ${last.length}. Held in the last run: ${held}.**

\`npm run generate\` makes this page from a list of claims and the record of runs, \`docs/proof/runs.jsonl\`. The record
keeps every run that failed, and the last ${mostHeldRuns} that held of each claim and size. [Testing](testing.md#run-a-claim-and-note-it) says how
to run a claim yourself.`
}

function describeArea(page: Page, area: string, claims: readonly NamedClaim[]): string {
  const rows = claims.flatMap(each => describeClaim(page, each))
  return `## ${area}\n\n${table(['name', 'claim and command', 'runs', 'last result', 'last run'], rows)}`
}

/** A row for each size at which the command was run, or one that says that it was not. */
function describeClaim(page: Page, { name, claim }: NamedClaim): string[][] {
  const sizes = (['whole', 'small'] as const)
    .map(form => ({ form, runs: runsOf(page, name, form) }))
    .filter(({ runs }) => runs.length > 0)
  if (sizes.length === 0)
    return [[code(name), `${claim.statement}<br>${describeCommand(claim, 'whole')}`, '0', 'not run yet', '']]
  return sizes.map(({ form, runs }, n) => {
    const last = runs.at(-1)!
    const text = n === 0 ? claim.statement : 'The same, smaller.'
    return [
      n === 0 ? code(name) : '',
      `${text}<br>${describeCommand(claim, form, last.command)}`,
      describeCount(page, runs),
      `${isAsWanted(last, page.claims) ? '' : '**failed**: '}${describeResult(last, claim)}`,
      `${describeMoment(last)}, ${page.machines.describe(last)}`,
    ]
  })
}

const describeCommand = (claim: Claim, form: 'whole' | 'small', command = claim[form]!) =>
  `${code(command)}${claim.step && form === formInCi(claim) ? ` (CI: ${code(claim.step)})` : ''}`

function describeCount({ claims }: Page, runs: readonly Run[]): string {
  const failed = runs.filter(run => !isAsWanted(run, claims)).length
  const count = `${runs.length}${runs.length - failed < mostHeldRuns ? '' : ' or more'}`
  return failed === 0 ? count : `${count}, ${failed} failed`
}

function describeSabotage(page: Page): string {
  const rows = page.all.flatMap(({ name, claim }) => {
    const last = runsOf(page, name, 'broken').at(-1)
    if (typeof claim.sabotage === 'string' || !last) return []
    const ending = isAsWanted(last, page.claims) ? 'exit' : '**not noticed**, exit'
    return [
      [
        code(name),
        `${claim.sabotage.because}<br>${code(last.command)}`,
        `${ending} ${last.exit}: ${describeResult(last, claim)}`,
        describeMoment(last),
      ],
    ]
  })
  const untried = page.all.filter(
    ({ name, claim }) => typeof claim.sabotage !== 'string' && runsOf(page, name, 'broken').length === 0,
  )
  return [
    '## Broken on purpose',
    'A test that cannot fail proves nothing. Each command below runs without the mechanism behind its claim, and must fail.',
    ...(rows.length > 0 ? [table(['name', 'broken because', 'result', 'when'], rows)] : []),
    ...(untried.length > 0 ? [`Not broken yet: ${listNames(untried)}.`] : []),
    'No switch breaks the following claims:',
    table(['names', 'reason'], listUnbreakable(page.all)),
  ].join('\n\n')
}

/** The claims without sabotage, by their reason. */
function listUnbreakable(all: readonly NamedClaim[]): string[][] {
  const unbreakable = all.filter(({ claim }) => typeof claim.sabotage === 'string')
  const byReason = Map.groupBy(unbreakable, ({ claim }) => claim.sabotage as string)
  return Array.from(byReason, ([reason, claims]) => [listNames(claims), reason])
}

/** A failure stays on the page after a later run that held. */
function describeFailures({ claims, runs }: Page): string {
  const rows = runs
    .filter(run => run.form !== 'broken' && !isAsWanted(run, claims))
    .map(run => [
      code(run.claim),
      code(run.command),
      describeResult(run, findClaim(claims, run.claim)!),
      describeMoment(run),
    ])
  const list = rows.length === 0 ? 'None.' : table(['name', 'command', 'result', 'when'], rows)
  return `## Runs that failed\n\n${list}`
}

function describeNotRun(page: Page): string {
  const missing = page.all.filter(({ name }) => runsOf(page, name, 'whole').length === 0)
  const isRunSmall = ({ name }: NamedClaim) => runsOf(page, name, 'small').length > 0
  const [smaller, never] = [missing.filter(isRunSmall), missing.filter(each => !isRunSmall(each))]
  return [
    '## Not run here',
    ...(never.length > 0 ? [`Not run yet: ${listNames(never)}.`] : []),
    ...(smaller.length > 0 ? [`Run only at a smaller size: ${listNames(smaller)}.`] : []),
    'A single machine without a network cannot show the following:',
    table(['claim', 'reason'], page.notRunnable),
  ].join('\n\n')
}

function describeMachines({ machines }: Page): string {
  const list = machines.list()
  return `## Machines

Programs, Postgres and load share one machine. *Stolen* is the share of processor time that the host gave to other machines during the
run. It is unknown for runs that were read from a log.

${list.length > 0 ? list.join('\n') : 'None yet.'}`
}

function runsOf({ runs }: Page, name: string, ...wanted: readonly Form[]): Run[] {
  return runs
    .filter(run => run.claim === name && wanted.includes(run.form))
    .toSorted((a, b) => a.date.localeCompare(b.date))
}

const describeResult = ({ error, figures }: Run, claim: Claim): string =>
  error === undefined ? putIntoWords(claim.summary, figures) : code(error.replaceAll('`', "'"))

const describeMoment = ({ date, commit, seconds }: Run): string =>
  `${date.slice(0, 10)}, ${code(commit)}, ${Math.round(seconds).toLocaleString('en')} s`

const listNames = (claims: readonly NamedClaim[]) => claims.map(({ name }) => code(name)).join(', ')

const code = (text: string) => `\`${text}\``

const row = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`

const table = (header: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(header), `|${'---|'.repeat(header.length)}`, ...rows.map(row)].join('\n')
