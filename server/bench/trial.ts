import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OptionValues, readOptions, type Sabotage } from '../measure/options.ts'
import { type Figures, printFigures, say, secondsSinceStart } from '../measure/report.ts'
import { Clusters } from './clusters.ts'
import { Processes } from './processes.ts'

/** The resources of a scenario. All of them are removed when the trial ends, however it ends. */
export type Trial = {
  figures: Figures
  clusters: Clusters
  processes: Processes
  logs: string
  /** Applied by `installOn`. */
  sabotage: Sabotage
  /** Run at the end, after the processes were closed. */
  closing: (() => Promise<void>)[]
}

export type Scenario<Options extends OptionValues> = {
  /** Options by their defaults: `--worker-kills 3` sets `workerKills`. */
  options: Options
  deadlineSeconds(options: Options): number
  /** Fills in the figures as it goes, so that an interrupted run shows its progress; returns whether all is well. */
  run(trial: Trial, options: Options): Promise<Verdict>
}

/** `late`: every promise was kept, and only a time limit was missed. CI runs such a command again (`again_if_slow`). */
export type Verdict = boolean | 'late'

export const verdict = (isRight: boolean, isInTime: boolean): Verdict => isRight && (isInTime || 'late')

/** The scenario as a command: given its arguments it runs, prints its figures and ends the process. */
export function command<Options extends OptionValues>(scenario: Scenario<Options>) {
  return async (args: string[]): Promise<never> => {
    const { options, keep, name, sabotage } = readOrExit(scenario.options, args)
    const logs = mkdtempSync(join(tmpdir(), 'reverie-chaos-'))
    const processes = new Processes(logs)
    const clusters = new Clusters(name)
    const trial: Trial = { figures: {}, clusters, processes, logs, sabotage, closing: [] }
    const ended = await runGuarded(trial, scenario, options)
    const ok = ended === true
    await putAway(trial, keep).catch(error => say(`not everything was put away: ${error}`))
    printFigures(
      { ...trial.figures, seconds: secondsSinceStart(), ...(ended === 'late' && { late: true }) },
      ok,
    )
    process.exit(ok ? 0 : 1)
  }
}

function readOrExit<Options extends OptionValues>(defaults: Options, args: string[]) {
  try {
    return readOptions(defaults, args)
  } catch (error) {
    say((error as Error).message)
    process.exit(2)
  }
}

/** Runs to its end, its deadline or Ctrl-C, whichever comes first. */
async function runGuarded<Options extends OptionValues>(
  trial: Trial,
  scenario: Scenario<Options>,
  options: Options,
): Promise<Verdict> {
  try {
    const interrupted = interruption(scenario.deadlineSeconds(options))
    const ended = await Promise.race([scenario.run(trial, options), interrupted])
    if (ended !== true) showLogs(trial.logs)
    return ended
  } catch (error) {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error))
    trial.figures.error = error instanceof Error ? error.message : String(error)
    showLogs(trial.logs)
    return false
  }
}

async function putAway({ processes, clusters, logs, closing }: Trial, keep: boolean): Promise<void> {
  await processes.close()
  for (const close of closing) await close()
  await clusters.close({ keep })
  if (keep) say(`kept: the clusters, and the logs in ${logs}`)
  else rmSync(logs, { recursive: true })
}

function interruption(deadlineSeconds: number): Promise<never> {
  return new Promise((_, reject) => {
    const seconds = Math.round(deadlineSeconds)
    setTimeout(() => reject(new Error(`not finished within ${seconds} s`)), seconds * 1000).unref()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => reject(new Error(`stopped by ${signal}`)))
    process.on('uncaughtException', reject) // Also for errors that nobody awaited, so that the clusters are removed.
  })
}

/** Prints the last log lines of the processes when something went wrong. */
function showLogs(logs: string): void {
  for (const file of readdirSync(logs).filter(name => name.endsWith('.log'))) {
    const lines = readFileSync(join(logs, file), 'utf8').trimEnd().split('\n').slice(-8)
    if (lines.some(line => line !== '')) say(`${file}:\n    ${lines.map(cut).join('\n    ')}`)
  }
}

const cut = (line: string) => (line.length > 600 ? `${line.slice(0, 600)}…` : line)
