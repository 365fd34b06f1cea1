import { boxedFile } from '../box/bubblewrap.ts'
import { runBoxed, type ToolResult } from '../box/run-boxed.ts'
import type { SandboxMode } from '../box/sandbox.ts'
import { ExtractError } from '../extraction.ts'

export type MediaFile = {
  path: string
  sandbox: SandboxMode
  signal: AbortSignal
}

/** Containers of recordings. Lists of other files are left out, because a file could use one to include others. */
const formats = [
  ...[
    'aac',
    'ac3',
    'aiff',
    'amr',
    'ape',
    'asf',
    'au',
    'avi',
    'caf',
    'eac3',
    'flac',
    'flv',
    'matroska',
    'webm',
  ],
  ...['mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2', 'mp3', 'mpc', 'mpeg', 'mpegts', 'ogg', 'w64', 'wav', 'wv'],
].join(',')

const asked = ['-v', 'error', '-threads', '1', '-protocol_whitelist', 'file', '-format_whitelist', formats]

/** Runs ffprobe on the file and returns its JSON. */
export async function probe(file: MediaFile, show: readonly string[]): Promise<string> {
  const args = [...asked, '-print_format', 'json', ...show, boxedFile]
  const { code, stdout, stderr } = await run('ffprobe', args, file, 4_000_000)
  if (code !== 0) throw malformed(stderr)
  return stdout.toString('utf8')
}

type Conversion = {
  /** Input options, before the file's name. */
  before?: readonly string[]
  /** Output options. */
  after: readonly string[]
  maxBytes: number
}

/** Runs ffmpeg on the file. A broken file yields as much as could be read, if anything. */
export async function convert(
  file: MediaFile,
  { before = [], after, maxBytes }: Conversion,
): Promise<Buffer> {
  const args = ['-nostdin', ...asked, ...before, '-i', boxedFile, ...after, 'pipe:1']
  const { code, stdout, stderr } = await run('ffmpeg', args, file, maxBytes)
  if (code !== 0 && stdout.length === 0) throw malformed(stderr)
  return stdout
}

function run(tool: string, args: string[], file: MediaFile, outputBytes: number): Promise<ToolResult> {
  const limits = { timeMs: 120_000, memoryMb: 1_024, outputBytes }
  return runBoxed(tool, args, { file: file.path, sandbox: file.sandbox, signal: file.signal, limits }).catch(
    error => {
      if (!(error instanceof ExtractError) || error.code !== 'extract.tool_missing') throw error
      throw new ExtractError('extract.tool_missing', 'Audio and video need ffmpeg: install ffmpeg')
    },
  )
}

function malformed(complaint: string): ExtractError {
  return new ExtractError('extract.malformed', 'The file cannot be read as audio or video', {
    cause: complaint,
  })
}
