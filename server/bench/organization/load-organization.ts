import type pg from 'pg'
import { say } from '../../measure/report.ts'
import { seeded } from '../../measure/seeded.ts'
import type { ContainerKey } from '../../src/features/containers/store.ts'
import { newId } from '../../src/platform/lib/ids.ts'
import { BinaryRows, copyIn, halfvec, int32 } from '../bare/copy.ts'
import { askFor, type Query, textAt } from '../bare/load-container.ts'

/** An organization with many small containers, as a service has that gives each of its users a tag. */
export type OrganizationShape = { containers: number; chunksEach: number }

/** Texts repeat after this many. More would take longer to make than to load. */
const differentTexts = 20_000
const chunksPerDocument = 10
const containersPerBatch = 2_500

/** Term statistics are written for these containers only. They are the largest, by one chunk, so a search reads no others. */
const countedContainers = 64

export type LoadInput = {
  /** Any container of the organization; the new ones get its shard. */
  like: ContainerKey
  set: number
  shape: OrganizationShape
  /** Vectors of real texts. Every chunk is the mixture of two, as in decision 11. */
  vectors: readonly Float32Array[]
}

/**
 * Fills an organization directly in the tables of its cell, by SQL: a client that sends each vector would take hours. The
 * tables are not logged, which changes the time to load and nothing that is measured. There are no tokens: they
 * would take half of the disk, and a search reads those of at most 120 chunks.
 */
export async function loadOrganization(client: pg.Client, input: LoadInput): Promise<void> {
  const { containers } = input.shape
  await client.query(`set session_replication_role = replica; set synchronous_commit = off; set jit = off`)
  await prepareSources(client, input)
  const { rows } = await client.query<{ loaded: number }>(
    `select count(*)::int as loaded from bench.containers where done`,
  )
  for (let from = rows[0]!.loaded; from < containers; from += containersPerBatch) {
    await loadBatch(client, input, from, Math.min(containers, from + containersPerBatch))
    say(`organization: ${Math.min(containers, from + containersPerBatch)} of ${containers} containers`)
  }
  await countTerms(client, input)
  await countRows(client, input)
  await client.query(`set session_replication_role = default`)
}

/** Queries of six words, each with the vector of a real question. */
export function queriesFor(questions: readonly Float32Array[]): Query[] {
  const random = seeded(5)
  return questions.map((vector, i) => ({
    ...askFor(random, textAt((i * 37) % differentTexts).words, vector),
    vector,
  }))
}

async function prepareSources(client: pg.Client, { like, set, shape, vectors }: LoadInput): Promise<void> {
  const { rows } = await client.query(`select from pg_namespace where nspname = 'bench'`)
  if (rows.length > 0) return
  for (const table of ['chunks', 'chunk_vectors', 'chunk_terms', 'documents', 'term_counts'])
    await client.query(`alter table cell.${table}_0 set unlogged`)
  await client.query(`create schema bench;
    create unlogged table bench.texts (n int primary key, content text, hash bytea, terms sparsevec);
    create unlogged table bench.vectors (n int primary key, embedding halfvec);
    create unlogged table bench.containers (n int primary key, container uuid, done boolean not null default false)`)
  const texts = new BinaryRows()
  for (let i = 0; i < differentTexts; i++) {
    const { content, hash, weights } = textAt(i)
    texts.add(int32(i), content, hash, weights)
  }
  await copyIn(client, 'copy bench.texts from stdin (format binary)', texts.end())
  const sources = new BinaryRows()
  for (const [i, vector] of vectors.entries()) sources.add(int32(i), halfvec(vector))
  await copyIn(client, 'copy bench.vectors from stdin (format binary)', sources.end())
  const ids = Array.from({ length: shape.containers }, () => newId(like.shard))
  await client.query(
    `insert into bench.containers select n - 1, id from unnest($1::uuid[]) with ordinality as t (id, n)`,
    [ids],
  )
  await client.query(
    `insert into cell.containers (shard, org, container, tag, active_set)
     select $1, $2, container, 'user_' || n, $3 from bench.containers`,
    [like.shard, like.org, set],
  )
}

