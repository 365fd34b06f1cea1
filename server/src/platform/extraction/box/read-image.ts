import { ExtractError } from '../extraction.ts'
import type { Limits } from './boxed-process.ts'
import { runBoxed } from './run-boxed.ts'
import type { Sandbox, SandboxMode } from './sandbox.ts'

export type ReadImageOptions = {
  /** Language codes of tesseract, as in `eng+deu`. */
  languages: string
  limits: Limits
  sandbox?: SandboxMode | Sandbox
  signal?: AbortSignal
}

/** A page of text has 5 kB; longer output does not come from an image of text. */
const maxOutputBytes = 10_000_000

/** Reads the text of an image with tesseract, in a sandbox of its own. The image goes through a pipe. */
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

/** Adds to the error what the missing tool is needed for. */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof ExtractError) || !error.message.startsWith('This needs tesseract')) return error
  return new ExtractError(error.code, error.message.replace(/^This needs/, 'Reading images needs'))
}
