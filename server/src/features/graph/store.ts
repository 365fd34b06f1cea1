import { type RawBuilder, sql } from 'kysely'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { ContainerKey } from '../containers/store.ts'
import type { GraphRelation } from './schema.ts'

/**
 * Reads memories, their relations and their sources as a graph. Each row is looked up by an index, with a limit for each
 * node. `at` makes the planner take the index of the column: see `readByLookups`.
 */

export type Link = { from: string; to: string; relation: GraphRelation }

/** Facts of an entity are looked for among this many facts of a container, the newest: no index has their subject. */
const mostFacts = 20_000

/**
 * For the rest of the transaction, an index has to give the order that a query asks for. Without that, the planner
 * multiplies the selectivities of shard, organization and container, expects one row of a container in any index, and takes
 * the smallest index for every lookup (30,000 relations: 7 ms for each memory, and 35 µs with this).
 */
export async function readByLookups(db: Db): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true),
    set_config('max_parallel_workers_per_gather', '0', true)`.execute(db)
}

/** Rows of a container whose column has the value of the node. A range, because equal values need no order. */
const at = (key: ContainerKey, column: string, condition: RawBuilder<unknown> = sql`true`) => {
  const of = sql.ref(column)
  return sql`where ${ofContainer(key, column.split('.')[0])} and ${of} >= n.id and ${of} <= n.id and ${condition} order by ${of}`
}

const nodes = (ids: readonly string[]) => sql`unnest(${ids}::uuid[]) n (id) cross join lateral`

/** Relations of memories to others, in both directions. */
export async function linksBetween(
  db: Db,
  key: ContainerKey,
  memories: readonly string[],
  perNode: number,
): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select l.memory as "from", l.related as "to", l.relation::text as relation from ${nodes(memories)} (
      (select r.memory, r.related, r.relation from cell.memory_relations r ${at(key, 'r.memory')} limit ${perNode})
      union all
      (select r.memory, r.related, r.relation from cell.memory_relations r ${at(key, 'r.related')} limit ${perNode})) l`.execute(
    db,
  )
  return rows
}

/** Links of memories to the documents that state them, by either end. */
export async function linksToSources(
  db: Db,
  key: ContainerKey,
  { by, ids }: { by: 'memory' | 'document'; ids: readonly string[] },
  perNode: number,
): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select l.memory as "from", l.document as "to", 'source' as relation from ${nodes(ids)} (
      select s.memory, s.document from cell.memory_sources s ${at(key, `s.${by}`)} limit ${perNode}) l`.execute(
    db,
  )
  return rows
}

const entityOf = sql`'entity:' || lower(f.fact->'claim'->>'subject')`

/** Links of memories to the entities that their facts are about. */
export async function linksToEntities(
  db: Db,
  key: ContainerKey,
  memories: readonly string[],
  perNode: number,
): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select l.memory as "from", l.entity as "to", 'about' as relation from ${nodes(memories)} (
      select f.memory, ${entityOf} as entity from cell.facts f ${at(key, 'f.memory')} limit ${perNode}) l
     where l.entity <> 'entity:'`.execute(db)
  return rows
}

/** Links of memories to an entity. */
export async function linksFromEntity(
  db: Db,
  key: ContainerKey,
  entity: string,
  most: number,
): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select f.memory as "from", f.entity as "to", 'about' as relation from (
      select f.memory, ${entityOf} as entity from cell.facts f where ${ofContainer(key, 'f')} order by f.id desc limit ${mostFacts}) f
     where f.memory is not null and f.entity = ${entity} limit ${most}`.execute(db)
  return rows
}

export type MemoryNode = {
  id: string
  label: string
  support: number
  state: 'current' | 'inferred' | 'superseded' | 'forgotten'
}

const memoryNode = sql`d.id, left(d.text, 81) as label, d.source_count as support,
  case when d.is_forgotten or d.forget_after <= now() then 'forgotten' when not d.is_latest then 'superseded'
       when d.is_inference and d.review is distinct from 'approved' then 'inferred' else 'current' end as state`

export async function readMemoryNodes(
  db: Db,
  key: ContainerKey,
  ids: readonly string[],
): Promise<MemoryNode[]> {
  const { rows } = await sql<MemoryNode>`
    select l.* from ${nodes(ids)} (select ${memoryNode} from cell.memories d ${at(key, 'd.id')} limit 1) l`.execute(
    db,
  )
  return rows
}

/** The current memories with the most sources, of the `among` that changed last. */
export async function selectImportant(
  db: Db,
  key: ContainerKey,
  { among, take }: { among: number; take: number },
): Promise<MemoryNode[]> {
  const { rows } = await sql<MemoryNode>`
    select id, label, support, state from (
      select ${memoryNode}, d.is_static, d.updated_at from cell.memories d
       where ${ofContainer(key, 'd')} and d.is_latest and not d.is_forgotten
         and (d.forget_after is null or d.forget_after > now())
       order by d.updated_at desc, d.id desc limit ${among}) d
     order by support desc, is_static desc, updated_at desc, id desc limit ${take}`.execute(db)
  return rows
}

export type DocumentNode = { id: string; label: string | null; state: string }

export async function readDocumentNodes(
  db: Db,
  key: ContainerKey,
  ids: readonly string[],
): Promise<DocumentNode[]> {
  const { rows } = await sql<DocumentNode>`
    select l.* from ${nodes(ids)} (
      select d.id, left(coalesce(d.title, d.custom_id, d.url), 81) as label, d.status as state from cell.documents d
        ${at(key, 'd.id', sql`d.tombstoned_at is null`)} limit 1) l`.execute(db)
  return rows
}

export type Totals = { memories: number; documents: number }

export async function readTotals(db: Db, key: ContainerKey): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select memories::int, documents::int from cell.containers where ${ofContainer(key)}`.execute(db)
  return rows[0] ?? { memories: 0, documents: 0 }
}
