import { type Claim, type Claims, type Form, findClaim, formInCi } from './claim.ts'
import { inWords } from './figures.ts'
import { isAsWanted, type Run } from './journal.ts'
import type { Machine } from './machine.ts'

export type Proof = { claims: Claims; runs: readonly Run[]; impossible: readonly [string, string][] }

type Named = { name: string; claim: Claim }

/** docs/proof.md: each claim, its command, how often it ran, what was seen, and on what machine. */
export function describeProof(proof: Proof): string {
  const machines = new Machines(proof.runs)
  const all = Object.values(proof.claims).flatMap(toNamed)
  return `${[
    introduction(proof, all),
    ...Object.entries(proof.claims).map(([area, claims]) =>
      describeArea(area, toNamed(claims), proof, machines),
    ),
    describeBroken(all, proof),
    describeFailures(proof),
    describeNotRun(all, proof),
    machines.describe(),
  ].join('\n\n')}\n`
}

const toNamed = (claims: Record<string, Claim>): Named[] =>
  Object.entries(claims).map(([name, claim]) => ({ name, claim }))

function introduction({ runs }: Proof, all: readonly Named[]): string {
  const run = new Set(runs.filter(({ form }) => form !== 'broken').map(({ claim }) => claim))
  const held = all.filter(({ name }) => lastOf(runs, name, ['whole', 'small'])?.ok)
  return `# Proof

Each claim below has a command that tests it and exits with another status than 0 when it does not hold. This page says how often each
command ran, and what was seen the last time. \`npm run generate\` makes it from \`docs/proof/runs.jsonl\` and the list of
claims in \`server/bench/proof/claims\`; CI fails when it is out of date.

Of ${all.length} claims, ${run.size} were tested here, and ${held.length} held in their last run.

<!-- not run: takes minutes to hours, and writes the journal -->
\`\`\`bash
npm run bench -- prove --list              # the claims by name
npm run bench -- prove kill --times 3      # run one at its whole size, and note each run in the journal
npm run bench -- prove kill --small        # at the size of CI
npm run bench -- prove --break kill        # take its mechanism away: it must fail
\`\`\``
}

