import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { say } from '../measure/report.ts'

export type Settings = Record<string, string>

export type Program = { name: string; args: string[]; settings: Settings; logs: string; isClosed(): boolean }

const restartAfterMs = 300

/** A Node program that is restarted when it exits, as by an init system. Its output goes to a log of its own. */
export class Supervised {
  readonly name: string
  /** Unexpected exits after a good start. */
  crashes = 0
  protected isWanted = false
  protected hasAnswered = false
  readonly #program: Program
  #child: ChildProcess | undefined
  #isStruck = false

  constructor(program: Program) {
    this.name = program.name
    this.#program = program
  }

  launch(): void {
    const { name, args, settings, logs, isClosed } = this.#program
    if (isClosed()) return
    this.isWanted = true
    this.hasAnswered = false
    this.#isStruck = false
    const log = openSync(join(logs, `${name}.log`), 'a')
    const child = spawn(process.execPath, args, {
      // A directory without a developer's `.env`.
      cwd: logs,
      // In its own process group, so that Ctrl-C reaches only us.
      detached: true,
      stdio: ['ignore', log, log],
      env: environment(settings),
    })
    closeSync(log)
    child.once('exit', (code, signal) => this.#onExit(child, code, signal))
    this.#child = child
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  signal(signal: NodeJS.Signals): void {
    if (signal === 'SIGKILL') this.#isStruck = true
    this.#child?.kill(signal)
  }

  /** Stops it for good. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    this.isWanted = false
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGCONT')
    child.kill(signal)
    await exited
  }

  #onExit(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    if (child !== this.#child || !this.isWanted) return
    if (!this.#isStruck) {
      // A process that found its database down never answered; it simply tries again.
      if (this.hasAnswered) this.crashes++
      say(`${this.name} exited by itself (${signal ?? code})${this.hasAnswered ? '' : ' while starting'}`)
    }
    setTimeout(() => this.isWanted && this.launch(), restartAfterMs)
  }
}

/** Nothing that matters from the caller's environment, so that a run is the same on every machine. */
export function environment(settings: Settings): Settings {
  const { PATH = '', HOME = '', MODEL_DIR, NODE_COMPILE_CACHE } = process.env
  const given = { ...(MODEL_DIR && { MODEL_DIR }), ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
  return { PATH, HOME, ...given, LOG_LEVEL: 'warn', ...settings }
}
