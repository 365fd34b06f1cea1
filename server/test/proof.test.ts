import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lines } from '../bench/chaos-table.ts'
import type { Claim, Claims } from '../bench/proof/claim.ts'
import { claims } from '../bench/proof/claims.ts'
import { describeProof } from '../bench/proof/describe-proof.ts'
import { chooseFigures, putIntoWords } from '../bench/proof/figures.ts'
import { lastResult, readAttempts } from '../bench/proof/read-output.ts'
import { toRun } from '../bench/proof/run-claim.ts'
import {
  dropOldest,
  isAsWanted,
  mostHeldRuns,
  parseRuns,
  type Run,
  readRuns,
} from '../bench/proof/run-record.ts'

const root = join(import.meta.dirname, '../..')

const claim: Claim = {
  statement: 'No document is lost when a worker is killed.',
  whole: 'npm run chaos -- kill',
  small: 'npm run chaos -- kill --small',
  step: 'chaos',
  summary: '{documents} documents, {lost} lost',
  sabotage: {
    command: 'npm run chaos -- kill --lose 1',
    because: 'commits are not durable',
    failsBy: ['lost'],
  },
}
const few: Claims = {
  Faults: {
    kill: claim,
    storms: { ...claim, statement: 'Storms do no harm.', sabotage: 'It has no switch.' },
  },
}

const run = (more: Partial<Run>): Run => ({
  claim: 'kill',
  form: 'whole',
  command: claim.whole,
  commit: '0a1b2c3d',
  date: '2026-11-19T08:00:00Z',
  seconds: 47,
  machine: {
    cores: 2,
    memoryGb: 24,
    processor: 'A processor',
    system: 'Debian',
    postgres: '18.6',
    node: '24.21.0',
  },
  exit: 0,
  ok: true,
  figures: { documents: 10_000, lost: 0 },
  ...more,
})

const pageOf = (...runs: Run[]) =>
  describeProof({ claims: few, runs, notRunnable: [['A billion chunks', 'No disk.']] })

describe('docs/proof.md', () => {
  test('says how often a claim ran, what the last run showed, and on which machine', () => {
    const page = pageOf(run({}), run({ date: '2026-11-19T09:00:00Z', stealPercent: 3 }))
    expect(page).toContain(
      '| `kill` | No document is lost when a worker is killed.<br>`npm run chaos -- kill` | 2 | 10,000 documents, 0 lost | 2026-11-19, `0a1b2c3d`, 47 s, machine A, 3 % stolen |',
    )
    expect(page).toContain('- **A**: 2 cores of A processor, 24 GB, Debian; Postgres 18.6; Node.js 24.21.0')
    expect(page).toContain('**Claims: 2. Run here: 1. Held in the last run: 1.**')
  })

  test('says that a claim without a run was not run yet', () => {
    const page = pageOf(run({}))
    expect(page).toContain('| `storms` | Storms do no harm.<br>`npm run chaos -- kill` | 0 | not run yet |')
    expect(page).toContain('Not run yet: `storms`.')
    expect(page).toContain('| A billion chunks | No disk. |')
  })

  test('says that a claim ran only at the size of CI', () => {
    const page = pageOf(run({ form: 'small', command: claim.small! }))
    expect(page).toContain('<br>`npm run chaos -- kill --small` (CI: `chaos`) | 1 |')
    expect(page).toContain('Run only at a smaller size: `kill`.')
  })

  test('shows that the latest run failed, although earlier ones held', () => {
    const failed = run({
      date: '2026-11-19T10:00:00Z',
      exit: 1,
      ok: false,
      figures: { documents: 10_000, lost: 2 },
    })
    expect(pageOf(failed, run({}))).toContain('| 2, 1 failed | **failed**: 10,000 documents, 2 lost |')
  })

  test('keeps a run that failed after a later one that held', () => {
    const failed = run({ exit: 1, ok: false, error: 'not finished within 240 s' })
    const [, failures] = pageOf(failed, run({ date: '2026-11-19T10:00:00Z' })).split('## Runs that failed')
    expect(failures).toMatch(/\| `kill` \|.*\| `not finished within 240 s` \|/)
  })

  test('shows the result of a sabotaged command, and marks a sabotage that the command did not notice', () => {
    const broken = run({
      form: 'broken',
      command: 'npm run chaos -- kill --lose 1',
      exit: 1,
      ok: false,
      figures: { lost: 7 },
    })
    expect(pageOf(broken)).toContain(
      '| commits are not durable<br>`npm run chaos -- kill --lose 1` | exit 1: – documents, 7 lost |',
    )
    expect(pageOf({ ...broken, exit: 0, ok: true, figures: { lost: 0 } })).toContain(
      '| **not noticed**, exit 0: – documents, 0 lost |',
    )
  })
})

