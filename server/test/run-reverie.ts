import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

export const repository = join(import.meta.dirname, '../..')
export const launcher = join(repository, 'reverie')

export type RunOptions = { cwd?: string; input?: string; env?: Record<string, string | undefined> }

/** The only variables of the test that its processes get. With compiled code, a start takes two thirds of the time. */
export function inherited(): Record<string, string | undefined> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE }
}

/** Starts `./reverie …` with these settings and none of the test's own. */
export function spawnReverie(args: readonly string[], { cwd, env }: RunOptions = {}): ChildProcess {
  return spawn(launcher, args, { cwd, env: { ...inherited(), ...env } })
}

/** Runs `./reverie …` to its end. */
export async function runReverie(args: readonly string[], options: RunOptions = {}) {
  return finish(spawnReverie(args, options), options.input)
}

export async function finish(child: ChildProcess, input = '') {
  child.stdin!.on('error', () => undefined) // it may end without having read all of it
  child.stdin!.end(input)
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit'),
  ])
  return { stdout, stderr, code: code as number | null, signal: signal as NodeJS.Signals | null }
}
