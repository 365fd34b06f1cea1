import type { ErrorHelp } from './error-help.ts'
import help from './sync-errors.json'

/** The meaning of an error of an import and what to do about it, as docs/errors.md has them. */
export const syncHelpFor = (code: string | null | undefined): ErrorHelp | undefined =>
  code ? (help as Record<string, ErrorHelp>)[code] : undefined
