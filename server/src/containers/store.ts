import { sql } from 'kysely'
import type { Db } from '../db/tx.ts'
import { type EmbeddingModel, embeddingSetOf } from '../providers/embedder.ts'

export type ContainerKey = { shard: number; org: string; container: string }

export type ContainerRow = ContainerKey & { tag: string; activeSet: number; chunks: number }

const columns = sql`shard, org, container, tag, active_set as "activeSet", chunks`

export async function findContainer(
  db: Db,
  shard: number,
  org: string,
  tag: string,
): Promise<ContainerRow | undefined> {
  const { rows } = await sql<ContainerRow>`
    select ${columns} from cell.containers where shard = ${shard} and org = ${org} and tag = ${tag}`.execute(
    db,
  )
  return rows[0]
}

/** Makes the container unless another request was faster; either way it is there afterwards. */
export async function insertContainer(
  db: Db,
  key: ContainerKey,
  tag: string,
  activeSet: number,
): Promise<void> {
  await sql`
    insert into cell.containers (shard, org, container, tag, active_set)
    values (${key.shard}, ${key.org}, ${key.container}, ${tag}, ${activeSet})
    on conflict (shard, org, tag) do nothing`.execute(db)
}

/** Notes under which identity an organization's vectors of this model are kept. */
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
