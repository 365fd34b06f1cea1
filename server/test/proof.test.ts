import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lines } from '../bench/chaos-table.ts'
import type { Claim, Claims } from '../bench/proof/claim.ts'
import { claims } from '../bench/proof/claims.ts'
import { describeProof } from '../bench/proof/describe-proof.ts'
import { chooseFigures, inWords } from '../bench/proof/figures.ts'
import { isAsWanted, parseJournal, type Run, readJournal } from '../bench/proof/journal.ts'
import { lastResult, readSteps } from '../bench/proof/read-output.ts'
import { toRun } from '../bench/proof/run-claim.ts'

const root = join(import.meta.dirname, '../..')

const claim: Claim = {
  says: 'No document is lost when a worker is killed.',
  whole: 'npm run chaos -- kill',
  small: 'npm run chaos -- kill --small',
  step: 'chaos',
  seen: '{documents} documents, {lost} lost',
  broken: { command: 'npm run chaos -- kill --lose 1', by: 'commits are not durable', shows: ['lost'] },
}
const few: Claims = {
  Faults: { kill: claim, storms: { ...claim, says: 'Storms do no harm.', broken: 'It has no switch.' } },
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
  describeProof({ claims: few, runs, impossible: [['A billion chunks', 'No disk.']] })

describe('docs/proof.md', () => {
  test('says of a claim how often it ran, what was seen, and on what machine', () => {
    const page = pageOf(run({}), run({ date: '2026-11-19T09:00:00Z', stealPercent: 3 }))
    expect(page).toContain(
      '| No document is lost when a worker is killed. | `npm run chaos -- kill` | 2 | 2026-11-19, `0a1b2c3d`, 47 s | 10,000 documents, 0 lost | A, 3 % stolen |',
    )
    expect(page).toContain('- **A**: 2 cores of A processor, 24 GB, Debian; Postgres 18.6; Node.js 24.21.0')
  })

  test('lists a claim without a run as not run, beside those that cannot be run', () => {
    const [, notRun] = pageOf(run({})).split('## Not run here')
    expect(notRun).toContain('| `storms` |')
    expect(notRun).not.toContain('| `kill` |')
    expect(notRun).toContain('| A billion chunks | No disk. |')
  })

  test('shows that the latest run failed, whatever came before', () => {
    const failed = run({
      date: '2026-11-19T10:00:00Z',
      exit: 1,
      ok: false,
      figures: { documents: 10_000, lost: 2 },
    })
    expect(pageOf(failed, run({}))).toContain(
      '| 2, 1 failed | 2026-11-19, `0a1b2c3d`, 47 s | **failed**: 10,000 documents, 2 lost |',
    )
  })

  test('keeps a run that failed after a later one that held', () => {
    const failed = run({ exit: 1, ok: false, error: 'not finished within 240 s' })
    const [, failures] = pageOf(failed, run({ date: '2026-11-19T10:00:00Z' })).split('## Runs that failed')
    expect(failures).toMatch(/\| `kill` \|.*\| not finished within 240 s \|/)
  })

  test('says what a claim that was broken on purpose ended with, and marks one that nobody noticed', () => {
    const broken = run({
      form: 'broken',
      command: 'npm run chaos -- kill --lose 1',
      exit: 1,
      ok: false,
      figures: { lost: 7 },
    })
    expect(pageOf(broken)).toContain(
      '| commits are not durable | `npm run chaos -- kill --lose 1` | exit 1 | – documents, 7 lost |',
    )
    expect(pageOf({ ...broken, exit: 0, ok: true, figures: { lost: 0 } })).toContain(
      '**not noticed** (exit 0)',
    )
  })
})

describe('a run', () => {
  test('of a broken claim is as wanted only if it fails by a figure that the mechanism protects', () => {
    const broken = run({ form: 'broken', exit: 1, ok: false })
    expect(isAsWanted({ ...broken, figures: { lost: 7 } }, few)).toBe(true)
    expect(isAsWanted({ ...broken, figures: { lost: 0 }, error: 'waited 120 s for api to start' }, few)).toBe(
      false,
    )
    expect(isAsWanted({ ...broken, exit: 0, figures: { lost: 7 } }, few)).toBe(false)
  })

  test('without a result at its end has shown nothing', () => {
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

test('figures are summed, compared, counted and named as the words ask for', () => {
  const seen =
    '{outages.*.lost} lost, {outages.*.ms|max} ms, {known|percent} %, {git.ok|held}, {failed|count} failed, skipped {skipped|names}, {away} away'
  const figures = {
    outages: { a: { lost: 1, ms: 20 }, b: { lost: 1_000, ms: 9 } },
    known: 0.896,
    git: { ok: true },
    failed: [4, 5],
    skipped: [],
  }
  const chosen = chooseFigures({ ...claim, seen, broken: '' }, figures)
  expect(inWords(seen, chosen)).toBe('1,001 lost, 20 ms, 89.6 %, ok, 2 failed, skipped none, – away')
})

describe('the journal', () => {
  test('refuses a line that names no known claim', () => {
    const line = JSON.stringify(run({ claim: 'kil' }))
    expect(() => parseJournal(`${JSON.stringify(run({}))}\n${line}\n`, few)).toThrow(
      'docs/proof/runs.jsonl:2: there is no claim "kil"',
    )
  })

  test('of this repository names known claims only, and no path', () => {
    for (const each of readJournal(claims))
      expect(JSON.stringify(each.error ?? '')).not.toMatch(/(?<!\w)\/\w+\//)
  })
})

describe('a log of .ci/run', () => {
  const log = `
========== Killed workers (starts)

========== Every rule has a test
468 rules, each with a test.
---------- rules: ok in 1 s

========== Killed workers
{"documents":300,"lost":1,"ok":false}
(run 1 of 3 missed a goal)
{"documents":300,"lost":0,"ok":true}
---------- chaos: ok in 48 s
`

  test('gives the last result of each step, and its seconds', () => {
    const steps = readSteps(log)
    expect(steps.map(({ name, seconds }) => [name, seconds])).toEqual([
      ['rules', 1],
      ['chaos', 48],
    ])
    expect(lastResult(steps[0]!.output)).toBeUndefined()
    expect(lastResult(steps[1]!.output)).toMatchObject({ lost: 0, ok: true })
  })
})

describe('the claims', () => {
  const all = Object.values(claims).flatMap(area => Object.entries(area))

  test('have names that are used once', () => {
    expect(new Set(all.map(([name]) => name)).size).toBe(all.length)
  })

  test('include every scenario of npm run chaos', () => {
    const commands = all.map(([, { whole }]) => whole)
    const missing = Object.keys(lines).filter(name => !commands.some(each => each.split(' ')[4] === name))
    expect(missing).toEqual([])
  })

  test('name steps of .ci/run, and files that exist', () => {
    const gate = readFileSync(join(root, '.ci/run'), 'utf8')
    const steps = all.flatMap(([, { step }]) => step ?? [])
    expect(steps.filter(step => !gate.includes(`\nstep_${step}()`))).toEqual([])
    const commands = all.flatMap(([, { broken }]) =>
      typeof broken === 'string' ? [] : broken.command.split(' '),
    )
    expect(
      commands.filter(word => /^[\w/.-]+\.(sql|ts)$/.test(word) && !existsSync(join(root, word))),
    ).toEqual([])
  })
})
