import { BlobUnavailable } from '../../platform/blobs/blob-store.ts'
import type { CellAddress } from '../../platform/db/addresses.ts'
import { EngineError } from '../../platform/db/check-engine.ts'
import { LoginError } from '../../platform/db/login.ts'
import { MoveDirectoryError } from '../../platform/db/migrating/move-directory.ts'
import { LostDirectoryError } from '../../platform/db/migrating/refuse-lost-directory.ts'
import { SecondLockError } from '../../platform/db/second-lock.ts'
import { EmbedError } from '../../platform/providers/embedding/embedder.ts'
import { TranscribeError } from '../../platform/providers/transcription/transcriber.ts'
import { SecretsError } from '../../platform/secrets/secrets-file.ts'
import { explainConnection } from './explain-connection.ts'

const plain = [EngineError, LoginError, LostDirectoryError, MoveDirectoryError, SecondLockError, SecretsError]

/** Their causes are network errors too, but of another server than Postgres. */
const ofProviders = [EmbedError, TranscribeError, BlobUnavailable]

/** The error as a sentence with a remedy. An unknown error keeps its stack. */
export function explainError(error: unknown, cells: readonly CellAddress[]): string {
  if (plain.some(kind => error instanceof kind)) return (error as Error).message
  for (const cause of causesOf(error)) {
    if (ofProviders.some(kind => cause instanceof kind))
      return `${cause.message}\nCheck its settings with: reverie doctor`
    const sentence = explainConnection(cause, cells)
    if (sentence) return sentence
  }
  if (isFileFailure(error))
    return `${error.message}.\nCorrect this path, or let the user that runs Reverie use it.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const isFileFailure = (error: unknown): error is Error =>
  error instanceof Error && 'path' in error && 'syscall' in error

/** The error, its causes, and the errors of an AggregateError: `localhost` is tried over IPv6 and IPv4. */
function causesOf(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > 5) return []
  // The cause of a failed `fetch` is a network error of a web server.
  if (error.message === 'fetch failed') return [error]
  const inner = error instanceof AggregateError ? error.errors : [error.cause]
  return [error, ...inner.flatMap(cause => causesOf(cause, depth + 1))]
}