async function loadBatch(client: pg.Client, input: LoadInput, from: number, to: number): Promise<void> {
  const { like, set, shape, vectors } = input
  const of = `${like.shard}::smallint, '${like.org}'::uuid`
  await client.query(`begin`)
  await client.query(`create temp table batch on commit drop as
    select c.container, d.document, p.position,
           abs(hashint4(c.n * ${shape.chunksEach} + d.n * ${chunksPerDocument} + p.position)) % ${differentTexts} as text,
           abs(hashint4extended(c.n * ${shape.chunksEach} + d.n * ${chunksPerDocument} + p.position, 1)) % ${vectors.length} as one,
           abs(hashint4extended(c.n * ${shape.chunksEach} + d.n * ${chunksPerDocument} + p.position, 2)) % ${vectors.length} as other
      from bench.containers c
     cross join lateral (select n, uuidv7() as document from generate_series(0, ${shape.chunksEach / chunksPerDocument - 1}) n where c.n >= 0) d
     cross join generate_series(0, ${chunksPerDocument - 1}) as p (position)
     where c.n >= ${from} and c.n < ${to}`)
  await client.query(`
    insert into cell.documents (shard, org, container, id, container_tags, title, status, dreaming_status, indexed_revision,
                                size, ordered_at, due_at, created_at)
    select ${of}, container, document, '{bench}', 'A generated document', 'done', 'done', 1, 1, now(), null, now()
      from batch where position = 0 order by container, document`)
  await client.query(`
    insert into cell.chunks (shard, org, container, document, position, id, revision, start_offset, end_offset, content, content_hash)
    select ${of}, container, document, position, uuidv7(), 1, 0, length(t.content), left(t.content, 200), t.hash
      from batch b join bench.texts t on t.n = b.text order by container, document, position`)
  await client.query(`
    insert into cell.chunk_terms (shard, org, container, document, position, terms, sought)
    select ${of}, container, document, position, t.terms, false
      from batch b join bench.texts t on t.n = b.text order by container, document, position`)
  await client.query(`
    insert into cell.chunk_vectors (shard, org, container, embedding_set, document, position, embedding)
    select ${of}, container, ${set}, document, position, l2_normalize(one.embedding + other.embedding)
      from batch b join bench.vectors one on one.n = b.one join bench.vectors other on other.n = b.other
     order by container, document, position`)
  await client.query(`update bench.containers set done = true where n >= ${from} and n < ${to}`)
  await client.query(`commit`)
}

async function countTerms(client: pg.Client, { like }: LoadInput): Promise<void> {
  await client.query(
    `insert into cell.term_counts (shard, org, container, term, chunks)
     select $1, $2, t.container, term, count(*)
       from bench.containers c join cell.chunk_terms t on t.shard = $1 and t.org = $2 and t.container = c.container
      cross join lateral unnest(cell.terms_of(t.terms)) term
      where c.n < ${countedContainers} group by t.container, term on conflict do nothing`,
    [like.shard, like.org],
  )
}

async function countRows(client: pg.Client, { like, shape }: LoadInput): Promise<void> {
  const documents = shape.chunksEach / chunksPerDocument
  await client.query(
    `update cell.containers c set chunks = $3::int + (b.n < ${countedContainers})::int, documents = $4
       from bench.containers b where c.shard = $1 and c.org = $2 and c.container = b.container`,
    [like.shard, like.org, shape.chunksEach, documents],
  )
  await client.query(
    `insert into cell.organization_counters (shard, org, slot, chunks, documents)
     select $1, $2, slot, $3::bigint / 16, $4::bigint / 16 from generate_series(0, 15) slot
     on conflict (shard, org, slot) do update set chunks = excluded.chunks, documents = excluded.documents`,
    [like.shard, like.org, shape.containers * shape.chunksEach, shape.containers * documents],
  )
}
