import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Claims, type Form, findClaim, forms } from './claim.ts'
import type { Chosen } from './figures.ts'
import type { Machine } from './machine.ts'

/** A line of the journal. */
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
  /** Not known of a run that was read from a log. */
  exit?: number
  /** What the command said of itself. */
  ok: boolean
  figures: Chosen
  /** The last thing that it said, if it ended early. */
  error?: string
}

export const journalPath = join(import.meta.dirname, '../../../docs/proof/runs.jsonl')

export const readJournal = (claims: Claims): Run[] => parseJournal(readFileSync(journalPath, 'utf8'), claims)

/** Refuses a line that names no known claim: it proves nothing, and would stay unseen. */
export function parseJournal(text: string, claims: Claims): Run[] {
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

export const append = (run: Run): void => appendFileSync(journalPath, `${JSON.stringify(run)}\n`)

/** True if a claim held, or if a claim that was broken on purpose was found to be broken, and by what breaks it. */
export function isAsWanted(run: Run, claims: Claims): boolean {
  const { form, ok, exit, figures } = run
  if (form !== 'broken') return ok && (exit ?? 0) === 0
  const broken = findClaim(claims, run.claim)?.broken
  const shows = typeof broken === 'object' ? (broken.shows ?? []) : []
  return !ok && exit !== 0 && (shows.length === 0 || shows.some(name => Number(figures[name]) > 0))
}
