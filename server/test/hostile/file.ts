import type { ExtractErrorCode } from '../../src/platform/extraction/extraction.ts'

/** A file from a sender with bad intentions, or a broken tool. */
export type HostileFile = {
  name: string
  /** Makes the bytes on demand, because some files are large. */
  make(): Buffer
  /** The expected end, where only one is right. Any other file may end in text or in any code. */
  ends?: ExtractErrorCode | 'text'
  /** Words that its text must not contain: from the machine, or from hidden content. */
  never?: RegExp
}
