import { ExtractError } from '../extraction.ts'
import { BoxedProcess, type Limits, overrun } from './boxed-process.ts'
import { findTool } from './visible-paths.ts'
import { chooseWalls, type SandboxMode, startBoxed, type Walls } from './walls.ts'

export type RunOptions = {
  /** The one file it sees, read-only, at /in/file. */
  file?: string
  /** What it reads on standard input. */
  input?: Uint8Array
  limits: Limits
  signal?: AbortSignal
  sandbox?: SandboxMode | Walls
  /** Called with standard output as it comes, in place of keeping it; may ask for a pause. */
  onOutput?(chunk: Buffer): void | Promise<void>
}

export type Ran = { code: number; stdout: Buffer; stderr: string }

/** A tool of the system, run once behind the walls that files are read behind. What it answers is the caller's to judge. */
export async function runBoxed(command: string, args: readonly string[], options: RunOptions): Promise<Ran> {
  const { limits, signal, file } = options
  signal?.throwIfAborted()
  const tool = findTool(command)
  if (!tool) throw new ExtractError('extract.tool_missing', `This needs ${command}: install it`)
  const walls = await chooseWalls(options.sandbox ?? 'preferred')
  if (walls.kind === 'permissions') throw noWalls(command)
  const started = startBoxed(walls, {
    command: tool,
    args,
    file,
    memoryMb: limits.memoryMb,
    cpuSeconds: Math.ceil((4 * limits.timeMs) / 1_000),
    stdio: [options.input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  })
  const boxed = new BoxedProcess(started)
  const guard = boxed.guard(limits, signal)
  // It may end before it has read all; how it ended says enough.
  started.stdin?.on('error', () => undefined).end(options.input)
  try {
    const stdout = await collect(started.stdout!, boxed, options)
    const code = await boxed.ended
    if (boxed.reason) throw boxed.reason
    return { code, stdout, stderr: boxed.complaint }
  } finally {
    guard.stop()
    boxed.end()
  }
}

/** Node's permissions do not hold a tool, and tools are where the memory faults are. */
function noWalls(command: string): ExtractError {
  return new ExtractError(
    'extract.tool_missing',
    `This needs ${command}, which runs only in a sandbox, and this server has none: see EXTRACT_SANDBOX`,
  )
}

async function collect(
  output: AsyncIterable<Buffer>,
  boxed: BoxedProcess,
  { limits, onOutput }: RunOptions,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of output) {
    bytes += chunk.length
    if (bytes > limits.outputBytes) {
      boxed.end(overrun.output(limits.outputBytes))
      break
    }
    if (onOutput) await onOutput(chunk)
    else chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
