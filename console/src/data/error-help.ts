import help from './processing-errors.json'

export type ErrorHelp = { meaning: string; remedy: string }

/** The meaning of a processing error and what to do about it, as docs/errors.md has them. */
export const helpFor = (code: string | null): ErrorHelp | undefined =>
  code === null ? undefined : (help as Record<string, ErrorHelp>)[code]
