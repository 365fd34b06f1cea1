import type pg from 'pg'
import { AppError } from '../../errors.ts'
import { asUnavailable } from '../pool.ts'
import type { Statement } from '../statement.ts'

/** Raised by `cell.guard_shard` and `cell.check_move`. The transaction did nothing. */
export const shardElsewhere = 'RV010'

/** A hand-over takes well under a second. When its mover dies in it, others take it back after a few. */
const mostWaitMs = 10_000

/** The move of the shards that a source serves. A transaction that comes too late runs again where the shards are now. */
export type MoveCheck<Source> = { move: string; relocate(): Promise<Source> }

type CheckedSource<Source> = { name: string; moveCheck?: MoveCheck<Source> | undefined; onStray?(): void }

/** The begin of a transaction that must not act on shards that have left the cell. The move is a uuid of the directory. */
export function withMoveCheck(begin: string, check: MoveCheck<unknown> | undefined): string {
  return check ? `${begin}; select cell.check_move('${check.move}')` : begin
}

/**
 * Asks again before the commit whether the shards are still here. A row that its table's guard does not see, such as a wake or the
 * copy of an endpoint, may have waited for a lock of the hand-over, and would then be written behind it.
 */
export async function checkMove(client: pg.ClientBase, { move }: MoveCheck<unknown>): Promise<void> {
  await client.query('select cell.check_move($1::uuid)', [move])
}

/** The check of a move as a prepared statement. */
export const moveCheckStatements = (check: MoveCheck<unknown> | undefined): Statement[] =>
  check ? [{ text: 'select cell.check_move($1::uuid)', values: [check.move] }] : []

/** Where to run a transaction again that met a shard that is not in its cell. */
export async function relocate<Source extends CheckedSource<Source>>(
  source: Source,
  error: unknown,
  startedMs: number,
): Promise<Source> {
  source.onStray?.()
  if (!source.moveCheck || performance.now() - startedMs > mostWaitMs) throw elsewhere(source, error)
  return source.moveCheck.relocate().catch(failure => {
    throw asUnavailable(failure, 'directory')
  })
}

/**
 * Only a transaction whose shards all belong to one move can run elsewhere. Any other one has an old map, which is read
 * again now.
 */
function elsewhere({ name }: { name: string }, cause: unknown): AppError {
  const message = 'The data is being moved to another database. Try again shortly'
  return new AppError('cell.unavailable', { message, details: `cell ${name}`, cause, retryAfterSeconds: 1 })
}

/** After a refused begin, the statements behind it fail for its sake. */
export async function strayed(begun: Promise<unknown>, error: unknown): Promise<unknown> {
  const cause = await begun.then(
    () => undefined,
    (refused: { code?: string }) => refused,
  )
  return cause?.code === shardElsewhere ? cause : error
}
