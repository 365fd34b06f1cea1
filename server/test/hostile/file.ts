import type { ExtractErrorCode } from '../../src/extraction/extraction.ts'

/** A file somebody sends who means no good, or does not know better. */
export type HostileFile = {
  name: string
  /** In bytes as they are wanted: some are large. */
  make(): Buffer
  /** How it ends, where only one end is right. Any other ends in text or in any code. */
  ends?: ExtractErrorCode | 'text'
  /** Words that must not be in its text: of the machine, or of what it does not show. */
  never?: RegExp
}
