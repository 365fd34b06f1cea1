import type pg from 'pg'
import { type MoveCheck, moveCheckStatements } from './moving/relocate.ts'
import { inTransaction, planBy } from './planning.ts'
import { type Pooled, poolerOf } from './pool.ts'
import { dbsOn, nameOf } from './query-builders.ts'
import { type Scope, scopeStatements } from './scope.ts'
import type { Statement } from './statement.ts'
import { isCertainlyUndone, UncertainCommit } from './uncertain-commit.ts'
import { type NamedStatement, sendWhole } from './whole-transaction.ts'

/** Sends a transaction as one message. After a failure it is unknown which statements are prepared, so the connection is closed. */
export async function sendOnce(
  { name, pool, moveCheck }: { name: string; pool: pg.Pool; moveCheck?: MoveCheck<unknown> | undefined },
  scope: Scope,
  statements: readonly Statement[],
): Promise<void> {
  const client = await pool.connect()
  try {
    const all = [
      ...moveCheckStatements(moveCheck),
      ...scopeStatements(scope),
      ...statements,
      ...moveCheckStatements(moveCheck),
    ]
    await sendWhole(client, toSend(client, poolerOf(pool), all))
    client.release()
  } catch (error) {
    client.release(true)
    throw isCertainlyUndone(error) ? error : new UncertainCommit(name, error)
  }
}

/** Behind a pooler, settings go along that must end with the transaction, so it has a begin and a commit there. */
function toSend(
  client: pg.PoolClient,
  pooled: Pooled | undefined,
  statements: readonly Statement[],
): NamedStatement[] {
  const isPrepared = pooled?.prepares !== false
  const named = statements.map(each => ({ ...each, name: isPrepared ? nameOf(each.text) : undefined }))
  if (!pooled) {
    planBy(client, 'once')
    return named
  }
  dbsOn(client)
  const settings = [pooled.settings, inTransaction.once].join('; ').split('; ')
  return [...['begin', ...settings].map(unnamed), ...named, unnamed('commit')]
}

const unnamed = (text: string): NamedStatement => ({ name: undefined, text, values: [] })
