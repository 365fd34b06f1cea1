import { sql } from 'kysely'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { ContainerKey } from '../containers/store.ts'
import type { GraphRelation } from './schema.ts'

/**
 * Reads memories, their relations and their sources as a graph. Links are found in one pass over those of the container,
 * and the pass has a limit. Lookups by id are no alternative: the planner multiplies the selectivities of shard,
 * organization and container, expects one row of a container in any index, and takes the smallest index for every lookup
 * (30,000 relations: 7 ms for each memory).
 */

export type Link = { from: string; to: string; relation: GraphRelation }

/** Rows of a container that one pass looks at. */
const mostSeen = 200_000
/** Facts are larger. The newest are looked at. */
const mostFacts = 20_000
/** Links that one pass returns. */
const mostLinks = 20_000

const relationsIn = (key: ContainerKey) =>
  sql`(select r.memory, r.related, r.relation from cell.memory_relations r where ${ofContainer(key, 'r')} limit ${mostSeen}) r`

/** Relations among memories. */
export async function linksAmong(db: Db, key: ContainerKey, memories: readonly string[]): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select r.memory as "from", r.related as "to", r.relation::text as relation from ${relationsIn(key)}
     where r.memory = any(${memories}::uuid[]) and r.related = any(${memories}::uuid[]) limit ${mostLinks}`.execute(
    db,
  )
  return rows
}

/** Relations of memories to any others, in both directions. */
export async function linksOfMemories(
  db: Db,
  key: ContainerKey,
  memories: readonly string[],
): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select r.memory as "from", r.related as "to", r.relation::text as relation from ${relationsIn(key)}
     where r.memory = any(${memories}::uuid[]) or r.related = any(${memories}::uuid[]) limit ${mostLinks}`.execute(
    db,
  )
  return rows
}

/** Links between memories and the documents that state them, from either end. */
export async function linksToSources(
  db: Db,
  key: ContainerKey,
  { memories = [], documents = [] }: { memories?: readonly string[]; documents?: readonly string[] },
): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select s.memory as "from", s.document as "to", 'source' as relation from (
      select s.memory, s.document from cell.memory_sources s where ${ofContainer(key, 's')} limit ${mostSeen}) s
     where s.memory = any(${memories}::uuid[]) or s.document = any(${documents}::uuid[]) limit ${mostLinks}`.execute(
    db,
  )
  return rows
}

/** Links between memories and the entities that their facts are about, from either end. */
export async function linksToEntities(
  db: Db,
  key: ContainerKey,
  { memories = [], entities = [] }: { memories?: readonly string[]; entities?: readonly string[] },
): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select distinct f.memory as "from", f.entity as "to", 'about' as relation from (
      select f.memory, 'entity:' || lower(f.fact->'claim'->>'subject') as entity from cell.facts f
       where ${ofContainer(key, 'f')} and f.memory is not null order by f.id desc limit ${mostFacts}) f
     where f.entity <> 'entity:' and (f.memory = any(${memories}::uuid[]) or f.entity = any(${entities}::text[]))
     limit ${mostLinks}`.execute(db)
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
    select ${memoryNode} from cell.memories d where ${ofContainer(key, 'd')} and d.id = any(${ids}::uuid[])`.execute(
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
    select d.id, left(coalesce(d.title, d.custom_id, d.url), 81) as label, d.status as state from cell.documents d
     where ${ofContainer(key, 'd')} and d.id = any(${ids}::uuid[]) and d.tombstoned_at is null`.execute(db)
  return rows
}

export type Totals = { memories: number; documents: number }

export async function readTotals(db: Db, key: ContainerKey): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select memories::int, documents::int from cell.containers where ${ofContainer(key)}`.execute(db)
  return rows[0] ?? { memories: 0, documents: 0 }
}
