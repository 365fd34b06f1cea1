import type { Config } from '../../../platform/config.ts'
import { openTranscriber } from '../../../platform/providers/registry.ts'
import { samplesPerSecond } from '../../../platform/providers/transcription/transcriber.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

const subject = 'transcriber'

/** Transcribes one second of a tone. */
export async function checkTranscriber(config: Config): Promise<Finding[]> {
  if (config.TRANSCRIBER === 'none')
    return [ok(subject, 'switched off: only the subtitles of recordings are read')]
  try {
    const transcriber = await openTranscriber(config)
    if (!transcriber) return [noModel()]
    const before = process.memoryUsage().rss
    const started = performance.now()
    const tone = Float32Array.from({ length: samplesPerSecond }, (_, i) => Math.sin(i / 6) / 4)
    await transcriber.transcribe(tone, { signal: AbortSignal.timeout(120_000) })
    const ms = Math.round(performance.now() - started)
    const mb = Math.round((process.memoryUsage().rss - before) / 1_000_000)
    await transcriber.close()
    return [ok(subject, `${transcriber.name}, ${ms} ms and ${mb} MB for one second of audio`)]
  } catch (error) {
    const todo = 'Check the settings that begin with TRANSCRIBER, or set TRANSCRIBER=none.'
    return [failure(subject, (error as Error).message, todo)]
  }
}

function noModel(): Finding {
  return warning(
    subject,
    'no speech model: only the subtitles of recordings are read',
    'Install a model (docs/media.md), or set TRANSCRIBER=none.',
  )
}
