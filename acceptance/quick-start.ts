import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Does what README.md tells a newcomer, exactly as printed, in a fresh clone: the ```bash block after each
 * `<!-- quick-start: name -->`. `install` is run to its end, `start` stays running, and `use`, with the key that was
 * printed, must find what it added and remember it. On a machine whose ports 54329 or 8787 are taken others are used, and it says so.
 */
const repository = join(import.meta.dirname, '..')
const printedPorts = { postgres: 54329, api: 8787 }

type Block = { name: string; script: string }

/** The blocks of the README in their order, marked by the comment before them. */
function readBlocks(readme: string): Block[] {
  const pattern = /<!-- quick-start: (\w+) -->\s*```bash\n([\s\S]*?)```/g
  return Array.from(readme.matchAll(pattern), ([, name, script]) => ({ name: name!, script: script! }))
}

/** As in a new terminal: none of our settings, and no programs of this repository. */
function newcomersEnvironment(): NodeJS.ProcessEnv {
  const ours =
    /^(.*DATABASE_URL|CELL_URLS|REVERIE_(HOME|URL|KEY|OTHER_KEY)|HOST|PORT|WORKER_PORT|MODEL_DIR|LOG_LEVEL)$/
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
  const path = (env.PATH ?? '').split(delimiter).filter(entry => !entry.startsWith(repository))
  return { ...env, PATH: path.join(delimiter) }
}

class QuickStart {
  readonly #directory = mkdtempSync(join(tmpdir(), 'reverie-quick-start-'))
  readonly #clone = join(this.#directory, 'reverie')
  readonly #env = newcomersEnvironment()
  #apiPort = printedPorts.api
  #server: ChildProcess | undefined

  async run(): Promise<void> {
    const clone = ['-c', 'safe.directory=*', 'clone', '--quiet', repository, this.#clone]
    await this.#finish(spawn('git', clone, { stdio: 'inherit' }), 'git clone')
    const blocks = readBlocks(readFileSync(join(this.#clone, 'README.md'), 'utf8'))
    const names = blocks.map(({ name }) => name).join(', ')
    if (names !== 'install, start, use')
      throw new Error(`README.md should mark install, start and use; it has: ${names}`)
    const [install, start, use] = blocks as [Block, Block, Block]
    await this.#avoidTakenPorts()
    await timed('install', () => this.#bash(install.script))
    const key = await timed('start', () => this.#start(start.script))
    await timed('use', () => this.#use(this.#withKey(use.script, key)))
  }

  /** What is asked after the pause is asked again while it is not there: on a busy machine the pause is too short. */
  async #use(script: string): Promise<void> {
    const pause = /^sleep \d+$/m
    const asking = script.split(pause)[1]
    if (asking === undefined) throw new Error('The block "use" should pause between adding and asking')
    const [settings] = script.split('\n', 1)
    const deadline = Date.now() + 60_000
    let said = await this.#bash(script)
    const id = /^\{"id":"(\w{22})"/.exec(said)?.[1]
    if (!id) throw new Error('The document was not accepted')
    for (let fault = faultOf(said, id); fault; fault = faultOf(said, id)) {
      if (Date.now() > deadline) throw new Error(fault)
      console.log(`(${fault}: asking again)`)
      await sleep(1_000)
      said = await this.#bash(`${settings}\n${asking}`)
    }
    console.log(
      'The search found the document that was added, and the profile says what was remembered of it.',
    )
  }

  /** The printed commands, spelled out as they run, with what they print. */
  async #bash(script: string): Promise<string> {
    const child = this.#spawn(script)
    let said = ''
    child.stdout!.on('data', part => {
      said += part
      process.stdout.write(part)
    })
    await this.#finish(child, script)
    process.stdout.write('\n')
    return said
  }

  #spawn(script: string): ChildProcess {
    console.log(script.replaceAll(/^(?=.)/gm, '  $ '))
    return spawn('bash', ['-e', '-o', 'pipefail', '-c', script], {
      cwd: this.#clone,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'inherit'],
      // Its own group, so that all it started ends with it.
      detached: true,
    })
  }

  async #finish(child: ChildProcess, what: string): Promise<void> {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    if (code !== 0) throw new Error(`ended with ${code}: ${what}`)
  }

  /** Runs in the background from here on; answers with the key that is printed. */
  async #start(script: string): Promise<string> {
    this.#server = this.#spawn(script)
    let said = ''
    this.#server.stdout!.on('data', part => {
      said += part
    })
    const deadline = Date.now() + 180_000
    while (!/listens on/.test(said)) {
      if (this.#server.exitCode !== null || Date.now() > deadline)
        throw new Error(`It did not start:\n${said}`)
      await sleep(100)
    }
    const key = /\bsm_[0-9a-z]+_[0-9a-f]+\b/.exec(said)?.[0]
    if (!key) throw new Error(`No key was printed:\n${said}`)
    return key
  }

  #withKey(script: string, key: string): string {
    const filled = script.replace(/(REVERIE_KEY=)sm_\w+/, `$1${key}`)
    if (filled === script) throw new Error('The block "use" should set REVERIE_KEY=sm_…, to be replaced')
    return filled.replaceAll(`:${printedPorts.api}/`, `:${this.#apiPort}/`)
  }

  /** Where somebody else has a printed port, as on a developer's machine, the rest can still be tried. */
  async #avoidTakenPorts(): Promise<void> {
    if (await isTaken(printedPorts.postgres)) {
      const port = await findFree(printedPorts.postgres + 500)
      console.log(`(port ${printedPorts.postgres} is taken: using ${port} for Postgres)`)
      await this.#bash(`scripts/postgres up --port ${port}`)
      this.#env.DATABASE_URL = `postgres://postgres@127.0.0.1:${port}/reverie`
    }
    if (await isTaken(printedPorts.api)) {
      this.#apiPort = await findFree(printedPorts.api + 500)
      console.log(`(port ${printedPorts.api} is taken: using ${this.#apiPort} for the API)`)
      this.#env.PORT = String(this.#apiPort)
    }
  }

  async close(): Promise<void> {
    const server = this.#server
    if (server?.pid && server.exitCode === null) {
      process.kill(-server.pid, 'SIGTERM')
      for (let i = 0; i < 300 && server.exitCode === null && server.signalCode === null; i++) await sleep(100)
    }
    await this.#bash('if [ -x scripts/postgres ]; then scripts/postgres down --destroy; fi').catch(
      console.error,
    )
    rmSync(this.#directory, { recursive: true, force: true })
  }
}

/** What was said ends with the answers of search and profile, one JSON object each. */
function faultOf(said: string, id: string): string | undefined {
  if (!said.includes(`"documentId":"${id}"`)) return 'The search did not find the document that was added'
  if (!/"dynamic":\["[^"]*Lisbon/.test(said)) return 'The profile does not say what was remembered'
  return undefined
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = Date.now()
  const result = await work()
  console.log(`(${what}: ${((Date.now() - started) / 1000).toFixed(1)} s)\n`)
  return result
}

function isTaken(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

async function findFree(from: number): Promise<number> {
  for (let port = from; ; port++) if (!(await isTaken(port))) return port
}

const quickStart = new QuickStart()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => quickStart.close().finally(() => process.exit(1)))
}
try {
  await quickStart.run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await quickStart.close()
}
