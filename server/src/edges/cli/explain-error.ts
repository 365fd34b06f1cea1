import type { CellAddress } from '../../platform/db/cells.ts'
import { EngineError } from '../../platform/db/check-engine.ts'
import { LoginError } from '../../platform/db/login.ts'
import { SecondLockError } from '../../platform/db/second-lock.ts'
import { SecretsError } from '../../platform/secrets/secrets-file.ts'
import { explainConnection } from './explain-connection.ts'

const plain = [EngineError, LoginError, SecondLockError, SecretsError]

/** The error as a sentence with a remedy. An unknown error keeps its stack. */
export function explainError(error: unknown, cells: readonly CellAddress[]): string {
  if (plain.some(kind => error instanceof kind)) return (error as Error).message
  for (const cause of causesOf(error)) {
    const sentence = explainConnection(cause, cells)
    if (sentence) return sentence
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** The error, its causes, and the errors of an AggregateError: `localhost` is tried over IPv6 and IPv4. */
function causesOf(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > 5) return []
  const inner = error instanceof AggregateError ? error.errors : [error.cause]
  return [error, ...inner.flatMap(cause => causesOf(cause, depth + 1))]
}
