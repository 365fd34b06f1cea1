import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { leavesAt } from '../measure/leaves-at.ts'
import { type Figures, printFigures, say, secondsSinceStart } from '../measure/report.ts'
import { type Line, lineOf, lines, type ScenarioName } from './chaos-table.ts'

type Ending = { name: ScenarioName; figures: Figures; ok: boolean }

/** These mean the same in every scenario: accepted and not there, there twice, and never at an end. */
const harms = ['lost', 'doubled', 'stuck', 'waiting'] as const

/**
 * Runs every scenario in a process of its own, one after the other, and prints a table of how often it did what, and what
 * was seen. Goes on after one that fails: the table is of all of them.
 */
export async function runAll(isSmall: boolean): Promise<never> {
  const endings: Ending[] = []
  for (const name of Object.keys(lines) as ScenarioName[]) {
    const line = lineOf(name)
    say(`${name}: begins`)
    endings.push(await runOne(name, (isSmall ? line.small : line.full) ?? ''))
    say(`${name}: ${endings.at(-1)!.ok ? 'ok' : 'FAILED'}`)
  }
  process.stdout.write(`${toTable(endings)}\n`)
  const ok = endings.every(ending => ending.ok)
  const counted = Object.fromEntries(
    harms.map(harm => [harm, sum(endings.map(({ figures }) => sumOf(figures, harm)))]),
  )
  const failed = endings.filter(ending => !ending.ok).map(({ name }) => name)
  printFigures({ scenarios: endings.length, ...counted, notOk: failed, seconds: secondsSinceStart() }, ok)
  process.exit(ok ? 0 : 1)
}

async function runOne(name: ScenarioName, options: string): Promise<Ending> {
  const args = [fileURLToPath(new URL('./chaos.ts', import.meta.url)), name, '--name', `all-${name}`]
  const child = spawn(process.execPath, [...args, ...options.split(' ').filter(Boolean)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const code = await new Promise<number | null>(resolve => child.on('close', resolve))
  const figures = readFigures(printed)
  return { name, figures, ok: code === 0 && figures.ok === true }
}

function readFigures(printed: string): Figures {
  try {
    return JSON.parse(printed.trimEnd().split('\n').at(-1)!)
  } catch {
    return { error: 'it printed no figures' }
  }
}

export function toTable(endings: readonly Ending[]): string {
  const rows = endings.map(({ name, figures, ok }) => {
    const { often, seen } = lineOf(name)
    const saw = typeof figures.error === 'string' ? figures.error : inWords(figures, seen)
    return `| ${name} | ${inWords(figures, often)} | ${saw} | ${ok ? 'ok' : '**failed**'} |`
  })
  return ['| scenario | how often | what was seen | |', '|---|---|---|---|', ...rows].join('\n')
}

const inWords = (figures: Figures, paths: Line['seen']): string =>
  paths.map(path => `${asWords(path)} ${figureAt(figures, path)}`).join(', ')

/** `withoutMain.otherFailures` is "without main: other failures". */
const asWords = (path: string): string =>
  path
    .split('.')
    .filter(part => part !== '*')
    .map(part => part.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`).replace(/ ms$/, ' (ms)'))
    .join(': ')

export function figureAt(figures: unknown, path: string): string {
  const values = leavesAt(figures, path).filter(value => typeof value === 'number')
  if (values.length === 0) return '–'
  return sum(values).toLocaleString('en', { maximumFractionDigits: 2 })
}

/** The figure of this name, wherever it is among the figures of a scenario. */
function sumOf(value: unknown, name: string): number {
  if (typeof value !== 'object' || value === null) return 0
  return sum(
    Object.entries(value).map(([key, inner]) =>
      key === name && typeof inner === 'number' ? inner : sumOf(inner, name),
    ),
  )
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
