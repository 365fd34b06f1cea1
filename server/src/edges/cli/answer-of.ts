import { CommandError } from './command-error.ts'
import { exitCodeOf } from './remote.ts'

/** Returns the server's answer, or throws its refusal as a sentence. */
export function answerOf<T>({ data, error }: { data?: T; error?: { error: string; code?: string } }): T {
  if (data !== undefined) return data
  const { error: reason = 'The server gave no reason. Look at its log.', code } = error ?? {}
  throw new CommandError(code ? `${reason} (${code})` : reason, exitCodeOf(code ?? ''))
}
