import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findTool } from '../src/platform/extraction/box/visible-paths.ts'

/** True if speech can be synthesised: Debian's espeak-ng is installed. */
export const canSpeak = findTool('espeak-ng') !== undefined

/** Synthesises a sentence as a WAV file. */
export async function speak(text: string): Promise<Buffer> {
  const run = promisify(execFile)
  const { stdout } = await run('espeak-ng', ['-v', 'en-us', '-s', '140', '--stdout', text], {
    encoding: 'buffer',
  })
  // espeak-ng streams its output, so the length in the WAV header is wrong.
  const wav = Buffer.from(stdout)
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.writeUInt32LE(wav.length - 44, 40)
  return wav
}
