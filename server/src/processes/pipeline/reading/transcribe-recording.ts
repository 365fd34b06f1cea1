import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxMode } from '../../../platform/extraction/box/sandbox.ts'
import { extractMedia } from '../../../platform/extraction/media/extract-media.ts'
import { dayMs } from '../../../platform/lib/durations.ts'
import type { Transcriber } from '../../../platform/providers/transcription/transcriber.ts'
import type { TranscribeFile } from './create-file-reader.ts'

export type TranscriptionSettings = { sandbox: SandboxMode; maxSeconds: number }

const prefix = 'reverie-media-'

/** Longer than any transcription takes, so an older file is from a worker that was killed. */
const forgottenMs = 2 * dayMs

/** Decodes recordings in the sandbox and transcribes the result, if there is a transcriber. */
export function transcribeWith(
  transcriber: Transcriber | undefined,
  settings: TranscriptionSettings,
): TranscribeFile {
  const hear = transcriber?.transcribe.bind(transcriber)
  return async ({ bytes }, _, { signal, onProgress }) => {
    await removeForgotten()
    // A file, because the tools seek in it, which they cannot in a pipe: the index of a video is at its end.
    const folder = await mkdtemp(join(tmpdir(), prefix))
    try {
      const path = join(folder, 'file')
      await writeFile(path, bytes, { mode: 0o600 })
      const file = { path, sandbox: settings.sandbox, signal }
      return await extractMedia(file, { transcribe: hear, maxSeconds: settings.maxSeconds, onProgress })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

async function removeForgotten(): Promise<void> {
  const names = (await readdir(tmpdir())).filter(name => name.startsWith(prefix))
  for (const folder of names.map(name => join(tmpdir(), name))) {
    const found = await stat(folder).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > forgottenMs) await rm(folder, { recursive: true, force: true })
  }
}
