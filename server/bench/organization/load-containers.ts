import type pg from 'pg'
import { wordIndexedFrom } from '../../src/features/containers/index-sizes.ts'
import type { ContainerKey } from '../../src/features/containers/store.ts'
import { newId } from '../../src/platform/lib/ids.ts'
import { insertTermCounts } from '../bare/load-container.ts'
import {
  chunksPerDocument,
  countTerms,
  differentTexts,
  prepareTallies,
  type Sources,
  startOf,
} from './load-sources.ts'

/** Chunks for each transaction: so many sort in memory, and a killed load loses a few seconds. */
const chunksPerBatch = 25_000

/** An organization in one shard, and the embedding set that its containers use. */
export type Owner = Pick<ContainerKey, 'shard' | 'org'> & { set: number }

/** Containers to make, with so many chunks each. A whole number of documents. */
export type Plan = { owner: Owner; chunksEach: number; containers: number }

/** Notes containers that are to be filled. Their tags are `user_` and a number, which goes on from those noted before. */
export async function planContainers(client: pg.Client, plan: Plan): Promise<void> {
  const { owner, chunksEach, containers } = plan
  if (containers === 0) return
  const { rows } = await client.query<{ first: number }>(
    'select coalesce(max(n) + 1, 0) as first from bench.containers',
  )
  const first = rows[0]!.first
  if (chunksEach <= wordIndexedFrom) await prepareTallies(client, plan, first)
  await client.query(
    `insert into bench.containers (n, shard, org, container, embedding_set, chunks)
     select $1::int + n - 1, $2, $3, id, $4, $5 from unnest($6::uuid[]) with ordinality as t (id, n)`,
    [
      ...[first, owner.shard, owner.org, owner.set, chunksEach],
      Array.from({ length: containers }, () => newId(owner.shard)),
    ],
  )
}

export type LoadProgress = (chunks: number) => void

/**
 * Fills the noted containers directly in the tables of the cell, by SQL: a client that sends each vector would take hours. The
 * rows are those that the pipeline leaves of documents for retrieval (`taskType: rag`), apart from tokens, which would take half of
 * the disk. Several connections share the work, and a load that was interrupted goes on.
 */
export async function loadPlanned(
  clients: readonly pg.Client[],
  { vectors }: Sources,
  onBatch: LoadProgress,
): Promise<number> {
  let loaded = 0
  const load = async (client: pg.Client) => {
    // The pending list of the index of words stays short, as in the service: its pages would stay in the index for good.
    await client.query(
      `set session_replication_role = replica; set synchronous_commit = off; set jit = off; set work_mem = '256MB'`,
    )
    for (;;) {
      const chunks = await loadBatch(client, vectors.length)
      if (chunks === 0) break
      loaded += chunks
      onBatch(loaded)
    }
    await client.query(`set session_replication_role = default`)
  }
  await Promise.all(clients.map(load))
  return loaded
}

/** Returns how many chunks it has loaded. */
async function loadBatch(client: pg.Client, vectors: number): Promise<number> {
  await client.query('begin')
  const taken = await takeBatch(client)
  if (taken.length > 0) await insertRows(client, vectors)
  for (const { n, shard, org, container, chunks } of taken)
    if (chunks > wordIndexedFrom)
      await insertTermCounts(client, { shard, org, container }, countTerms(startOf(n, chunks), chunks))
  await client.query('commit')
  return taken.reduce((sum, { chunks }) => sum + chunks, 0)
}

type ClaimedContainer = ContainerKey & { n: number; chunks: number }

/** At least one container, and as many more as fit in a batch. Locks few that do not fit: another connection skips them. */
async function takeBatch(client: pg.Client): Promise<ClaimedContainer[]> {
  await client.query(`create temp table taken on commit drop as
    select n, shard, org, container, embedding_set, chunks from (
      select *, sum(chunks) over (order by n) - chunks as before from (
        select * from bench.containers where not done order by n limit ${chunksPerBatch / 100} for update skip locked) next) summed
     where before < ${chunksPerBatch}`)
  const { rows } = await client.query<ClaimedContainer>(
    `update bench.containers b set done = true from taken t where b.n = t.n
     returning b.n, b.shard, b.org, b.container, b.chunks`,
  )
  return rows
}

/** As `newId` makes them: a UUIDv7 with the shard in it. */
const newIdOf = (shard: string) =>
  `overlay(uuidv7()::text placing lpad(to_hex(${shard}::int), 3, '0') from 16 for 3)::uuid`

