import { spawn } from 'node:child_process'
import { ExtractError } from '../extraction.ts'

/** A page of text is 5 kB; an image with more than this is not one of text. */
const maxOutputBytes = 10_000_000

/** The text of an image, by tesseract, which gets it by a pipe: inside the box there is nowhere to put a file. */
export async function readImage(image: Uint8Array, languages: string): Promise<string> {
  const { code, output, complaint } = await runTesseract(['stdin', 'stdout', '-l', languages], image)
  if (code === 0) return output
  if (/Failed loading language|Error opening data file/.test(complaint))
    throw new ExtractError(
      'extract.tool_missing',
      `Reading images needs tesseract's data for: ${languages}; on Debian, install tesseract-ocr-<language>`,
    )
  throw new ExtractError('extract.malformed', 'The image cannot be read')
}

type Ran = { code: number | null; output: string; complaint: string }

function runTesseract(args: string[], input: Uint8Array): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const tesseract = spawn('tesseract', args, { stdio: 'pipe' })
    const output: Buffer[] = []
    let bytes = 0
    let complaint = ''
    tesseract.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxOutputBytes) tesseract.kill('SIGKILL')
      else output.push(chunk)
    })
    tesseract.stderr.on('data', chunk => {
      complaint = (complaint + chunk).slice(-4_000)
    })
    tesseract.on('error', error => reject(notStarted(error)))
    tesseract.on('close', code =>
      resolve({ code, output: Buffer.concat(output).toString('utf8'), complaint }),
    )
    // It may end before it has read all; how it ended says enough.
    tesseract.stdin.on('error', () => undefined)
    tesseract.stdin.end(input)
  })
}

function notStarted(error: Error): Error {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return error
  return new ExtractError('extract.tool_missing', 'Reading images needs tesseract: install tesseract-ocr')
}
