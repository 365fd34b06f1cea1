import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'

/** Milliseconds until none of the subjects is locked; 0 if none is. */
export async function lockedForMs(db: Db, subjects: readonly string[]): Promise<number> {
  const { rows } = await sql<{ ms: number | null }>`
    select extract(epoch from max(locked_until) - clock_timestamp()) * 1000 as ms
      from directory.sign_in_failures where subject = any(${subjects}::text[])`.execute(db)
  return Math.max(0, Number(rows[0]?.ms ?? 0))
}

export type Subject = { subject: string; free: number }

/** `lockedUntil` is the lock that this attempt set, as text, because a Date has no microseconds. */
export type CountedAttempt = { subject: string; lockedUntil: string }

/**
 * Counts an attempt as a failure of the subject. After its `free` failures, each further one locks it for twice as long: a
 * minute, two, four, up to an hour. A day without a failure starts again at none. Returns undefined for a locked subject.
 */
export async function countAttempt(db: Db, { subject, free }: Subject): Promise<CountedAttempt | undefined> {
  const { rows } = await sql<CountedAttempt>`
    insert into directory.sign_in_failures as f (subject, failures, failed_at, locked_until)
    values (${subject}, 1, clock_timestamp(), '-infinity')
    on conflict (subject) do update set
      failures = case when f.failed_at < now() - interval '1 day' then 1 else f.failures + 1 end,
      failed_at = clock_timestamp(),
      locked_until = case
        when f.failed_at < now() - interval '1 day' or f.failures + 1 <= ${free} then '-infinity'::timestamptz
        else clock_timestamp() + least(60, power(2, least(10, f.failures - ${free}))) * interval '1 minute' end
     where f.locked_until <= clock_timestamp()
    returning subject, locked_until::text as "lockedUntil"`.execute(db)
  return rows[0]
}

export async function forgetFailures(db: Db, subjects: readonly string[]): Promise<void> {
  await sql`delete from directory.sign_in_failures where subject = any(${subjects}::text[])`.execute(db)
}

/** Takes back one attempt, and its lock unless a later attempt has set another. */
export async function takeBackAttempt(db: Db, { subject, lockedUntil }: CountedAttempt): Promise<void> {
  await sql`
    update directory.sign_in_failures
       set failures = greatest(0, failures - 1),
           locked_until = case when locked_until = ${lockedUntil}::timestamptz then '-infinity' else locked_until end
     where subject = ${subject}`.execute(db)
}

/** Failures that no longer count. A few at a time: guesses with made-up emails must not fill the table for good. */
export async function deleteStaleFailures(db: Db): Promise<void> {
  await sql`
    delete from directory.sign_in_failures where ctid = any(array(
      select ctid from directory.sign_in_failures where failed_at < now() - interval '1 day'
       order by failed_at limit 20 for update skip locked))`.execute(db)
}
