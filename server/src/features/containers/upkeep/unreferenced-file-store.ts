import { sql } from 'kysely'
import type { Db } from '../../../platform/db/tx.ts'

export type FileOwner = { id: string; homeShard: number; spread: boolean }

/** Lists organizations page by page. */
export async function listFileOwners(
  db: Db,
  { after, most }: { after: string; most: number },
): Promise<FileOwner[]> {
  const { rows } = await sql<FileOwner>`
    select id, home_shard as "homeShard", spread from directory.organizations
     where id > ${after}::uuid order by id limit ${most}`.execute(db)
  return rows
}

/**
 * The files among these that rows in these shards need: files of revisions, pieces of uploads for an import, and the files of an
 * export or import that has a row.
 */
export async function findReferenced(
  db: Db,
  { org, shards }: { org: string; shards: readonly number[] },
  keys: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select blob_key as key from cell.revisions
     where shard = any(${shards}::smallint[]) and org = ${org} and blob_key = any(${keys}::text[])
    union all
    select name from cell.archive_parts
     where shard = any(${shards}::smallint[]) and org = ${org} and role = 'upload' and name = any(${keys}::text[])
    union all
    select k from unnest(${keys}::text[]) k
     where split_part(k, '/', 2) in ('exports', 'staged', 'staged-files') and exists (
       select from cell.archive_jobs j
        where j.shard = any(${shards}::smallint[]) and j.org = ${org} and j.id::text = split_part(k, '/', 3))`.execute(
    db,
  )
  return rows.map(({ key }) => key)
}

/** Takes a turn for a while, if it is due and free. */
export async function takeTurn(
  db: Db,
  { name, holder, forMs }: { name: string; holder: string; forMs: number },
): Promise<boolean> {
  const until = sql`now() + ${forMs} * interval '1 millisecond'`
  const { numAffectedRows } = await sql`
    insert into directory.turns as t (name, holder, held_until) values (${name}, ${holder}, ${until})
    on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
     where t.due_at <= now() and t.held_until <= now()`.execute(db)
  return numAffectedRows === 1n
}

/** Makes the turn due now, as if it had never been taken. One who holds it learns at the next renewal that it is lost. */
export async function restartTurn(db: Db, name: string): Promise<void> {
  await sql`
    update directory.turns set holder = null, held_until = '-infinity', due_at = '-infinity', covers = null
     where name = ${name}`.execute(db)
}

/** Extends the turn. Returns false when it is no longer ours. */
export async function renewTurn(
  db: Db,
  { name, holder, forMs }: { name: string; holder: string; forMs: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update directory.turns set held_until = now() + ${forMs} * interval '1 millisecond'
     where name = ${name} and holder = ${holder}`.execute(db)
  return numAffectedRows === 1n
}

/**
 * Releases the turn; the next one is due after a while. `covers` is the time up to which everything is done, if
 * everything was.
 */
export async function endTurn(
  db: Db,
  { name, holder, dueInMs, covers }: { name: string; holder: string; dueInMs: number; covers: Date | null },
): Promise<void> {
  await sql`
    update directory.turns set holder = null, held_until = '-infinity', due_at = now() + ${dueInMs} * interval '1 millisecond',
           covers = coalesce(${covers}, covers)
     where name = ${name} and holder = ${holder}`.execute(db)
}