describe('a run', () => {
  test('of a sabotaged command is as wanted only if it fails by a figure that the sabotage spoils', () => {
    const broken = run({ form: 'broken', exit: 1, ok: false })
    expect(isAsWanted({ ...broken, figures: { lost: 7 } }, few)).toBe(true)
    expect(isAsWanted({ ...broken, figures: { lost: 0 }, error: 'waited 120 s for api to start' }, few)).toBe(
      false,
    )
    expect(isAsWanted({ ...broken, exit: 0, figures: { lost: 7 } }, few)).toBe(false)
  })

  test('without a result at its end counts as failed', () => {
    const about = { commit: '0a1b2c3d', seconds: 1, date: new Date(), machine: run({}).machine }
    const noted = toRun({ name: 'kill', form: 'whole', command: claim.whole, output: 'It began.\n' }, about)
    expect(noted).toMatchObject({ ok: false, figures: {}, error: 'it ended without a result' })
  })

  test('names no path of the machine in its error', () => {
    const about = { commit: '0a1b2c3d', seconds: 1, date: new Date(), machine: run({}).machine }
    const output = `${JSON.stringify({ error: `ENOENT: open '/home${'/ada'}/logs/api.log'`, ok: false })}\n`
    const noted = toRun({ name: 'kill', form: 'whole', command: claim.whole, output }, about)
    expect(noted.error).toBe("ENOENT: open '…'")
  })
})

test('placeholders sum, compare, count and list figures', () => {
  const summary =
    '{outages.*.lost} lost, {outages.*.ms|max} ms, {known|percent} %, {git.ok|held}, {failed|count} failed, skipped {skipped|names}, {away} away'
  const figures = {
    outages: { a: { lost: 1, ms: 20 }, b: { lost: 1_000, ms: 9 } },
    known: 0.896,
    git: { ok: true },
    failed: [4, 5],
    skipped: [],
  }
  const chosen = chooseFigures({ ...claim, summary, sabotage: '' }, figures)
  expect(putIntoWords(summary, chosen)).toBe('1,001 lost, 20 ms, 89.6 %, ok, 2 failed, skipped none, – away')
})

describe('the record of runs', () => {
  test('refuses a line that names no known claim', () => {
    const line = JSON.stringify(run({ claim: 'kil' }))
    expect(() => parseRuns(`${JSON.stringify(run({}))}\n${line}\n`, few)).toThrow(
      'docs/proof/runs.jsonl:2: there is no claim "kil"',
    )
  })

  test('drops the oldest runs that held, and keeps every run that failed', () => {
    const failed = run({ exit: 1, ok: false, seconds: 0 })
    const held = Array.from({ length: mostHeldRuns + 2 }, (_, n) => run({ seconds: n + 1 }))
    const kept = dropOldest([failed, ...held, run({ form: 'small' })], few)
    expect(kept).toEqual([failed, ...held.slice(2), run({ form: 'small' })])
    expect(pageOf(...kept)).toContain('| 31 or more, 1 failed |')
  })

  test('of this repository names known claims only, and no path', () => {
    for (const each of readRuns(claims))
      expect(JSON.stringify(each.error ?? '')).not.toMatch(/(?<!\w)\/\w+\//)
  })
})

describe('a log of .ci/run', () => {
  const log = `
========== Killed workers (starts)

========== Every rule has a test
468 rules, each with a test.
---------- rules: ok in 1 s

========== An unreachable cell stops no other cell
{"cells":2,"seconds":20.5,"ok":false}
(run 1 of 3 missed a goal)
{"cells":2,"seconds":21,"ok":true}
---------- cells: ok in 48 s

========== Killed workers
Error: the API did not start
---------- chaos: FAILED (1) in 130 s
`

  test('gives every attempt, also those that missed a goal or ended without a result', () => {
    const attempts = readAttempts(log)
    expect(attempts.map(({ name, seconds, exit }) => [name, seconds, exit])).toEqual([
      ['cells', 20.5, undefined],
      ['cells', 21, undefined],
      ['chaos', 130, 1],
    ])
    expect(attempts.map(({ output }) => lastResult(output)?.ok)).toEqual([false, true, undefined])
  })
})

/** The names of the programs that a file starts. */
const programsOf = (file: string): string[] =>
  Array.from(
    readFileSync(join(root, file), 'utf8').matchAll(/^ +'?([\w-]+)'?: \(\) => import\(/gm),
    match => match[1]!,
  )

describe('the claims', () => {
  const all = Object.values(claims).flatMap(area => Object.entries(area))

  test('have names that are used once', () => {
    expect(new Set(all.map(([name]) => name)).size).toBe(all.length)
  })

  test('include every chaos scenario, bench, fuzzer and acceptance program', () => {
    const wanted = [
      ...Object.keys(lines).map(name => `npm run chaos -- ${name}`),
      ...programsOf('server/bench/main.ts').map(name => `npm run bench -- ${name}`),
      ...programsOf('acceptance/fuzz/run.ts').map(name => `npm run fuzz -- ${name}`),
      ...programsOf('acceptance/main.ts').map(name => `npm run acceptance -- ${name}`),
    ]
    const commands = all.map(([, { whole }]) => `${whole} `)
    const tools = ['npm run bench -- prove', 'npm run bench -- draw-scale']
    const missing = wanted.filter(each => !commands.some(command => command.startsWith(`${each} `)))
    expect(missing.filter(each => !tools.includes(each))).toEqual([])
  })

  test('name steps of .ci/run, and files that exist', () => {
    const gate = readFileSync(join(root, '.ci/run'), 'utf8')
    const steps = all.flatMap(([, { step }]) => step ?? [])
    expect(steps.filter(step => !gate.includes(`\nstep_${step}()`))).toEqual([])
    const words = all.flatMap(([, { sabotage }]) =>
      typeof sabotage === 'string' ? [] : sabotage.command.split(' '),
    )
    const files = words.filter(word => word.endsWith('.sql'))
    expect(files.filter(file => !existsSync(join(root, file)))).toEqual([])
  })
})
