import pg from 'pg'
import { newId } from '../../server/src/platform/lib/ids.ts'

/** One container with most rows, as an archive is, and many of some hundreds. */
const others = 40
export const archive = 'archive'

type Shape = { documents: number; memories: number }

/**
 * Multiplies the documents and memories that an organization has, with their texts, chunks, vectors, words and facts, by SQL: a
 * client would take hours. Every row that a page of the console reads is there.
 */
export async function loadOrganization(databaseUrl: string, { documents, memories }: Shape): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const run = (statement: string, values: unknown[] = []) => client.query(statement, values)
    const { rows } = await run(`select shard, org, active_set from cell.containers limit 1`)
    const { shard, org, active_set } = rows[0]
    await run(`set synchronous_commit = off; set jit = off; create schema bench`)
    await createContainers(client, { shard, org, set: active_set })
    await run(`create unlogged table bench.documents as
      select g.n, ${idAt('g.n', shard)} as id, ${containerAt('g.n')} as container, 1 + g.n % (select count(*) from bench.seeds) as seed
        from generate_series(1, ${documents}) g (n)`)
    await run(`create unlogged table bench.memories as
      select g.n, ${idAt('g.n', shard)} as id, d.container, d.id as document, 1 + g.n % (select count(*) from bench.said) as seed
        from generate_series(1, ${memories}) g (n) join bench.documents d on d.n = 1 + (g.n * 7) % ${documents}`)
    await run(
      `create index on bench.documents (n); create index on bench.memories (n); analyze bench.documents, bench.memories`,
    )
    for (const statement of [...documentRows, ...memoryRows]) await run(statement)
    await run(`vacuum analyze`)
  } finally {
    await client.end()
  }
}

async function createContainers(
  client: pg.Client,
  { shard, org, set }: { shard: number; org: string; set: number },
): Promise<void> {
  const ids = Array.from({ length: others + 1 }, () => newId(shard))
  await client.query(
    `create table bench.containers as
       select n::int - 1 as n, id as container, case when n = 1 then '${archive}' else 'team_' || n - 1 end as tag
         from unnest($1::uuid[]) with ordinality as t (id, n)`,
    [ids],
  )
  await client.query(
    `insert into cell.containers (shard, org, container, tag, active_set)
     select $1, $2, container, tag, $3 from bench.containers`,
    [shard, org, set],
  )
  await client.query(`create table bench.seeds as select row_number() over (order by d.id) as n, d.id
    from cell.documents d where d.status = 'done' and exists (select from cell.chunks c where c.document = d.id)`)
  await client.query(`create table bench.said as select row_number() over (order by m.id) as n, m.id
    from cell.memories m where m.is_latest and not m.is_forgotten`)
}

/** An id of the shard, some milliseconds after the one before. Ids carry their time and their shard. */
const idAt = (n: string, shard: number) =>
  `overlay(uuidv7(make_interval(secs => ${n} * 0.01 - 5000000))::text placing '${shard.toString(16).padStart(3, '0')}' from 16 for 3)::uuid`

/** Six of ten rows are in the archive. */
const containerAt = (n: string) =>
  `(select container from bench.containers c where c.n = case when ${n} % 10 < 6 then 0 else 1 + ${n} / 10 % ${others} end)`

const likeSeed = (table: string) =>
  `from bench.documents b join bench.seeds s on s.n = b.seed join cell.${table} t on t.document = s.id`
const likeSaid = (table: string) =>
  `from bench.memories b join bench.said s on s.n = b.seed join cell.${table} t on t.memory = s.id`

