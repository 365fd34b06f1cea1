import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'

/** Milliseconds until none of the subjects is locked; 0 if none is. */
export async function lockedForMs(db: Db, subjects: readonly string[]): Promise<number> {
  const { rows } = await sql<{ ms: number | null }>`
    select extract(epoch from max(locked_until) - clock_timestamp()) * 1000 as ms
      from directory.sign_in_failures where subject = any(${subjects}::text[])`.execute(db)
  return Math.max(0, Number(rows[0]?.ms ?? 0))
}

export type Failure = { subject: string; free: number }

/**
 * Counts a failure of each subject. After its `free` failures, each further one locks it for twice as long: a minute, two,
 * four, up to an hour. A day without a failure starts again at none.
 */
export async function countFailures(db: Db, failures: readonly Failure[]): Promise<void> {
  // In one order, so that two requests cannot wait for each other.
  for (const { subject, free } of [...failures].sort((a, b) => (a.subject < b.subject ? -1 : 1)))
    await sql`
      insert into directory.sign_in_failures as f (subject, failures, failed_at, locked_until)
      values (${subject}, 1, now(), '-infinity')
      on conflict (subject) do update set
        failures = case when f.failed_at < now() - interval '1 day' then 1 else f.failures + 1 end,
        failed_at = now(),
        locked_until = case
          when f.failed_at < now() - interval '1 day' or f.failures + 1 <= ${free} then '-infinity'::timestamptz
          else now() + least(60, power(2, least(10, f.failures - ${free}))) * interval '1 minute' end`.execute(
      db,
    )
}

export async function forgiveFailures(db: Db, subjects: readonly string[]): Promise<void> {
  await sql`delete from directory.sign_in_failures where subject = any(${subjects}::text[])`.execute(db)
}
