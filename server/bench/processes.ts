import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { environment, type Program, type Settings, Supervised } from './supervised.ts'

/** The program of this checkout. */
export const main = join(import.meta.dirname, '../src/main.ts')

export type Role = 'serve' | 'worker' | 'all'

const startWithinMs = 120_000

/** The processes of one run; none of them outlives it. */
export class Processes {
  readonly #logs: string
  readonly #all: Supervised[] = []
  #isClosed = false

  constructor(logs: string) {
    this.#logs = logs
  }

  /** Starts a Reverie process on a free port and resolves when it answers. `program`: that of another checkout. */
  async start(role: Role, name: string, settings: Settings, program = main): Promise<Reverie> {
    const port = await freePort()
    const own = { ...settings, [role === 'worker' ? 'WORKER_PORT' : 'PORT']: String(port) }
    const reverie = new Reverie(this.#program(name, [program, role], own), port)
    this.#all.push(reverie)
    reverie.launch()
    await reverie.answers()
    return reverie
  }

  /** Starts any other program that listens on a given port. */
  async startProgram(name: string, args: (port: number) => string[]): Promise<{ port: number }> {
    const port = await freePort()
    const program = new Supervised(this.#program(name, args(port), {}))
    this.#all.push(program)
    program.launch()
    await until(() => isListening(port), `${name} to listen`)
    return { port }
  }

  #program(name: string, args: string[], settings: Settings): Program {
    return { name, args, settings, logs: this.#logs, isClosed: () => this.#isClosed }
  }

  get crashes(): number {
    return this.#all.reduce((sum, { crashes }) => sum + crashes, 0)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#all.map(one => one.end('SIGKILL')))
  }
}

export class Reverie extends Supervised {
  readonly url: string
  #answering: Promise<void> = Promise.resolve()

  constructor(program: Program, port: number) {
    super(program)
    this.url = `http://127.0.0.1:${port}`
  }

  override launch(): void {
    super.launch()
    this.#answering = until(() => this.#isHealthy(), `${this.name} to start`).then(() => {
      this.hasAnswered = true
    })
    this.#answering.catch(() => undefined)
  }

  /** Resolves when the current process answers. */
  async answers(): Promise<void> {
    await this.#answering
  }

  /** Kills it in the middle of its work. It is restarted; resolves when it answers again. */
  async kill(): Promise<void> {
    const before = this.#answering
    this.signal('SIGKILL')
    while (this.#answering === before && this.isWanted) await sleep(20)
    await this.#answering
  }

  /** Not `/ready`, which also checks every cell: one may be down on purpose. */
  async #isHealthy(): Promise<boolean> {
    const answer = await fetch(`${this.url}/health`, { signal: AbortSignal.timeout(2_000) })
    await answer.body?.cancel()
    return answer.ok
  }
}

/** Runs a command such as `migrate` to its end and returns its output. */
export function runCommand(settings: Settings, cwd: string, ...args: string[]): Promise<string> {
  return runProgram(main, settings, cwd, ...args)
}

export async function runProgram(
  program: string,
  settings: Settings,
  cwd: string,
  ...args: string[]
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    cwd,
    env: environment(settings),
  })
  return stdout
}

async function until(check: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + startWithinMs
  while (!(await check().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`waited ${startWithinMs / 1000} s for ${what}`)
    await sleep(25)
  }
}

/**
 * Below the range that Linux uses for outgoing connections: while a killed process restarts, a connection of another
 * pool could otherwise occupy its port.
 */
const freePorts = { from: 25_000, to: 32_000 }

async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(freePorts.from, freePorts.to)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    await new Promise(resolve => server.close(resolve))
    return port
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } finally {
    socket.destroy()
  }
}
