import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const program = join(import.meta.dirname, '../server/src/main.ts')

/** The system calls that can reach another machine or change a file. */
const calls = [
  'connect,sendto,sendmsg,sendmmsg',
  'open,openat,openat2,creat,mkdir,mkdirat,mknod,mknodat',
  'clone,clone3,fork,vfork,rename,renameat,renameat2,link,linkat,symlink,symlinkat,truncate,execve',
].join(',')

export type Traced = {
  name: string
  output(): string
  trace(): string[]
  ended(): Promise<number | null>
  stop(): void
}

/** Runs `reverie …` under strace, which also follows its threads and child processes. */
export function traceReverie(name: string, args: string[], options: TraceOptions): Traced {
  const { directory, cwd, env } = options
  const [tracePath, outputPath] = [join(directory, `${name}.trace`), join(directory, `${name}.log`)]
  const output = openSync(outputPath, 'w')
  // With seccomp-bpf the process stops only at these calls. Without it every call would be twenty times slower.
  const strace = [
    '-f',
    '--seccomp-bpf',
    '--pidns-translation',
    '-qq',
    '-s',
    '256',
    '-e',
    `trace=${calls}`,
    '-o',
    tracePath,
  ]
  const child = spawn('strace', [...strace, process.execPath, program, ...args], {
    cwd,
    env,
    stdio: ['ignore', output, output],
    // A process group of its own, because strace ignores the signal and the program must receive it.
    detached: true,
  })
  closeSync(output)
  const ended = untilEnded(child)
  return {
    name,
    output: () => readFileSync(outputPath, 'utf8'),
    trace: () => (existsSync(tracePath) ? readFileSync(tracePath, 'utf8').split('\n') : []),
    ended: () => ended,
    stop: () => signalGroup(child, 'SIGTERM'),
  }
}

export type TraceOptions = { directory: string; cwd: string; env: NodeJS.ProcessEnv }

function untilEnded(child: ChildProcess): Promise<number | null> {
  const kill = () => signalGroup(child, 'SIGKILL')
  process.once('exit', kill)
  return new Promise((resolve, reject) => {
    child.once('error', () => reject(new Error('strace is needed: apt-get install strace')))
    child.once('close', code => {
      process.off('exit', kill)
      resolve(code)
    })
  })
}

function signalGroup({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, signal)
}
