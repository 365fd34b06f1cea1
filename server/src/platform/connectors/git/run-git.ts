import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { SourceError } from '../connector.ts'

export type GitConfig = readonly (readonly [name: string, value: string])[]

export type GitOptions = {
  folder: string
  /** Passed in the environment: arguments are visible to everybody on the machine, and some of it is secret. */
  config?: GitConfig
  signal: AbortSignal
  /** Schemes that git may use. Default: none, so that no command but a fetch reaches the network. */
  protocols?: string
}

/** Git ended with an error. */
export class GitFailure extends Error {
  readonly stderr: string

  constructor(stderr: string) {
    super(`git failed: ${stderr.trim().split('\n')[0]?.slice(0, 200)}`)
    this.stderr = stderr
  }
}

const maxErrorChars = 8_000
const maxOutputBytes = 16_000_000

/**
 * Nothing that a repository or a machine brings along may run: no hooks, no helpers, no filters such as LFS, no submodules. Nothing is
 * ever checked out either. Redirects are off, because only the address that was checked may be asked.
 */
const always: GitConfig = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.askPass', ''],
  ['credential.helper', ''],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  // Received packs are kept as they are: loose objects would take a file each.
  ['fetch.unpackLimit', '1'],
  ['pack.threads', '1'],
  ['http.followRedirects', 'false'],
  ['http.proxy', ''],
  // Under 1 KB/s for a minute: the server hangs.
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '60'],
]

type GitProcess = ChildProcessByStdio<Writable, Readable, Readable>

/** Starts git in a group of its own, which the signal ends as a whole: a fetch has helpers that do the work. */
export function startGit(
  args: readonly string[],
  { folder, config = [], signal, protocols = '' }: GitOptions,
): GitProcess {
  signal.throwIfAborted()
  const pairs = [...always, ...config]
  const settings = pairs.flatMap(([name, value], i) => [
    [`GIT_CONFIG_KEY_${i}`, name],
    [`GIT_CONFIG_VALUE_${i}`, value],
  ])
  const child = spawn('git', args, {
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
      HOME: folder,
      LC_ALL: 'C',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_TERMINAL_PROMPT: '0',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_ALLOW_PROTOCOL: protocols,
      GIT_CONFIG_COUNT: String(pairs.length),
      ...Object.fromEntries(settings),
    },
  })
  const stop = () => stopGit(child)
  signal.addEventListener('abort', stop, { once: true })
  child.once('close', () => signal.removeEventListener('abort', stop))
  // A command that ends early does not read its input to the end.
  child.stdin.on('error', () => undefined)
  child.on('error', () => undefined)
  return child
}

export function stopGit({ pid, exitCode }: GitProcess): void {
  if (pid === undefined || exitCode !== null) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}

/** Runs git to its end and returns its output. Throws `GitFailure`. */
export async function runGit(
  args: readonly string[],
  options: GitOptions & { input?: string },
): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of streamGit(args, options)) {
    bytes += part.length
    if (bytes > maxOutputBytes) throw new GitFailure('too much output')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** The output of git in parts. Throws `GitFailure` at its end if git failed, and ends git if the reader leaves. */
export async function* streamGit(
  args: readonly string[],
  { input, ...options }: GitOptions & { input?: string },
): AsyncGenerator<Buffer> {
  const child = startGit(args, options)
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-maxErrorChars)
  })
  const closed = once(child, 'close').catch(asMissing)
  child.stdin.end(input)
  try {
    for await (const part of child.stdout) yield part as Buffer
    const [code] = await closed
    options.signal.throwIfAborted()
    if (code !== 0) throw new GitFailure(stderr)
  } finally {
    stopGit(child)
    await closed.catch(() => undefined)
  }
}

function asMissing(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT')
    throw new SourceError('internal', 'git is not installed on the server.', { cause: error })
  throw error
}

/** The parts of an output that NUL ends. */
export async function* readEntries(output: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const part of output) {
    rest = rest.length > 0 ? Buffer.concat([rest, part]) : part
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      yield rest.toString('utf8', 0, end)
      rest = rest.subarray(end + 1)
    }
  }
}
