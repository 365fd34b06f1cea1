import { type ExitCode, exitCodes } from './exit-codes.ts'

/** An error that a command explains in a sentence. Printed without a stack. */
export class CommandError extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = exitCodes.failed) {
    super(message)
    this.exitCode = exitCode
  }
}

export function unknownOrganization(slug: string): CommandError {
  return new CommandError(
    `There is no organization "${slug}". List them with: reverie org list`,
    exitCodes.notFound,
  )
}
