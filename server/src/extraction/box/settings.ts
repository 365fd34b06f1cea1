import type { Config } from '../../config.ts'
import type { BoxSettings } from './box.ts'

/** Ten million characters of text, three bytes each, and as many blocks as there are lines in it. */
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
