import type { Config } from '../../config.ts'
import type { BoxSettings } from './box.ts'

/** Room for ten million characters of text at three bytes each, and as many blocks as the text has lines. */
const maxAnswerBytes = 128 * 1024 * 1024

export function boxSettingsOf(
  config: Pick<
    Config,
    'EXTRACT_SANDBOX' | 'EXTRACT_PROCESSES' | 'EXTRACT_TIMEOUT_MS' | 'EXTRACT_MEMORY_MB' | 'OCR_LANGUAGES'
  >,
): BoxSettings {
  return {
    sandbox: config.EXTRACT_SANDBOX,
    processes: config.EXTRACT_PROCESSES,
    limits: {
      timeMs: config.EXTRACT_TIMEOUT_MS,
      memoryMb: config.EXTRACT_MEMORY_MB,
      outputBytes: maxAnswerBytes,
    },
    ocrLanguages: config.OCR_LANGUAGES,
  }
}
