import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import { type Candidate, mostCandidates } from '../containers/ambiguous-document.ts'
import { closedContainers } from '../containers/store.ts'
import { type DocumentWithContent, selectWithContent } from './store.ts'

/** A customId is unique within a container. Other containers of the organization may use it too. */

export type CustomIdQuery = {
  org: string
  shards: readonly number[]
  customId: string
  /** Only the document of this container. */
  containerTag?: string | undefined
  /** Only documents that carry one of these tags, as first or secondary tag. */
  carrying?: readonly string[] | undefined
}

/** Finds at most two documents with this customId: one is the answer, two make it ambiguous. */
export async function findByCustomId(db: Db, query: CustomIdQuery): Promise<DocumentWithContent[]> {
  const { rows } =
    await sql<DocumentWithContent>`${selectWithContent(query.org, query.shards)} and ${named(query)} limit 2`.execute(
      db,
    )
  return rows
}

/** Lists the documents with an ambiguous customId, oldest first, without their content. */
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
