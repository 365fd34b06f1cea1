import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import { boxedFile, bubblewrapArgs, refusalOfBubblewrap } from './bubblewrap.ts'
import { type Launch, launcherArgs, tryLauncher } from './launcher.ts'
import { syscallFilter } from './syscall-filter.ts'
import { boxEnvironment, findTool, visiblePaths } from './visible-paths.ts'

/**
 * `required`: nothing is read without walls. `preferred`: without them, only what JavaScript reads. `off`: everything is
 * read, behind Node's permission model alone.
 */
export type SandboxMode = 'required' | 'preferred' | 'off'

/**
 * Between a parser and the machine, best first. `bubblewrap` and `landlock` hold any code, also that of tesseract and
 * ffmpeg; `permissions` holds JavaScript only; `none` is the operator's choice.
 */
export type Walls = {
  kind: 'bubblewrap' | 'landlock' | 'permissions' | 'none'
  /** Why they are not better. */
  reason?: string
  /** How Landlock, or the seccomp filter alone, is put around a command. */
  launch?: Launch
}

/** Files cannot be read now, through no fault of theirs. */
export class BoxUnavailable extends Error {}

/** The walls that `required` is content with: they stop whatever code runs inside. */
export function isSolid({ kind }: Walls): boolean {
  return kind === 'bubblewrap' || kind === 'landlock'
}

/** What goes on in a box, and what it may use. */
export type BoxedCommand = {
  command: string
  args: readonly string[]
  /** Of Node: the program it runs, which sees our code and packages. Without one it is a tool, which sees itself. */
  program?: string
  /** The one file of the host it may see, at `boxedFile`. */
  file?: string | undefined
  memoryMb: number
  cpuSeconds: number
  stdio: Exclude<StdioOptions, string>
}

const chosen = new Map<SandboxMode, Promise<Walls>>()

/** Tries once per process what the machine lets us have. Tests name the walls they want. */
export async function chooseWalls(mode: SandboxMode | Walls): Promise<Walls> {
  if (typeof mode === 'object') return mode
  const walls = chosen.get(mode) ?? tryWalls(mode)
  chosen.set(mode, walls)
  return walls
}

export async function tryWalls(mode: SandboxMode, refuseBubblewrap = refusalOfBubblewrap): Promise<Walls> {
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

/** Starts it behind the walls, in a process group of its own: whoever ends it ends all it has started. */
export function startBoxed(walls: Walls, boxed: BoxedCommand): ChildProcess {
  const filter = walls.kind === 'bubblewrap' ? syscallFilter() : undefined
  const stdio = filter ? [...boxed.stdio, 'pipe' as const] : [...boxed.stdio]
  const inside = [...wrapping(walls, boxed, filter && boxed.stdio.length), boxed.command]
  // Cores of hostile files are of no use. The kernel's limits are the second line behind our own watch of time and memory:
  // they also hold when nobody watches any more. V8 reserves 600 MB of data it never touches.
  const limits = `ulimit -c 0; ulimit -t ${boxed.cpuSeconds}; ulimit -d ${(boxed.memoryMb + 1_024) * 1_024}`
  // When the machine has no memory left, the kernel is to take this and not the worker.
  const firstToGo = '[ ! -w /proc/self/oom_score_adj ] || echo 800 >/proc/self/oom_score_adj'
  const script = `${limits}; ${firstToGo}; exec "$@"`
  const started = spawn('/bin/sh', ['-c', script, 'sh', ...inside, ...ownArgs(walls, boxed)], {
    stdio,
    detached: true,
    env: boxEnvironment,
    cwd: '/',
  })
  // It may be gone before it has read the filter; how it ended says enough.
  if (filter) (started.stdio.at(-1) as Writable | null)?.on('error', () => undefined).end(filter)
  return started
}

/** Either way, what is started ends with the worker, however that ends. */
function wrapping(walls: Walls, boxed: BoxedCommand, filterDescriptor: number | undefined): string[] {
  if (walls.kind === 'bubblewrap') return bubblewrapArgs(boxed, filterDescriptor)
  if (walls.launch) return launcherArgs(walls.launch, boxed)
  const setpriv = findTool('setpriv')
  return setpriv ? [setpriv, '--pdeathsig', 'KILL', '--no-new-privs'] : []
}

function ownArgs(walls: Walls, { command, program, args, file }: BoxedCommand): string[] {
  if (walls.kind === 'bubblewrap') return [...args]
  const seen = args.map(arg => (arg === boxedFile ? (file ?? arg) : arg))
  return program ? [...permissionArgs(walls, { command, program }), ...seen] : seen
}

/**
 * Node's own permissions: no files but these, no processes, no threads. Native code, which would not be bound by them, is
 * loaded only where other walls hold it, or where the operator wants none.
 */
function permissionArgs({ kind }: Walls, shown: { command: string; program: string }): string[] {
  const addons = kind === 'permissions' ? [] : ['--allow-addons']
  const readable = visiblePaths(shown).map(path => `--allow-fs-read=${path}`)
  return ['--permission', ...addons, '--disable-warning=SecurityWarning', ...readable]
}
