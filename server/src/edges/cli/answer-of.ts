import { CommandError } from './command-error.ts'

/** Returns the server's answer, or throws its refusal as a sentence. */
export function answerOf<T>({ data, error }: { data?: T; error?: { error: string } }): T {
  if (data === undefined)
    throw new CommandError(error?.error ?? 'The server gave no reason. Look at its log.')
  return data
}
