import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/**
 * How long a migration waits for a lock. Everybody who comes after it waits behind it, so this is also what a migration
 * adds to a search at most. Autovacuum gives way after `deadlock_timeout` (1 s) and not before, so a shorter time would
 * never get past it.
 */
export const lockTimeoutMs = 1_500

/** Total time for one migration to get its locks, and who is told that it waits. */
export type Patience = { ms: number; onWait?: ((message: string) => void) | undefined }

/** An index build or a dump may hold a lock for hours. The operator then decides whether to wait for it. */
export const usualPatienceMs = 600_000

const firstPauseMs = 250
const longestPauseMs = 10_000

export class LockError extends Error {}

/** 55P03: lock timeout. 40P01: deadlock. Either way nothing was changed. */
export const isLockFailure = (error: unknown): boolean =>
  /^(55P03|40P01)$/.test((error as { code?: string }).code ?? '')

/**
 * Repeats an attempt that ends with a lock timeout. Between two attempts everybody who waited behind the first goes
 * ahead.
 */
export async function retryLock<T>(
  client: pg.Client,
  what: string,
  { ms, onWait }: Patience,
  attempt: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + ms
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, 2 * pauseMs)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isLockFailure(error)) throw error
      const waits = `${what} waits for a lock. ${await describeHolders(client)}`
      if (performance.now() + pauseMs > deadline)
        throw new LockError(
          `${waits}\nNothing was changed by it, and processes that run can go on. Run "reverie migrate" again later.`,
          { cause: error },
        )
      onWait?.(waits)
    }
    // Not in step with another process that retries.
    await sleep(pauseMs * (0.75 + Math.random() / 2))
  }
}

/** Runs a single statement outside of a transaction, under the lock timeout. */
export async function retryStatement(
  client: pg.Client,
  what: string,
  patience: Patience,
  statement: string,
): Promise<void> {
  await client.query(`set lock_timeout = ${lockTimeoutMs}`)
  try {
    await retryLock(client, what, patience, () => client.query(statement))
  } finally {
    await client.query('reset lock_timeout')
  }
}

/** A lock is held by an open transaction, most likely by the oldest. */
async function describeHolders(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number; query: string }>(
    `select pid, coalesce(nullif(application_name, ''), backend_type) as name,
            extract(epoch from clock_timestamp() - xact_start)::int as seconds,
            left(regexp_replace(coalesce(query, ''), '\\s+', ' ', 'g'), 60) as query
       from pg_stat_activity
      where datname = current_database() and xact_start < clock_timestamp() - interval '1 second' and pid <> pg_backend_pid()
      order by xact_start limit 3`,
  )
  if (rows.length === 0) return 'Its holder has just ended, or is hidden from this user.'
  const each = rows.map(
    ({ pid, name, seconds, query }) => `${name} (pid ${pid}) for ${seconds} s${query ? `: ${query}` : ''}`,
  )
  return `The oldest open transactions: ${each.join('; ')}.`
}
