/** What a script can learn from the exit code of a command. docs/cli.md lists them. */
export const exitCodes = {
  /** It failed, and none of the codes below says more. */
  failed: 1,
  /** The arguments are wrong. Nothing was sent or written. */
  usage: 2,
  /** No server answers at the address. */
  noServer: 3,
  /** The server refused the key, or the key may not do this. */
  refused: 4,
  /** There is no such document, memory, connection, provider, key, tag, organization or profile. */
  notFound: 5,
  /** Some of the files were added, and others were not. */
  partial: 6,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