function describeArea(area: string, all: readonly Named[], proof: Proof, machines: Machines): string {
  const rows = all.flatMap(each => describeClaim(each, proof, machines))
  return [
    `## ${area}`,
    '',
    '| claim | command | runs | last | seen | machine |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** A row for each size at which the command was run, or one that says that it was not. */
function describeClaim({ name, claim }: Named, { claims, runs }: Proof, machines: Machines): string[] {
  const sizes = (['whole', 'small'] as const).filter(form =>
    runs.some(run => run.claim === name && run.form === form),
  )
  if (sizes.length === 0)
    return [row([claim.says, command(claim.whole, claim, 'whole'), '0', '', '**not run here**', ''])]
  return sizes.map((form, n) => {
    const own = runs.filter(run => run.claim === name && run.form === form)
    const last = lastOf(runs, name, [form])!
    const held = own.filter(run => isAsWanted(run, claims)).length
    return row([
      n === 0 ? claim.says : 'the same, smaller',
      command(last.command, claim, form),
      held === own.length ? `${own.length}` : `${own.length}, ${own.length - held} failed`,
      moment(last),
      isAsWanted(last, claims) ? said(last, claim) : `**failed**: ${said(last, claim)}`,
      machines.show(last),
    ])
  })
}

const command = (text: string, claim: Claim, form: Form) =>
  `${code(text)}${claim.step && form === formInCi(claim) ? ` (CI: ${code(claim.step)})` : ''}`

function describeBroken(all: readonly Named[], { claims, runs }: Proof): string {
  const rows = all.flatMap(({ name, claim }) => {
    const last = lastOf(runs, name, ['broken'])
    if (typeof claim.broken === 'string' || !last) return []
    const isFound = isAsWanted(last, claims)
    return [
      row([
        code(name),
        claim.broken.by,
        code(last.command),
        isFound ? `exit ${last.exit}` : `**not noticed** (exit ${last.exit})`,
        said(last, claim),
        moment(last),
      ]),
    ]
  })
  const unbroken = all.flatMap(({ name, claim }) =>
    typeof claim.broken === 'string' ? [`- ${code(name)}: ${claim.broken}`] : [],
  )
  const untried = all.filter(
    ({ name, claim }) => typeof claim.broken !== 'string' && !lastOf(runs, name, ['broken']),
  )
  return [
    '## Broken on purpose\n',
    'A test that cannot fail proves nothing. Here the mechanism behind a claim was taken away, and the command had to fail, by the figures',
    'that this mechanism protects.\n',
    table(['claim', 'taken away', 'command', 'ended with', 'said', 'when'], rows),
    ...(untried.length > 0
      ? [
          `\nNot tried here: ${untried.map(({ name }) => code(name)).join(', ')}. \`npm run bench -- prove --break <claim>\` does it.`,
        ]
      : []),
    '\nNo switch takes these away:\n',
    ...unbroken,
  ].join('\n')
}

/** A failure stays on the page after a later run that held. */
function describeFailures({ claims, runs }: Proof): string {
  const rows = runs
    .filter(run => run.form !== 'broken' && !isAsWanted(run, claims))
    .map(run =>
      row([code(run.claim), code(run.command), moment(run), said(run, findClaim(claims, run.claim)!)]),
    )
  const text = rows.length === 0 ? 'None.' : table(['claim', 'command', 'when', 'said'], rows)
  return `## Runs that failed\n\n${text}`
}

function describeNotRun(all: readonly Named[], { runs, impossible }: Proof): string {
  const missing = all.filter(({ name }) => !runs.some(run => run.claim === name && run.form === 'whole'))
  const rows = missing.map(({ name, claim }) => {
    const isSmallRun = runs.some(run => run.claim === name && run.form === 'small')
    return row([
      code(name),
      code(claim.whole),
      isSmallRun ? 'smaller only' : 'no',
      claim.notRun ?? 'The machine was not free for long enough.',
    ])
  })
  return [
    '## Not run here\n',
    ...(rows.length > 0
      ? [
          'No run of these is in the journal at their whole size:\n',
          table(['claim', 'command', 'run', 'reason'], rows),
          '',
        ]
      : []),
    'These cannot be shown on such a machine:\n',
    table(['claim', 'reason'], impossible.map(row)),
  ].join('\n')
}

class Machines {
  readonly #letters = new Map<string, string>()
  readonly #all: Machine[] = []

  constructor(runs: readonly Run[]) {
    for (const { machine } of runs) {
      const key = JSON.stringify(machine)
      if (this.#letters.has(key)) continue
      this.#letters.set(key, String.fromCharCode(65 + this.#all.length))
      this.#all.push(machine)
    }
  }

  show({ machine, stealPercent }: Run): string {
    const stolen = stealPercent === undefined ? '' : `, ${stealPercent} % stolen`
    return `${this.#letters.get(JSON.stringify(machine))}${stolen}`
  }

  describe(): string {
    const lines = this.#all.map(
      ({ cores, memoryGb, processor, system, postgres, node }, n) =>
        `- **${String.fromCharCode(65 + n)}**: ${cores} cores of ${processor}, ${memoryGb} GB, ${system}; Postgres ${postgres}; Node.js ${node}`,
    )
    return [
      '## Machines\n',
      'Programs, their Postgres clusters and their load share one machine. *Stolen* is the share of processor time that the host gave to other',
      'machines during the run; it is not known of runs that were read from a log of CI.\n',
      ...(lines.length > 0 ? lines : ['None yet.']),
    ].join('\n')
  }
}

function lastOf(runs: readonly Run[], name: string, wanted: readonly Form[]): Run | undefined {
  return runs
    .filter(run => run.claim === name && wanted.includes(run.form))
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .at(-1)
}

const said = (run: Run, claim: Claim): string =>
  run.error === undefined ? inWords(claim.seen, run.figures) : run.error

const moment = ({ date, commit, seconds }: Run): string =>
  `${date.slice(0, 10)}, ${code(commit)}, ${Math.round(seconds).toLocaleString('en')} s`

const code = (text: string) => `\`${text}\``

const row = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`

const table = (header: readonly string[], rows: readonly string[]) =>
  [row(header), `|${'---|'.repeat(header.length)}`, ...rows].join('\n')