const documentRows = [
  `insert into cell.documents (shard, org, container, id, container_tags, type, source, title, status, dreaming_status, error_code,
     error_message, latest_revision, indexed_revision, dreamed_revision, dream_outcome, size, ordered_at, due_at, created_at, updated_at, metadata)
   select t.shard, t.org, b.container, b.id, array[c.tag], t.type, (array['slack', 'drive', null, 'mail'])[1 + b.n % 4],
          t.title || ' ' || b.n, case when b.n % 200 = 0 then 'failed'::cell.document_status else 'done' end, 'done',
          case when b.n % 200 = 0 then 'extract.failed' end, case when b.n % 200 = 0 then 'The file could not be read' end,
          t.latest_revision, t.indexed_revision, t.dreamed_revision, t.dream_outcome, t.size, t.ordered_at, null,
          now() - make_interval(secs => 5000000 - b.n * 0.01), now() - make_interval(secs => 5000000 - b.n * 0.01),
          coalesce(t.metadata, '{}') || jsonb_build_object('project', 'project_' || b.n % 50)
     from bench.documents b join bench.seeds s on s.n = b.seed join cell.documents t on t.id = s.id
     join bench.containers c on c.container = b.container`,
  `insert into cell.revisions (shard, org, container, document, revision, content, extracted, content_hash, structure)
   select t.shard, t.org, b.container, b.id, t.revision, coalesce(nullif(t.content, ''), 'text'), t.extracted, t.content_hash, t.structure
     ${likeSeed('revisions')}`,
  `insert into cell.chunks (shard, org, container, document, position, id, revision, start_offset, end_offset, content, headings, content_hash, type, metadata)
   select t.shard, t.org, b.container, b.id, t.position, uuidv7(), t.revision, t.start_offset, t.end_offset, t.content, t.headings, t.content_hash, t.type, t.metadata
     ${likeSeed('chunks')}`,
  `insert into cell.chunk_vectors (shard, org, container, embedding_set, document, position, embedding)
   select t.shard, t.org, b.container, t.embedding_set, b.id, t.position, l2_normalize(t.embedding + o.embedding)
     ${likeSeed('chunk_vectors')} join bench.seeds p on p.n = 1 + (b.n * 13) % (select count(*) from bench.seeds)
     join cell.chunk_vectors o on o.document = p.id and o.position = 0`,
  `insert into cell.chunk_terms (shard, org, container, document, position, terms, sought)
   select t.shard, t.org, b.container, b.id, t.position, t.terms, true ${likeSeed('chunk_terms')}`,
  `insert into cell.term_counts (shard, org, container, term, chunks)
   select t.shard, t.org, t.container, term, count(*) from bench.containers c join cell.chunk_terms t on t.container = c.container
    cross join lateral unnest(cell.terms_of(t.terms)) term group by 1, 2, 3, 4 on conflict do nothing`,
]

const memoryRows = [
  `insert into cell.memories (shard, org, container, id, text, is_static, is_inference, is_forgotten, forgotten_at, version, root, parent,
     source_count, origin, learned_at, updated_at, about, attribute, lasts)
   select t.shard, t.org, b.container, b.id, t.text || ' (' || b.n || ')', t.is_static, b.n % 40 = 0, b.n % 50 = 3,
          case when b.n % 50 = 3 then now() end, 1, b.id, null, 1 + b.n % 4, t.origin,
          now() - make_interval(secs => 5000000 - b.n * 0.01), now() - make_interval(secs => 5000000 - b.n * 0.01), t.about, t.attribute, t.lasts
     from bench.memories b join bench.said s on s.n = b.seed join cell.memories t on t.id = s.id`,
  `insert into cell.memory_sources (shard, org, container, memory, document, revision, spans)
   select t.shard, t.org, b.container, b.id, b.document, 1, '{[0,20)}'
     from bench.memories b join bench.said s on s.n = b.seed join cell.memories t on t.id = s.id`,
  `insert into cell.memory_vectors (shard, org, container, embedding_set, memory, embedding, live_until)
   select t.shard, t.org, b.container, t.embedding_set, b.id, l2_normalize(t.embedding + o.embedding),
          case when b.n % 50 = 3 then now() else 'infinity' end
     ${likeSaid('memory_vectors')} join bench.said p on p.n = 1 + (b.n * 13) % (select count(*) from bench.said)
     join cell.memory_vectors o on o.memory = p.id and o.embedding_set = t.embedding_set`,
  `insert into cell.memory_terms (shard, org, container, memory, terms, live_until)
   select t.shard, t.org, b.container, b.id, t.terms, case when b.n % 50 = 3 then now() else 'infinity' end ${likeSaid('memory_terms')}`,
  `insert into cell.memory_term_counts (shard, org, container, term, memories)
   select t.shard, t.org, t.container, term, count(*) from bench.containers c join cell.memory_terms t on t.container = c.container
    cross join lateral unnest(cell.terms_of(t.terms)) term group by 1, 2, 3, 4 on conflict do nothing`,
  `insert into cell.memory_relations (shard, org, container, memory, related, relation)
   select t.shard, t.org, b.container, b.id, r.id, case when b.n % 3 = 0 then 'extends' else 'derives' end::cell.memory_relation
     from bench.memories b join bench.memories r on r.n = b.n - 40 and r.container = b.container
     join bench.said s on s.n = b.seed join cell.memories t on t.id = s.id`,
  `insert into cell.facts (shard, org, container, document, id, revision, said_at, fact, embedding_set, embedding, memory, decision, learned_at)
   select t.shard, t.org, b.container, b.document, uuidv7(), 1, t.said_at, t.fact, t.embedding_set, t.embedding, b.id, t.decision, t.learned_at
     ${likeSaid('facts')}`,
]
