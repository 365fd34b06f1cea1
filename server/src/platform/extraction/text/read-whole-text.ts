import { charsetOf, decodeText } from '../decode-text.ts'
import { ExtractError, type SourceFile } from '../extraction.ts'
import { maxTextChars } from '../text-builder.ts'

/** The text of a text file, unchanged except for U+0000, which Postgres cannot store. */
export function readWholeText(file: Pick<SourceFile, 'bytes' | 'contentType'>): string {
  const text = decodeText(file.bytes, charsetOf(file.contentType)).replaceAll('\0', '')
  if (text.length > maxTextChars)
    throw new ExtractError('extract.too_large', `The file holds more than ${maxTextChars} characters of text`)
  return text
}
