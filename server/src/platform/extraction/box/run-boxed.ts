import { ExtractError } from '../extraction.ts'
import { BoxedProcess, type Limits, overrun } from './boxed-process.ts'
import { chooseSandbox, type Sandbox, type SandboxMode, startBoxed } from './sandbox.ts'
import { findTool } from './visible-paths.ts'

export type RunOptions = {
  /** The only file the command sees, read-only, at /in/file. */
  file?: string
  /** Bytes for standard input. */
  input?: Uint8Array
  limits: Limits
  signal?: AbortSignal
  sandbox?: SandboxMode | Sandbox
  /** Receives standard output as it arrives, instead of collecting it. A returned promise pauses the output. */
  onOutput?(chunk: Buffer): void | Promise<void>
}

export type ToolResult = { code: number; stdout: Buffer; stderr: string }

/** Runs a system tool once, in the same sandbox as the parsers. The caller judges its exit code and output. */
export async function runBoxed(
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<ToolResult> {
  const { limits, signal, file } = options
  signal?.throwIfAborted()
  const tool = findTool(command)
  if (!tool) throw new ExtractError('extract.tool_missing', `This needs ${command}: install it`)
  const sandbox = await chooseSandbox(options.sandbox ?? 'preferred')
  if (sandbox.kind === 'permissions') throw noSandbox(command)
  const started = startBoxed(sandbox, {
    command: tool,
    args,
    file,
    memoryMb: limits.memoryMb,
    cpuSeconds: Math.ceil((4 * limits.timeMs) / 1_000),
    stdio: [options.input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  })
  const boxed = new BoxedProcess(started)
  const guard = boxed.guard(limits, signal)
  // The tool may exit before it has read all input; its exit code tells enough.
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

/** Node's permission model does not confine native tools, and most memory faults are in those. */
function noSandbox(command: string): ExtractError {
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
