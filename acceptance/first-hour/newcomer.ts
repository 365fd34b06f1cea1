import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type Blocks, readBlocks } from './readme.ts'
import { Terminal } from './terminal.ts'

const repository = join(import.meta.dirname, '../..')

/** Variables of a developer's environment that a newcomer does not have. */
const ours =
  /^(.*DATABASE_URL|CELL_URLS|REVERIE_.*|HOST|PORT|WORKER_PORT|MODEL_DIR|DATA_DIR|BLOB_DIR|LOG_.*)$/

/**
 * Simulates a user on a clean machine: the Node.js that README.md requires, an empty home directory and a fresh
 * clone.
 */
export class Newcomer {
  readonly #directory = mkdtempSync(join(tmpdir(), 'reverie-first-hour-'))
  readonly clone = join(this.#directory, 'reverie')
  readonly home = join(this.#directory, 'home')
  readonly terminal: Terminal
  blocks!: Blocks
  readme = ''

  constructor() {
    mkdirSync(join(this.#directory, 'bin'))
    mkdirSync(this.home)
    symlinkSync(process.execPath, join(this.#directory, 'bin', 'node'))
    this.terminal = new Terminal(this.#directory, this.#environment())
  }

  /** Returns a shell in the clone. */
  get shell(): Terminal {
    return new Terminal(this.clone, this.#environment())
  }

  async cloneRepository(): Promise<void> {
    await this.terminal.run(`git -c safe.directory='*' clone --quiet '${repository}' '${this.clone}'`)
    this.readme = readFileSync(join(this.clone, 'README.md'), 'utf8')
    this.blocks = readBlocks(this.readme)
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true, force: true })
  }

  #environment(): NodeJS.ProcessEnv {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
    const path = (env.PATH ?? '').split(delimiter).filter(entry => !entry.startsWith(repository))
    return {
      ...env,
      PATH: [join(this.#directory, 'bin'), ...path].join(delimiter),
      HOME: this.home,
      // npm uses the registry and cache of this machine.
      npm_config_userconfig: join(homedir(), '.npmrc'),
      npm_config_cache: process.env.npm_config_cache ?? join(homedir(), '.npm'),
    }
  }
}
