import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import { boxedFile, bubblewrapArgs, refusalOfBubblewrap } from './bubblewrap.ts'
import { type Launch, launcherArgs, tryLauncher } from './launcher.ts'
import { syscallFilter } from './syscall-filter.ts'
import { boxEnvironment, findTool, visiblePaths } from './visible-paths.ts'

/**
 * `required`: nothing is read without a sandbox. `preferred`: without one, only formats that JavaScript reads. `off`:
 * everything is read, behind Node's permission model alone.
 */
export type SandboxMode = 'required' | 'preferred' | 'off'

/**
 * The sandbox between a parser and the machine, best first. `bubblewrap` and `landlock` confine any code, including
 * tesseract and ffmpeg; `permissions` confines JavaScript only; `none` is the operator's choice.
 */
export type Sandbox = {
  kind: 'bubblewrap' | 'landlock' | 'permissions' | 'none'
  /** Why no stronger sandbox is used. */
  reason?: string
  /** Puts Landlock, or the seccomp filter alone, around a command. */
  launch?: Launch
}

/** Files cannot be read now because of the server, not because of the files. */
export class BoxUnavailable extends Error {}

/** Whether `required` accepts this sandbox: it must stop any code that runs inside. */
export function isSolid({ kind }: Sandbox): boolean {
  return kind === 'bubblewrap' || kind === 'landlock'
}

/** A command for a box, and the resources it may use. */
export type BoxedCommand = {
  command: string
  args: readonly string[]
  /**
   * For Node: the program to run, which sees our code and packages. Without one the command is a tool, which sees
   * itself.
   */
  program?: string
  /** The only file of the host that it may see, at `boxedFile`. */
  file?: string | undefined
  memoryMb: number
  cpuSeconds: number
  stdio: Exclude<StdioOptions, string>
}

const chosen = new Map<SandboxMode, Promise<Sandbox>>()

/** Tries once per process which sandbox the machine allows. Tests name the one they want. */
export async function chooseSandbox(mode: SandboxMode | Sandbox): Promise<Sandbox> {
  if (typeof mode === 'object') return mode
  const sandbox = chosen.get(mode) ?? trySandbox(mode)
  chosen.set(mode, sandbox)
  return sandbox
}

export async function trySandbox(
  mode: SandboxMode,
  refuseBubblewrap = refusalOfBubblewrap,
): Promise<Sandbox> {
  if (mode === 'off') return { kind: 'none', reason: 'EXTRACT_SANDBOX is off' }
  const withoutBubblewrap = await refuseBubblewrap()
  if (withoutBubblewrap === undefined) return { kind: 'bubblewrap' }
  const landlock = await tryLauncher(true)
  if (!('reason' in landlock)) return { kind: 'landlock', reason: withoutBubblewrap, launch: landlock }
  const reason = `${withoutBubblewrap}; ${landlock.reason}`
  if (mode === 'required') throw new BoxUnavailable(`EXTRACT_SANDBOX is required, and ${reason}`)
  const seccomp = await tryLauncher(false)
  return { kind: 'permissions', reason, ...('reason' in seccomp ? {} : { launch: seccomp }) }
}

/**
 * Starts the command in the sandbox and in a process group of its own: killing the group ends everything it has
 * started.
 */
export function startBoxed(sandbox: Sandbox, boxed: BoxedCommand): ChildProcess {
  const filter = sandbox.kind === 'bubblewrap' ? syscallFilter() : undefined
  const stdio = filter ? [...boxed.stdio, 'pipe' as const] : [...boxed.stdio]
  const inside = [...wrapping(sandbox, boxed, filter && boxed.stdio.length), boxed.command]
  // Core dumps of hostile files are useless. The kernel's limits back up our own watch of time and memory: they also
  // hold when nobody watches any more. V8 reserves 600 MB of data that it never touches.
  const limits = `ulimit -c 0; ulimit -t ${boxed.cpuSeconds}; ulimit -d ${(boxed.memoryMb + 1_024) * 1_024}`
  // When the machine runs out of memory, the kernel should kill this process and not the worker.
  const firstToGo = '[ ! -w /proc/self/oom_score_adj ] || echo 800 >/proc/self/oom_score_adj'
  const script = `${limits}; ${firstToGo}; exec "$@"`
  const started = spawn('/bin/sh', ['-c', script, 'sh', ...inside, ...ownArgs(sandbox, boxed)], {
    stdio,
    detached: true,
    env: boxEnvironment,
    cwd: '/',
  })
  // The process may exit before it has read the filter; its exit code tells enough.
  if (filter) (started.stdio.at(-1) as Writable | null)?.on('error', () => undefined).end(filter)
  return started
}

/** Every variant ends the command when the worker ends, however that happens. */
function wrapping(sandbox: Sandbox, boxed: BoxedCommand, filterDescriptor: number | undefined): string[] {
  if (sandbox.kind === 'bubblewrap') return bubblewrapArgs(boxed, filterDescriptor)
  if (sandbox.launch) return launcherArgs(sandbox.launch, boxed)
  const setpriv = findTool('setpriv')
  return setpriv ? [setpriv, '--pdeathsig', 'KILL', '--no-new-privs'] : []
}

function ownArgs(sandbox: Sandbox, { command, program, args, file }: BoxedCommand): string[] {
  if (sandbox.kind === 'bubblewrap') return [...args]
  const seen = args.map(arg => (arg === boxedFile ? (file ?? arg) : arg))
  return program ? [...permissionArgs(sandbox, { command, program }), ...seen] : seen
}

/**
 * Node's permission model: no files but these, no processes, no threads. It does not confine native code, which
 * therefore loads only where another sandbox does, or where the operator wants none.
 */
function permissionArgs({ kind }: Sandbox, shown: { command: string; program: string }): string[] {
  const addons = kind === 'permissions' ? [] : ['--allow-addons']
  const readable = visiblePaths(shown).map(path => `--allow-fs-read=${path}`)
  return ['--permission', ...addons, '--disable-warning=SecurityWarning', ...readable]
}
