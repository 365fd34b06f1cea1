import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { JobKey } from './job-store.ts'

/** The files of a job, in order: pieces of an upload, entries of an archive, or records that are ready to be applied. */

export type PartRole = 'upload' | 'output' | 'staged'
export type Part = { part: number; bytes: number; name: string | null; sha256: string | null }

type JobOf = JobKey & { ofContainer: string }

const of = ({ shard, org, id }: JobKey, role: PartRole) =>
  sql`shard = ${shard} and org = ${org} and job = ${id} and role = ${role}`

/** Stores a part. A part that is there already is replaced: the worker that wrote it died before it noted its progress. */
export async function putPart(db: Db, job: JobOf, role: PartRole, part: Part): Promise<void> {
  await sql`
    insert into cell.archive_parts (shard, org, job, role, part, of_container, bytes, name, sha256)
    values (${job.shard}, ${job.org}, ${job.id}, ${role}, ${part.part}, ${job.ofContainer}, ${part.bytes}, ${part.name}, ${part.sha256})
    on conflict (shard, org, job, role, part) do update set bytes = excluded.bytes, name = excluded.name, sha256 = excluded.sha256`.execute(
    db,
  )
}

export async function listParts(
  db: Db,
  job: JobKey,
  role: PartRole,
  after: number,
  most: number,
): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select part, bytes, name, sha256 from cell.archive_parts where ${of(job, role)} and part > ${after} order by part limit ${most}`.execute(
    db,
  )
  return rows
}

export type PartSums = { parts: number; bytes: number; last: number; checksumBytes: number }

/** `checksumBytes` is the length of `checksums.txt`: 64 digits, two spaces, the name and a line end for each entry. */
export async function sumParts(db: Db, job: JobKey, role: PartRole): Promise<PartSums> {
  const { rows } = await sql<PartSums>`
    select count(*)::int as parts, coalesce(sum(bytes), 0)::bigint as bytes, coalesce(max(part), -1) as last,
           coalesce(sum(67 + octet_length(name)), 0)::bigint as "checksumBytes"
      from cell.archive_parts where ${of(job, role)}`.execute(db)
  return rows[0]!
}

/** Forgets the parts from a number on, which an interrupted worker left. */
export async function dropParts(db: Db, job: JobKey, role: PartRole, from: number): Promise<void> {
  await sql`delete from cell.archive_parts where ${of(job, role)} and part >= ${from}`.execute(db)
}

export async function findPart(db: Db, job: JobKey, role: PartRole, part: number): Promise<Part | undefined> {
  const { rows } = await sql<Part>`
    select part, bytes, name, sha256 from cell.archive_parts where ${of(job, role)} and part = ${part}`.execute(
    db,
  )
  return rows[0]
}
