import type pg from 'pg'
import { wordIndexedFrom } from '../../src/features/containers/index-sizes.ts'
import type { ContainerKey } from '../../src/features/containers/store.ts'
import { marks } from '../../src/language/lexical/languages.ts'
import { addToTally } from '../../src/language/lexical/term-tally.ts'
import { newId } from '../../src/platform/lib/ids.ts'
import { BinaryRows, copyIn, halfvec, int32 } from '../bare/copy.ts'
import { insertTermCounts, textAt } from '../bare/load-container.ts'

/** Texts repeat after this many. More would take longer to make than to load. */
export const differentTexts = 20_000
export const chunksPerDocument = 10

/** Chunks for each transaction: so many sort in memory, and a killed load loses a few seconds. */
const chunksPerBatch = 100_000

/** An organization in one shard, and the embedding set that its containers use. */
export type Owner = Pick<ContainerKey, 'shard' | 'org'> & { set: number }

/** Containers to make, with so many chunks each. A whole number of documents. */
export type Plan = { owner: Owner; chunksEach: number; containers: number }

/** What rows are made of. */
export type Sources = {
  /** Every chunk has the mixture of two, as in decision 11. */
  vectors: readonly Float32Array[]
  /** Longer texts are cut here, to save disk. */
  textLength?: number
}

/** Creates the tables from which containers are filled, once in a database. */
export async function prepareSources(
  client: pg.Client,
  { vectors, textLength = 10_000 }: Sources,
): Promise<void> {
  const { rows } = await client.query(`select from pg_namespace where nspname = 'bench'`)
  if (rows.length > 0) return
  await client.query('begin')
  await client.query(`create schema bench;
    create table bench.texts (n int primary key, content text, hash bytea, terms sparsevec);
    create table bench.vectors (n int primary key, embedding halfvec);
    create table bench.tallies (chunks int, start int, marks int[], tally bytea, primary key (chunks, start));
    create table bench.containers (n int primary key, shard smallint, org uuid, container uuid, embedding_set int, chunks int,
                                   done boolean not null default false);
    create index on bench.containers (n) where not done`)
  const texts = new BinaryRows()
  for (let i = 0; i < differentTexts; i++) {
    const { content, hash, weights } = textAt(i)
    texts.add(int32(i), content.subarray(0, textLength), hash, weights)
  }
  await copyIn(client, 'copy bench.texts from stdin (format binary)', texts.end())
  const sources = new BinaryRows()
  for (const [i, vector] of vectors.entries()) sources.add(int32(i), halfvec(vector))
  await copyIn(client, 'copy bench.vectors from stdin (format binary)', sources.end())
  await client.query('commit')
}

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

/** The text of a container's first chunk; the others follow in order. So few containers differ in their words. */
const startOf = (n: number, chunks: number) => (n * chunks) % differentTexts

async function prepareTallies(
  client: pg.Client,
  { chunksEach, containers }: Plan,
  first: number,
): Promise<void> {
  const starts = new Set(Array.from({ length: containers }, (_, i) => startOf(first + i, chunksEach)))
  for (const start of starts) {
    const counts = countTerms(start, chunksEach)
    await client.query('insert into bench.tallies values ($1, $2, $3, $4) on conflict do nothing', [
      ...[chunksEach, start],
      ...[[...counts.keys()].filter(term => marks.has(term)), addToTally(Buffer.alloc(0), counts)],
    ])
  }
}

/** The number of chunks of a container in which each term occurs. */
function countTerms(start: number, chunks: number): Map<number, number> {
  const counts = new Map<number, number>()
  for (let i = 0; i < Math.min(chunks, differentTexts); i++) {
    const times = Math.ceil((chunks - i) / differentTexts)
    for (const term of textAt((start + i) % differentTexts).terms)
      counts.set(term, (counts.get(term) ?? 0) + times)
  }
  return counts
}

export type LoadProgress = (chunks: number) => void

/**
 * Fills the noted containers directly in the tables of the cell, by SQL: a client that sends each vector would take hours. Several
 * connections share the work, and a load that was interrupted goes on. There are no tokens: they would take half of the disk.
 */
