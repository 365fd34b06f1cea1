import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import { type Candidate, mostCandidates } from '../containers/ambiguous-document.ts'
import { closedContainers } from '../containers/store.ts'
import { type Found, selectFound } from './store.ts'

/** A customId is one document's within a container; other containers of the organization may know it too. */

export type CustomIdQuery = {
  org: string
  shards: readonly number[]
  customId: string
  /** Only the document of this container. */
  containerTag?: string | undefined
  /** Only documents that carry one of these tags, as their first or a further one. */
  carrying?: readonly string[] | undefined
}

/** The documents of that name, at most two: one is the answer, two are one too many. */
export async function findByCustomId(db: Db, query: CustomIdQuery): Promise<Found[]> {
  const { rows } =
    await sql<Found>`${selectFound(query.org, query.shards)} and ${named(query)} limit 2`.execute(db)
  return rows
}

/** The documents that a customId could mean, oldest first, without their content. */
export async function listCandidates(db: Db, query: CustomIdQuery): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select d.id, d.container_tags[1] as "containerTag" from cell.documents d
     where d.org = ${query.org} and d.tombstoned_at is null and d.container <> ${closedContainers(query.org, query.shards)}
       and ${named(query)} order by d.id limit ${mostCandidates}`.execute(db)
  return rows
}

function named({ shards, customId, containerTag, carrying }: CustomIdQuery): RawBuilder<unknown> {
  const conditions = [sql`d.shard = any(${shards}::smallint[])`, sql`d.custom_id = ${customId}`]
  if (containerTag !== undefined) conditions.push(sql`d.container_tags[1] = ${containerTag}`)
  if (carrying !== undefined) conditions.push(sql`d.container_tags && ${carrying}::text[]`)
  return sql.join(conditions, sql` and `)
}
