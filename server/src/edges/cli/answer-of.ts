import { CommandError } from './command-error.ts'

/** What the server answered, or its refusal as a sentence. */
export function answerOf<T>({ data, error }: { data?: T; error?: { error: string } }): T {
  if (data === undefined) throw new CommandError(error?.error ?? 'The server refused, and did not say why.')
  return data
}
