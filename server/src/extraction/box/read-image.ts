import { ExtractError } from '../extraction.ts'
import type { Limits } from './boxed-process.ts'
import { runBoxed } from './run-boxed.ts'
import type { SandboxMode, Walls } from './walls.ts'

export type ReadImageOptions = {
  /** As tesseract names them: `eng+deu`. */
  languages: string
  limits: Limits
  sandbox?: SandboxMode | Walls
  signal?: AbortSignal
}

/** A page of text is 5 kB; an image with more than this is not one of text. */
const maxOutputBytes = 10_000_000

/** The text of an image, by tesseract, behind walls of its own. It gets the image by a pipe. */
export async function readImage(image: Uint8Array, options: ReadImageOptions): Promise<string> {
  const { languages, limits, ...rest } = options
  const { code, stdout, stderr } = await runBoxed('tesseract', ['stdin', 'stdout', '-l', languages], {
    ...rest,
    input: image,
    limits: { ...limits, outputBytes: maxOutputBytes },
  }).catch(error => {
    throw toRefusal(error)
  })
  if (code === 0) return stdout.toString('utf8')
  if (/Failed loading language|Error opening data file/.test(stderr))
    throw new ExtractError(
      'extract.tool_missing',
      `Reading images needs tesseract's data for: ${languages}; on Debian, install tesseract-ocr-<language>`,
    )
  throw new ExtractError('extract.malformed', 'The image cannot be read')
}

/** Says what the missing tool was wanted for. */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof ExtractError) || !error.message.startsWith('This needs tesseract')) return error
  return new ExtractError(error.code, error.message.replace(/^This needs/, 'Reading images needs'))
}