async function insertRows(client: pg.Client, vectors: number): Promise<void> {
  const at = 'd.n::bigint * 1000003 + d.d * 10 + p.position'
  await client.query(`create temp table batch_documents on commit drop as
    select t.*, s.d, ${newIdOf('t.shard')} as document,
           ((t.n::bigint * t.chunks + s.d * ${chunksPerDocument}) % ${differentTexts})::int as text
      from taken t cross join generate_series(0, t.chunks / ${chunksPerDocument} - 1) as s (d)`)
  await client.query(`create temp table batch on commit drop as
    select d.shard, d.org, d.container, d.embedding_set, d.document, p.position, d.d * ${chunksPerDocument} + p.position as place, d.text + p.position as text,
           abs(hashint8extended(${at}, 1) % ${vectors}) as one, abs(hashint8extended(${at}, 2) % ${vectors}) as other
      from batch_documents d cross join generate_series(0, ${chunksPerDocument - 1}) as p (position)`)
  for (const statement of statements) await client.query(statement)
}

const key = 'shard, org, container, document'

const statements = [
  `analyze taken, batch_documents, batch`,
  `insert into cell.containers (shard, org, container, tag, active_set, chunks, documents, tokens, version)
   select shard, org, container, 'user_' || b.n, embedding_set, chunks, count(*), sum((t.size + 3) / 4), 1
     from batch_documents b join bench.documents t on t.n = b.text
    group by shard, org, container, b.n, embedding_set, chunks`,
  `insert into cell.term_tallies (shard, org, container, marks, tally)
   select t.shard, t.org, t.container, y.marks, y.tally
     from taken t join bench.tallies y on y.chunks = t.chunks and y.start = t.n::bigint * t.chunks % ${differentTexts}`,
  `insert into cell.documents (shard, org, container, id, container_tags, source, title, summary, task_type, status, dreaming_status, indexed_revision,
                               size, fence, attempts, ordered_at, due_at, created_at)
   select shard, org, container, document, array['user_' || b.n], 'api', t.title, t.summary, 'rag', 'done', 'done', 1, t.size, 1, 1, now(), null, now()
     from batch_documents b join bench.documents t on t.n = b.text order by container, document`,
  `insert into cell.revisions (${key}, revision, content, content_hash)
   select ${key}, 1, t.content, t.hash from batch_documents b join bench.documents t on t.n = b.text order by container, document`,
  `insert into cell.attempts (${key}, fence, revision, worker, stage, outcome, ended_at)
   select ${key}, 1, 1, 'bench', 'indexing', 'done', clock_timestamp() from batch_documents order by container, document`,
  `insert into cell.chunks (${key}, position, id, revision, start_offset, end_offset, content, content_hash)
   select ${key}, position, ${newIdOf('shard')}, 1, t.start_offset, t.start_offset + length(t.content), t.content, t.hash
     from batch b join bench.texts t on t.n = b.text order by container, document, position`,
  `insert into cell.chunk_terms (${key}, position, terms, sought)
   select ${key}, position, t.terms, place >= ${wordIndexedFrom}
     from batch b join bench.texts t on t.n = b.text order by container, document, position`,
  `insert into cell.chunk_vectors (shard, org, container, embedding_set, document, position, embedding)
   select shard, org, container, embedding_set, document, position, l2_normalize(one.embedding + other.embedding)
     from batch b join bench.vectors one on one.n = b.one join bench.vectors other on other.n = b.other
    order by container, document, position`,
]

const counted = ['documents', 'pending', 'failed', 'chunks', 'memories', 'memory_versions', 'tokens']

/**
 * Sets the counters of all organizations that have loaded containers, from their containers. They decide how an organization is
 * searched and which indexes it gets. Nothing may be written meanwhile.
 */
export async function countOrganizations(client: pg.Client): Promise<void> {
  await client.query(
    `insert into cell.organization_counters (shard, org, slot, ${counted.join(', ')}, version)
     select shard, org, abs(uuid_hash(container)::bigint) % 16, ${counted.map(name => `sum(${name})`).join(', ')}, 1
       from cell.containers where org in (select distinct org from bench.containers) group by 1, 2, 3
     on conflict (shard, org, slot) do update
        set ${counted.map(name => `${name} = excluded.${name}`).join(', ')}, version = organization_counters.version + 1`,
  )
}
