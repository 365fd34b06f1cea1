import { createHash } from 'node:crypto'

/** Identifies a fact by its words: the same in every container, after every new read of its document. */
export const wordsKey = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)
