import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findTool } from '../src/platform/extraction/box/visible-paths.ts'

/** Speech can be made here: Debian's espeak-ng is installed. */
export const canSpeak = findTool('espeak-ng') !== undefined

/** A sentence as somebody would say it: a WAV. */
export async function speak(text: string): Promise<Buffer> {
  const run = promisify(execFile)
  const { stdout } = await run('espeak-ng', ['-v', 'en-us', '-s', '140', '--stdout', text], {
    encoding: 'buffer',
  })
  // It writes as it speaks, and so does not know the length it has to say first.
  const wav = Buffer.from(stdout)
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.writeUInt32LE(wav.length - 44, 40)
  return wav
}
