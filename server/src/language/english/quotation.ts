import { quotation } from './rules/sentences.ts'

export type Quotation = {
  speaker: string
  /** Whom the speaker means by `she` or `he` in the first word. */
  of: string | undefined
  words: string
}

/** Reads a memory that quotes somebody. */
export function readQuotation(text: string): Quotation | undefined {
  const { speaker, of, words } = quotation.expression.exec(text)?.groups ?? {}
  return speaker === undefined || words === undefined ? undefined : { speaker, of, words }
}

/** The words with the name of the meant person in place of the pronoun, for comparing them with others. */
export function withName({ of, words }: Pick<Quotation, 'of' | 'words'>): string {
  if (of === undefined) return words
  return words
    .replace(/^((?:(?:and|but|also|so),? )?)(?:s?he)\b/i, `$1${of}`)
    .replace(/^((?:(?:and|but|also|so),? )?)(?:his|her)\b/i, `$1${of}'s`)
}
