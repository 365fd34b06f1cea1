import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '..')
const program = join(repository, 'reverie')
const keyPattern = /\bsm_[0-9a-z]+_[0-9a-f]+\b/

/** Runs `scripts/postgres` and returns the last line that it prints. */
export async function postgres(...args: string[]): Promise<string> {
  const { stdout } = await run(join(repository, 'scripts/postgres'), args)
  return stdout.trimEnd().split('\n').at(-1) ?? ''
}

/** A server started as users start it, on fresh databases. The suite knows only what it prints. */
export class StartedServer {
  readonly url: string
  /** The key of the first start, read from the file that the log names. */
  readonly firstKey: string
  #process: ChildProcess
  readonly #env: NodeJS.ProcessEnv
  readonly #directory: string

  private constructor(
    process: ChildProcess,
    env: NodeJS.ProcessEnv,
    directory: string,
    printed: { url: string; firstKey: string },
  ) {
    this.#process = process
    this.#env = env
    this.#directory = directory
    this.url = printed.url
    this.firstKey = printed.firstKey
  }

  /** Runs `reverie start` as `npm start` does, in an empty directory, so that no `.env` file changes its settings. */
  static async start(settings: Record<string, string>): Promise<StartedServer> {
    const directory = mkdtempSync(join(tmpdir(), 'reverie-acceptance-'))
    const env = {
      ...process.env,
      PORT: '0',
      WORKER_PORT: '0',
      LOG_LEVEL: 'warn',
      DATA_DIR: join(directory, 'data'),
      // The suite serves the pages that the server fetches, at this loopback address only.
      FETCH_ALLOW: '127.0.0.1',
      // The suite plays the source of this connector too.
      CONNECTOR_MODULES: join(repository, 'server/test/scripted-connector.ts'),
      // A clean machine has no transcription model, so the tests do not use one that this machine may have.
      TRANSCRIBER: 'none',
      CORS_ORIGINS: 'https://app.example.org',
      ...settings,
    }
    const output = await open(logIn(directory), 'w')
    const child = spawn(program, ['start'], {
      cwd: directory,
      env,
      stdio: ['ignore', output.fd, output.fd],
    })
    process.once('exit', () => child.kill('SIGKILL'))
    await output.close()
    try {
      return new StartedServer(child, env, directory, await untilListening(child, directory))
    } catch (error) {
      child.kill('SIGKILL')
      throw error
    }
  }

  /**
   * Stops this process, which also runs the worker, and starts an API-only process on the same databases. Then only
   * requests use its time and memory.
   */
  async serveOnly(): Promise<{ url: string; pid: number }> {
    this.terminate()
    await this.ended(60_000)
    const path = join(this.#directory, 'serve.log')
    const output = await open(path, 'w')
    const child = spawn(program, ['serve'], {
      cwd: this.#directory,
      env: this.#env,
      stdio: ['ignore', output.fd, output.fd],
    })
    process.once('exit', () => child.kill('SIGKILL'))
    await output.close()
    this.#process = child
    return { url: await untilServing(child, path), pid: child.pid! }
  }

  /** Runs a `reverie` command on the same databases. */
  async cli(...args: string[]): Promise<string> {
    const { stdout } = await run(program, args, {
      cwd: this.#directory,
      env: this.#env,
    })
    return stdout
  }

  async createKey(slug: string): Promise<{ id: string; value: string }> {
    const printed = await this.cli('keys', 'create', slug)
    const value = keyPattern.exec(printed)?.[0]
    if (!value) throw new Error(`"keys create" printed no key:\n${printed}`)
    return { value, id: value.split('_')[1]! }
  }

  log(): string {
    return readFileSync(logIn(this.#directory), 'utf8')
  }

  terminate(): void {
    this.#process.kill('SIGTERM')
  }

  /** Waits until the process ends and returns how. Kills it if it takes longer than `withinMs`. */
  async ended(withinMs: number): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    const deadline = Date.now() + withinMs
    while (!hasEnded(this.#process) && Date.now() < deadline) await sleep(50)
    if (!hasEnded(this.#process)) this.#process.kill('SIGKILL')
    while (!hasEnded(this.#process)) await sleep(50)
    return { code: this.#process.exitCode, signal: this.#process.signalCode }
  }

  /** Kills the process if it still runs, and deletes its directory with the log. */
  async remove(): Promise<void> {
    await this.ended(0)
    rmSync(this.#directory, { recursive: true, force: true })
  }
}

const logIn = (directory: string) => join(directory, 'server.log')

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Waits up to two minutes, because the first start migrates the database and converts the model. */
async function untilListening(child: ChildProcess, directory: string) {
  const deadline = Date.now() + 120_000
  for (;;) {
    const printed = readFileSync(logIn(directory), 'utf8')
    const url = /listens on (\S+)\.\s/.exec(printed)?.[1]
    const keyFile = /"keyFile":"([^"]+)"/.exec(printed)?.[1]
    if (url && keyFile) return { url, firstKey: readFileSync(keyFile, 'utf8').trim() }
    if (hasEnded(child) || Date.now() > deadline) throw new Error(`The server did not start:\n${printed}`)
    await sleep(50)
  }
}

async function untilServing(child: ChildProcess, log: string): Promise<string> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const printed = readFileSync(log, 'utf8')
    const url = /listens on (\S+)\.\s/.exec(printed)?.[1]
    if (url) return url
    if (hasEnded(child) || Date.now() > deadline) throw new Error(`The server did not start:\n${printed}`)
    await sleep(50)
  }
}
