import { type RawBuilder, sql } from 'kysely'
import { closedContainers } from '../containers/store.ts'
import type { Db } from '../db/tx.ts'
import { marks } from '../lexical/languages.ts'

/** What is to be known of where a search of memories looks, before it looks. */

/** The memories a search looks at: an organization on some shards, perhaps only some of its containers. */
export type RecallScope = {
  org: string
  shards: readonly number[]
  containers: readonly string[] | undefined
}

export function within({ org, shards, containers }: RecallScope, alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const inside = !containers
    ? sql`<> ${closedContainers(org, shards)}`
    : containers.length === 1
      ? sql`= ${containers[0]}`
      : sql`= any(${containers}::uuid[])`
  return sql`${onShards(shards, alias)} and ${column('org')} = ${org} and ${column('container')} ${inside}`
}

/** A single value becomes an equality, which the planner estimates and prunes by better than an array of one. */
function onShards(shards: readonly number[], alias: string): RawBuilder<unknown> {
  const shard = sql.ref(`${alias}.shard`)
  return shards.length === 1 ? sql`${shard} = ${shards[0]}` : sql`${shard} = any(${shards}::smallint[])`
}

/** `marks` tell what languages are in it. */
export type RecallContainer = { container: string; versions: number; activeSet: number; marks: number[] }

const columns = sql`c.container, c.memory_versions as versions, c.active_set as "activeSet",
  array(select t.term from cell.memory_term_counts t
         where t.shard = c.shard and t.org = c.org and t.container = c.container and t.term = any(${[...marks.keys()]}::int[])) as marks`

export async function findContainers(
  db: Db,
  { org, shards }: RecallScope,
  tags: readonly string[],
): Promise<RecallContainer[]> {
  const { rows } = await sql<RecallContainer>`
    select ${columns} from cell.containers c
     where c.org = ${org} and ${onShards(shards, 'c')} and c.tag = any(${tags}::text[])`.execute(db)
  return rows
}

/** Of an organization-wide search, the containers that its statistics are taken from. */
export async function largestContainers(
  db: Db,
  { org, shards }: RecallScope,
  most: number,
): Promise<RecallContainer[]> {
  const { rows } = await sql<RecallContainer>`
    select ${columns} from (
      select * from cell.containers c where c.org = ${org} and ${onShards(shards, 'c')} and c.memory_versions > 0 and c.deleted_at is null
       order by c.memory_versions desc limit ${most}) c`.execute(db)
  return rows
}

export async function readTermCounts(
  db: Db,
  scope: RecallScope,
  terms: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ term: number; memories: number }>`
    select t.term, sum(t.memories)::int as memories from cell.memory_term_counts t
     where ${within(scope, 't')} and t.term = any(${terms}::int[]) group by t.term`.execute(db)
  return new Map(rows.map(({ term, memories }) => [term, memories]))
}
