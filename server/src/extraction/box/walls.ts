import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** `required`: nothing is read without bubblewrap. `preferred`: where there is none, and `off`: Node's own permissions. */
export type SandboxMode = 'required' | 'preferred' | 'off'

/** What keeps a parser from the machine, and, where it is not the best there is, why. */
export type Walls = { kind: 'bubblewrap' | 'permissions'; reason?: string }

/** Files cannot be read now, through no fault of theirs. */
export class BoxUnavailable extends Error {}

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
  stdio: StdioOptions
}

export const boxedFile = '/in/file'

/** Where tools are looked for, inside and outside: a box has no environment to say more. */
const toolPath = '/usr/local/bin:/usr/bin:/bin'

export function findTool(name: string): string | undefined {
  return toolPath
    .split(':')
    .map(folder => join(folder, name))
    .find(path => existsSync(path))
}

const chosen = new Map<SandboxMode, Promise<Walls>>()

/** Tries bubblewrap once per process. Containers often refuse what it needs: namespaces of its own. */
export function chooseWalls(mode: SandboxMode): Promise<Walls> {
  const walls = chosen.get(mode) ?? choose(mode)
  chosen.set(mode, walls)
  return walls
}

async function choose(mode: SandboxMode): Promise<Walls> {
  if (mode === 'off') return { kind: 'permissions', reason: 'EXTRACT_SANDBOX is off' }
  const reason = await refusalOfBubblewrap()
  if (reason === undefined) return { kind: 'bubblewrap' }
  if (mode === 'preferred') return { kind: 'permissions', reason }
  throw new BoxUnavailable(`EXTRACT_SANDBOX is required, and ${reason}`)
}

async function refusalOfBubblewrap(): Promise<string | undefined> {
  const bubblewrap = findTool('bwrap')
  if (!bubblewrap) return 'bubblewrap is not installed'
  try {
    const args = [...bubblewrapArgs({ program: process.execPath }), process.execPath, '--version']
    await promisify(execFile)(bubblewrap, args, { env: {}, timeout: 30_000 })
    return undefined
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    return `bubblewrap does not work here: ${(stderr || message).trim().split('\n').at(-1)}`
  }
}

/** Starts it behind the walls, in a process group of its own: whoever ends it ends all it has started. */
export function startBoxed(walls: Walls, boxed: BoxedCommand): ChildProcess {
  const inside = [...wrapping(walls, boxed), boxed.command, ...ownArgs(walls, boxed)]
  // Cores of hostile files are of no use. The kernel's limits are the second line behind our own watch of time and memory:
  // they also hold when nobody watches any more. V8 reserves 600 MB of data it never touches.
  const limits = `ulimit -c 0; ulimit -t ${boxed.cpuSeconds}; ulimit -d ${(boxed.memoryMb + 1_024) * 1_024}`
  // When the machine has no memory left, the kernel is to take this and not the worker.
  const firstToGo = '[ ! -w /proc/self/oom_score_adj ] || echo 800 >/proc/self/oom_score_adj'
  return spawn('/bin/sh', ['-c', `${limits}; ${firstToGo}; exec "$@"`, 'sh', ...inside], {
    stdio: boxed.stdio,
    detached: true,
    env: { PATH: toolPath, TZ: 'UTC', LC_ALL: 'C.UTF-8', OMP_THREAD_LIMIT: '1' },
    cwd: '/',
  })
}

/** Either way, what is started ends with the worker, however that ends. */
function wrapping(walls: Walls, boxed: BoxedCommand): string[] {
  if (walls.kind === 'bubblewrap') return [findTool('bwrap')!, ...bubblewrapArgs(boxed)]
  const setpriv = findTool('setpriv')
  return setpriv ? [setpriv, '--pdeathsig', 'KILL'] : []
}

function ownArgs(walls: Walls, { program, args, file }: BoxedCommand): string[] {
  const seen = walls.kind === 'bubblewrap' ? args : args.map(arg => (arg === boxedFile ? (file ?? arg) : arg))
  return program && walls.kind === 'permissions' ? [...permissionArgs(program), ...seen] : [...seen]
}

function bubblewrapArgs({ program, file }: Pick<BoxedCommand, 'program' | 'file'>): string[] {
  const shown = [...systemPaths, ...(program ? codePaths(program) : [])].flatMap(path => [
    '--ro-bind-try',
    path,
    path,
  ])
  return [
    ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ...['--uid', '65534', '--gid', '65534', '--hostname', 'box', '--clearenv'],
    ...['--setenv', 'PATH', toolPath, '--setenv', 'TZ', 'UTC', '--setenv', 'LC_ALL', 'C.UTF-8'],
    ...['--setenv', 'OMP_THREAD_LIMIT', '1', '--proc', '/proc', '--dev', '/dev', '--remount-ro', '/dev'],
    ...shown,
    ...(file === undefined ? [] : ['--ro-bind', file, boxedFile]),
    ...['--remount-ro', '/', '--chdir', '/'],
  ]
}

/** Libraries, the tools we call with their data, and fonts for pages that bring none. */
const systemPaths = [
  ...['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/local/lib', '/nix/store'],
  ...['/etc/ld.so.cache', '/etc/alternatives', '/etc/fonts', '/usr/share/fonts', '/usr/local/share/fonts'],
  ...['/usr/share/tesseract-ocr', '/usr/share/tessdata', '/usr/local/share/tessdata'],
  ...['tesseract', 'ffmpeg', 'ffprobe'].flatMap(tool =>
    toolPath.split(':').map(folder => join(folder, tool)),
  ),
]

/** Our code and packages as Node finds them, and not what lies beside: `.env` and files of the operator. */
function codePaths(program: string): string[] {
  const source = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
  const paths = [process.execPath, source, program]
  for (let folder = dirname(source); folder !== '/'; folder = dirname(folder))
    paths.push(join(folder, 'node_modules'), join(folder, 'package.json'))
  return paths.filter(path => existsSync(path))
}

/** Less than bubblewrap: the network is open, and so is what tesseract may read. */
function permissionArgs(program: string): string[] {
  return [
    ...['--permission', '--allow-addons', '--allow-child-process', '--disable-warning=SecurityWarning'],
    ...[...codePaths(program), ...systemPaths].map(path => `--allow-fs-read=${path}`),
  ]
}
