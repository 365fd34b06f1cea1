import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const script = join(import.meta.dirname, '../../../scripts/postgres')

/** Everything that a drill starts, at once: a second root for another drill would cost 300 MB more. */
const packages = 'patroni python3-etcd python3-psycopg2 etcd-server haproxy pgbackrest'.split(' ')

/** The user of `scripts/postgres`. It needs no name on this machine. */
const user = 5432
const programs = ['/usr/lib/postgresql/18/bin', '/usr/bin', '/usr/sbin'].join(':')

/**
 * /proc and /dev of this machine are seen in the root by the program and its children only: they are mounted in a mount
 * namespace of their own, which ends with the last of them.
 */
const enter = `mount --rbind /proc "$1/proc" && mount --rbind /dev "$1/dev" && root=$1 dir=$2 && shift 2 &&
  exec chroot --userspec=${user}:${user} --groups= "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$dir" "$@"`

/** Debian's programs for operators, unpacked into a private root as `scripts/postgres` does with Postgres. */
export class DrillRoot {
  readonly path: string

  private constructor(path: string) {
    this.path = path
  }

  static async open(): Promise<DrillRoot> {
    const { stdout } = await promisify(execFile)(script, ['root', '--name', 'drills', ...packages], {
      maxBuffer: 10_000_000,
    })
    return new DrillRoot(stdout.trim().split('\n').at(-1)!)
  }

  /** An empty directory of a drill. What an earlier run left in it is ended and deleted first. */
  async directory(name: string): Promise<DrillDirectory> {
    const directory = new DrillDirectory(this, `/clusters/${name}`)
    await directory.killAll()
    rmSync(directory.outside, { recursive: true, force: true })
    directory.make()
    return directory
  }
}

/** A directory in the root. Every program works in one, and is found by it. */
export class DrillDirectory {
  /** The path as programs in the root see it. */
  readonly inside: string
  readonly #root: DrillRoot

  constructor(root: DrillRoot, inside: string) {
    this.#root = root
    this.inside = inside
  }

  get outside(): string {
    return this.#root.path + this.inside
  }

  within(name: string): DrillDirectory {
    return new DrillDirectory(this.#root, `${this.inside}/${name}`)
  }

  make(): this {
    mkdirSync(this.outside, { recursive: true, mode: 0o700 })
    chmodSync(this.outside, 0o700)
    chownSync(this.outside, user, user)
    return this
  }

  /** Starts a program in this directory. Its output is appended to a log there. */
  start(log: string, program: string, ...args: string[]): ChildProcess {
    const output = openSync(`${this.outside}/${log}.log`, 'a')
    const child = spawn('unshare', this.#command(program, args), {
      detached: true,
      stdio: ['ignore', output, output],
      env: environment,
    })
    closeSync(output)
    child.on('error', () => undefined)
    return child
  }

  /** Runs a program in this directory to its end, and returns its output. */
  async run(program: string, ...args: string[]): Promise<string> {
    const run = promisify(execFile)
    const { stdout } = await run('unshare', this.#command(program, args), { env: environment })
    return stdout
  }

  #command(program: string, args: string[]): string[] {
    return ['--mount', '/bin/sh', '-c', enter, 'enter', this.#root.path, this.inside, program, ...args]
  }

  /** Kills what works in this directory at once, as a loss of power would, without one of them seeing it of another. */
  async killAll(): Promise<void> {
    for (let pids = this.#pids(); pids.length > 0; pids = this.#pids()) {
      for (const pid of pids) send(pid, 'SIGKILL')
      await sleep(20)
    }
  }

  /** Sends a signal to the processes of this directory whose title contains a word. */
  signal(word: string, signal: NodeJS.Signals): void {
    for (const pid of this.#pids()) if (titleOf(pid).includes(word)) send(pid, signal)
  }

  #pids(): number[] {
    return readdirSync('/proc').flatMap(name => {
      const at = /^\d+$/.test(name) ? workingDirectory(name) : undefined
      return at === this.outside || at?.startsWith(`${this.outside}/`) ? [Number(name)] : []
    })
  }
}

const environment = {
  PATH: `${programs}:/sbin:/bin`,
  LC_ALL: 'C.UTF-8',
  // The root is not writable for the user, so compiled modules could not be stored.
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUNBUFFERED: '1',
}

/** Undefined when the process has just ended. */
function workingDirectory(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}
