import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Claims, type Form, findClaim, forms } from './claim.ts'
import type { ShownFigures } from './figures.ts'
import type { Machine } from './machine.ts'

/** A line of the record of runs. */
export type Run = {
  claim: string
  form: Form
  /** As it was run. */
  command: string
  commit: string
  /** When it ended. */
  date: string
  seconds: number
  machine: Machine
  /** Share of the processor time that the host gave to others meanwhile. Not known of a run that was read from a log. */
  stealPercent?: number
  /** Not known of a run that was read from a log and did not fail. */
  exit?: number
  /** The judgement of the command itself. */
  ok: boolean
  figures: ShownFigures
  /** The reason, if it ended early. */
  error?: string
}

export const recordPath = join(import.meta.dirname, '../../../docs/proof/runs.jsonl')

export const readRuns = (claims: Claims): Run[] => parseRuns(readFileSync(recordPath, 'utf8'), claims)

/** Refuses a line of an unknown claim, which no page would show. */
export function parseRuns(text: string, claims: Claims): Run[] {
  return text
    .split('\n')
    .map((line, n) => [line, n + 1] as const)
    .filter(([line]) => line.trim() !== '')
    .map(([line, n]) => parseRun(line, `docs/proof/runs.jsonl:${n}`, claims))
}

function parseRun(line: string, place: string, claims: Claims): Run {
  const run = JSON.parse(line) as Run
  if (!findClaim(claims, run.claim))
    throw new Error(`${place}: there is no claim "${run.claim}". Rename it, or remove the line.`)
  if (!forms.includes(run.form)) throw new Error(`${place}: form is one of ${forms.join(', ')}`)
  for (const name of ['command', 'commit', 'date', 'seconds', 'machine', 'ok', 'figures'] as const)
    if (run[name] === undefined) throw new Error(`${place}: ${name} is missing`)
  return run
}

/** The record keeps this many runs that held, of each claim and form. Runs that failed stay. */
export const mostHeldRuns = 30

/** Rewrites the file only to drop a run, because two commands may append to it at the same time. */
export function append(run: Run, claims: Claims): void {
  appendFileSync(recordPath, toLine(run))
  const all = readRuns(claims)
  const kept = dropOldest(all, claims)
  if (kept.length < all.length) writeFileSync(recordPath, kept.map(toLine).join(''))
}

const toLine = (run: Run) => `${JSON.stringify(run)}\n`

export function dropOldest(runs: readonly Run[], claims: Claims): Run[] {
  const counts = new Map<string, number>()
  return runs
    .toReversed()
    .filter(run => {
      if (!isAsWanted(run, claims)) return true
      const key = `${run.claim} ${run.form}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return counts.get(key)! <= mostHeldRuns
    })
    .toReversed()
}

/** True if a claim held, or if the command noticed its sabotage by the figures that the sabotage spoils. */
export function isAsWanted({ claim, form, ok, exit, figures }: Run, claims: Claims): boolean {
  if (form !== 'broken') return ok && (exit ?? 0) === 0
  const sabotage = findClaim(claims, claim)?.sabotage
  const failsBy = typeof sabotage === 'object' ? (sabotage.failsBy ?? []) : []
  return !ok && exit !== 0 && (failsBy.length === 0 || failsBy.some(name => Number(figures[name]) > 0))
}
