import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { MemoryRow, Relation } from './store.ts'

/** The related memories and the source documents of search results. */

export type Relative = {
  of: string
  side: 'parent' | 'child' | 'related'
  relation: Relation
  steps: number
  text: string
  metadata: Record<string, unknown> | null
  updatedAt: Date
}

type Key = Pick<MemoryRow, 'shard' | 'container' | 'id'>

const keysOf = (memories: readonly Key[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(memories.map(({ shard, container, id }) => ({ shard, container, id })))}::jsonb)
    as k (shard smallint, container uuid, id uuid)`

/** The most steps that a chain of relations is followed from a memory. */
const farthest = 10

/** The ancestors and descendants of memories, and the other descendants of their direct ancestors. */
export async function readRelatives(db: Db, org: string, memories: readonly Key[]): Promise<Relative[]> {
  const { rows } = await sql<Relative>`
    with recursive k as materialized (select * from ${keysOf(memories)}),
    up as (
      select k.shard, k.container, k.id as of, r.related as id, r.relation, 1 as steps from k join cell.memory_relations r
          on r.shard = k.shard and r.org = ${org} and r.container = k.container and r.memory = k.id
      union
      select u.shard, u.container, u.of, r.related, r.relation, u.steps + 1 from up u join cell.memory_relations r
          on r.shard = u.shard and r.org = ${org} and r.container = u.container and r.memory = u.id where u.steps < ${farthest}),
    down as (
      select k.shard, k.container, k.id as of, r.memory as id, r.relation, 1 as steps from k join cell.memory_relations r
          on r.shard = k.shard and r.org = ${org} and r.container = k.container and r.related = k.id
      union
      select u.shard, u.container, u.of, r.memory, r.relation, u.steps + 1 from down u join cell.memory_relations r
          on r.shard = u.shard and r.org = ${org} and r.container = u.container and r.related = u.id where u.steps < ${farthest}),
    beside as (
      select distinct u.shard, u.container, u.of, r.memory as id, r.relation, 0 as steps from up u join cell.memory_relations r
          on r.shard = u.shard and r.org = ${org} and r.container = u.container and r.related = u.id
       where u.steps = 1 and r.memory <> u.of),
    everyone as (select *, 'parent' as side from up union all select *, 'child' from down union all select *, 'related' from beside)
    select e.of, e.side, e.relation, e.steps, m.text, m.metadata, m.updated_at as "updatedAt"
      from everyone e join cell.memories m on m.shard = e.shard and m.org = ${org} and m.container = e.container and m.id = e.id
     where not m.is_forgotten and (m.forget_after is null or m.forget_after > now()) order by e.steps, m.id`.execute(
    db,
  )
  return rows
}

export type SourceDocument = {
  memory: string
  id: string
  title: string | null
  type: string
  connectionId: string | null
  metadata: Record<string, unknown> | null
  summary: string | null
  createdAt: Date
  updatedAt: Date
}

/** The source documents of memories, except deleted ones. */
export async function readSources(db: Db, org: string, memories: readonly Key[]): Promise<SourceDocument[]> {
  const { rows } = await sql<SourceDocument>`
    select k.id as memory, d.id, d.title, d.type, d.connection_id as "connectionId", d.metadata, d.summary, d.created_at as "createdAt", d.updated_at as "updatedAt"
      from ${keysOf(memories)}
      join cell.memory_sources s on s.shard = k.shard and s.org = ${org} and s.container = k.container and s.memory = k.id
      join cell.documents d on d.shard = s.shard and d.org = ${org} and d.container = s.container and d.id = s.document
     where d.tombstoned_at is null order by d.id`.execute(db)
  return rows
}
