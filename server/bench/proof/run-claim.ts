import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { watchSteal } from '../processor-time.ts'
import { type Form, findClaim } from './claim.ts'
import { claims } from './claims.ts'
import { chooseFigures } from './figures.ts'
import { describeMachine, type Machine } from './machine.ts'
import { lastResult } from './read-output.ts'
import { runCommand } from './run-command.ts'
import type { Run } from './run-record.ts'

const root = join(import.meta.dirname, '../../..')

export async function runClaim(name: string, form: Form, command: string): Promise<Run> {
  const [machine, commit] = await Promise.all([describeMachine(), currentCommit()])
  const steal = watchSteal()
  const { exit, seconds, output } = await runCommand(command)
  const stealPercent = steal()
  return {
    ...toRun({ name, form, command, output }, { commit, seconds, date: new Date(), machine, exit }),
    ...(stealPercent !== undefined && { stealPercent }),
  }
}

type CommandOutput = { name: string; form: Form; command: string; output: string }
type Circumstances = { commit: string; seconds: number; date: Date; machine: Machine; exit?: number }

/** The line of the record for an output. An output without a result shows nothing, so the claim did not hold. */
export function toRun(
  { name, form, command, output }: CommandOutput,
  { date, ...about }: Circumstances,
): Run {
  const result = lastResult(output)
  const error = result ? result.error : 'it ended without a result'
  return {
    claim: name,
    form,
    command,
    ...about,
    date: `${date.toISOString().slice(0, 19)}Z`,
    ok: result?.ok ?? false,
    figures: result ? chooseFigures(findClaim(claims, name)!, result) : {},
    ...(typeof error === 'string' && { error: withoutPaths(error) }),
  }
}

/** The record is public, and paths of a machine say nothing to others. */
const withoutPaths = (error: string) =>
  error
    .split('\n')[0]!
    .replaceAll(/(?<![\w.])\/[\w./-]+/g, '…')
    .slice(0, 200)

/** With a plus when files of the program differ from it. */
async function currentCommit(): Promise<string> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd: root })).stdout.trim()
  const commit = await git('rev-parse', '--short=8', 'HEAD')
  const changed = await git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs')
  return changed === '' ? commit : `${commit}+`
}
