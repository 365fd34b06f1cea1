import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import { type EmbeddingModel, embeddingSetOf } from '../../platform/providers/embedding/embedder.ts'
import type { ContainerKey } from './store.ts'

/** The embedding sets that contain a container's vectors. */
export type ContainerSets = {
  /** The set that is searched. */
  active: number
  /** All sets that are kept up to date, including the active one; empty while the organization has only one. */
  kept: number[]
}

/** Stores the identity of the model behind an organization's vectors. */
export async function insertEmbeddingSet(
  db: Db,
  shard: number,
  org: string,
  model: EmbeddingModel,
): Promise<void> {
  await sql`
    insert into cell.embedding_sets (shard, org, id, provider, model, revision, dimensions)
    values (${shard}, ${org}, ${embeddingSetOf(model)}, ${model.provider}, ${model.name}, ${model.revision}, ${model.dimensions})
    on conflict do nothing`.execute(db)
}

/** The set of new containers, locked until they exist; undefined while there has been only one. */
export async function shareActiveSet(db: Db, shard: number, org: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from cell.embedding_sets where shard = ${shard} and org = ${org} and role = 'active' for share`.execute(
    db,
  )
  return rows[0]?.id
}

export async function readSets(
  db: Db,
  { shard, org, container }: ContainerKey,
): Promise<ContainerSets | undefined> {
  const { rows } = await sql<ContainerSets>`
    select c.active_set as active, array(
      select s.id from cell.embedding_sets s where s.shard = c.shard and s.org = c.org and s.role <> 'dropping' order by s.id) as kept
      from cell.containers c where c.shard = ${shard} and c.org = ${org} and c.container = ${container}`.execute(
    db,
  )
  return rows[0]
}

export type SharedSet = { id: number; isKept: boolean }

/** The sets that may be written to, locked so that none is dropped before the vectors are written. */
export async function shareSets(db: Db, { shard, org }: ContainerKey): Promise<SharedSet[]> {
  const { rows } = await sql<SharedSet>`
    select id, role is not null as "isKept" from cell.embedding_sets
     where shard = ${shard} and org = ${org} and role is distinct from 'dropping' order by id for share`.execute(
    db,
  )
  return rows
}

/** Reopens the builds of these sets for a container with missing vectors, because their last pass missed some. */
export async function reopenBuilds(
  db: Db,
  { shard, org, container }: ContainerKey,
  sets: readonly number[],
): Promise<void> {
  await sql`
    with known as (
      update cell.embedding_builds b
         set done_at = null, made = b.made + 1
       where b.shard = ${shard} and b.org = ${org} and b.container = ${container} and b.embedding_set = any(${sets}::int[])
      returning b.embedding_set
    )
    insert into cell.embedding_builds (shard, org, container, embedding_set)
    select ${shard}, ${org}, ${container}, s from unnest(${sets}::int[]) s where s not in (select embedding_set from known)`.execute(
    db,
  )
}