export async function loadPlanned(
  clients: readonly pg.Client[],
  { vectors }: Sources,
  onBatch: LoadProgress,
): Promise<number> {
  let loaded = 0
  const load = async (client: pg.Client) => {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off; set jit = off;
      set work_mem = '256MB'; set gin_pending_list_limit = '256MB'`)
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

type Taken = ContainerKey & { n: number; chunks: number }

/** At least one container, and as many more as fit in a batch. */
async function takeBatch(client: pg.Client): Promise<Taken[]> {
  await client.query(`create temp table taken on commit drop as
    select n, shard, org, container, embedding_set, chunks from (
      select *, sum(chunks) over (order by n) - chunks as before from (
        select * from bench.containers where not done order by n limit 2000 for update skip locked) next) summed
     where before < ${chunksPerBatch}`)
  const { rows } = await client.query<Taken>(
    `update bench.containers b set done = true from taken t where b.n = t.n
     returning b.n, b.shard, b.org, b.container, b.chunks`,
  )
  return rows
}

async function insertRows(client: pg.Client, vectors: number): Promise<void> {
  const at = 't.n::bigint * 1000003 + d.n * 10 + p.position'
  await client.query(`create temp table batch on commit drop as
    select t.shard, t.org, t.container, t.embedding_set, d.document, p.position, d.n * ${chunksPerDocument} + p.position as place,
           (t.n::bigint * t.chunks + d.n * ${chunksPerDocument} + p.position) % ${differentTexts} as text,
           abs(hashint8extended(${at}, 1) % ${vectors}) as one, abs(hashint8extended(${at}, 2) % ${vectors}) as other
      from taken t
     cross join lateral (select n, uuidv7() as document from generate_series(0, t.chunks / ${chunksPerDocument} - 1) n) d
     cross join generate_series(0, ${chunksPerDocument - 1}) as p (position)`)
  for (const statement of statements) await client.query(statement)
}

const statements = [
  `insert into cell.containers (shard, org, container, tag, active_set, chunks, documents)
   select shard, org, container, 'user_' || n, embedding_set, chunks, chunks / ${chunksPerDocument} from taken`,
  `insert into cell.term_tallies (shard, org, container, marks, tally)
   select t.shard, t.org, t.container, y.marks, y.tally
     from taken t join bench.tallies y on y.chunks = t.chunks and y.start = t.n::bigint * t.chunks % ${differentTexts}`,
  `insert into cell.documents (shard, org, container, id, container_tags, title, status, dreaming_status, indexed_revision,
                               size, ordered_at, due_at, created_at)
   select shard, org, container, document, '{bench}', 'A generated document', 'done', 'done', 1, 1, now(), null, now()
     from batch where position = 0 order by container, document`,
  `insert into cell.chunks (shard, org, container, document, position, id, revision, start_offset, end_offset, content, content_hash)
   select shard, org, container, document, position, uuidv7(), 1, 0, length(t.content), t.content, t.hash
     from batch b join bench.texts t on t.n = b.text order by container, document, position`,
  `insert into cell.chunk_terms (shard, org, container, document, position, terms, sought)
   select shard, org, container, document, position, t.terms, place >= ${wordIndexedFrom}
     from batch b join bench.texts t on t.n = b.text order by container, document, position`,
  `insert into cell.chunk_vectors (shard, org, container, embedding_set, document, position, embedding)
   select shard, org, container, embedding_set, document, position, l2_normalize(one.embedding + other.embedding)
     from batch b join bench.vectors one on one.n = b.one join bench.vectors other on other.n = b.other
    order by container, document, position`,
]

/** Sets the counters of an organization, which decide how it is searched and which indexes it gets, from its containers. */
export async function countOrganization(client: pg.Client, { shard, org }: Owner): Promise<void> {
  await client.query(
    `insert into cell.organization_counters (shard, org, slot, chunks, documents)
     select $1, $2, slot, sum(c.chunks)::bigint / 16, sum(c.documents)::bigint / 16
       from generate_series(0, 15) slot, cell.containers c where c.shard = $1 and c.org = $2 group by slot
     on conflict (shard, org, slot) do update set chunks = excluded.chunks, documents = excluded.documents`,
    [shard, org],
  )
}
