import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

export type Ended = { code: number | null; stdout: string; stderr: string }

/** A shell in the clone. It runs the commands of README.md and keeps their output. */
export class Terminal {
  readonly directory: string
  readonly #env: NodeJS.ProcessEnv
  readonly #background: Background[]

  constructor(directory: string, env: NodeJS.ProcessEnv, background: Background[] = []) {
    this.directory = directory
    this.#env = env
    this.#background = background
  }

  /** Returns the same shell with additional variables, as `export` would set them. */
  with(settings: NodeJS.ProcessEnv): Terminal {
    return new Terminal(this.directory, { ...this.#env, ...settings }, this.#background)
  }

  /** Returns the same shell in another directory. */
  in(directory: string): Terminal {
    return new Terminal(directory, this.#env, this.#background)
  }

  /** Runs a script to its end, and throws if it fails. */
  async run(script: string): Promise<string> {
    const ended = await this.try(script)
    if (ended.code !== 0)
      throw new Error(`ended with ${ended.code}: ${script}\n${ended.stdout}${ended.stderr}`)
    return ended.stdout + ended.stderr
  }

  async try(script: string): Promise<Ended> {
    const child = this.#spawn(['-e', '-o', 'pipefail', '-c', script])
    const output = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream]!.on('data', part => {
        output[stream] += part
      })
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    return { code, ...output }
  }

  /**
   * Starts a command that keeps running. With `tty` it runs under `script`, which gives it a terminal, so it prints for
   * people. Without `tty` it writes to a pipe, as under a supervisor.
   */
  start(command: string, { tty }: { tty: boolean }): Background {
    const line = command.trim()
    const child = tty
      ? this.#spawn(['-c', 'exec script -qefc "$0" /dev/null', line])
      : this.#spawn(['-c', `exec ${line}`])
    const background = new Background(child)
    this.#background.push(background)
    return background
  }

  async close(): Promise<void> {
    for (const background of this.#background) await background.end()
  }

  #spawn(args: string[]): ChildProcess {
    // A process group of its own, so that its child processes end with it.
    return spawn('bash', args, {
      cwd: this.directory,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
  }
}

/** A command that runs in the background. */
export class Background {
  readonly #child: ChildProcess
  stdout = ''
  stderr = ''

  constructor(child: ChildProcess) {
    this.#child = child
    child.stdout!.on('data', part => {
      this.stdout += part
    })
    child.stderr!.on('data', part => {
      this.stderr += part
    })
  }

  get pid(): number {
    return this.#child.pid!
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /**
   * Waits until the command prints a text. The first start may take minutes: it migrates the database and prepares
   * the model.
   */
  async printed(pattern: RegExp, withinMs = 180_000): Promise<RegExpExecArray> {
    const deadline = Date.now() + withinMs
    for (;;) {
      const match = pattern.exec(this.stdout)
      if (match) return match
      if (this.hasEnded || Date.now() > deadline)
        throw new Error(`The command did not print ${pattern}:\n${this.stdout}${this.stderr}`)
      await sleep(50)
    }
  }

  /** Sends SIGTERM to this process only, as a supervisor does, and waits until it has ended. */
  async terminate(withinMs = 60_000): Promise<void> {
    process.kill(this.pid, 'SIGTERM')
    const deadline = Date.now() + withinMs
    while (!this.hasEnded && Date.now() < deadline) await sleep(50)
    if (!this.hasEnded)
      throw new Error(`The command still ran ${withinMs / 1000} s after SIGTERM:\n${this.stdout}`)
  }

  async end(): Promise<void> {
    if (this.hasEnded) return
    signalGroup(this.pid, 'SIGTERM')
    for (let waits = 0; waits < 300 && !this.hasEnded; waits++) await sleep(100)
    if (!this.hasEnded) signalGroup(this.pid, 'SIGKILL')
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The process group has already ended.
  }
}
