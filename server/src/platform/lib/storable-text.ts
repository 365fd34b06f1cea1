import { z } from 'zod'

/** Text that Postgres can store. It cannot store the character U+0000, and would fail the whole request. */
export const storableText = z.string().refine(isStorable, 'must not contain the character U+0000')

export function isStorable(text: string): boolean {
  return !text.includes('\0')
}
