import type pg from 'pg'
import { say } from '../../measure/report.ts'
import type { ContainerKey } from '../../src/features/containers/store.ts'

export type Sizes = { documents: number; memories: number; containers: number; requests: number }

/** The share of the largest container. */
const largest = 0.4

/**
 * Fills an organization by SQL, as the pipeline would leave it, but without chunks and vectors: the pages that are measured
 * read none. The first container is the largest, and the others share the rest. A few types and sources are rare, and
 * only the oldest documents have them: the worst case for a walk from the latest.
 */
export async function loadOrganization(
  client: pg.Client,
  containers: readonly ContainerKey[],
  { documents, memories, requests }: Sizes,
): Promise<void> {
  const { shard, org } = containers[0]!
  await client.query('create temporary table of_container (n int primary key, container uuid, tag text)')
  await client.query(
    `insert into of_container select n - 1, c.container, c.tag from unnest($1::uuid[]) with ordinality u (container, n)
       join cell.containers c on c.shard = $2 and c.org = $3 and c.container = u.container`,
    [containers.map(({ container }) => container), shard, org],
  )
  const place = (i: string, all: number) =>
    `join of_container c on c.n = case when ${i} % 1000 < ${largest * 1_000} then 0 else ${i} % ${containers.length} end where ${i} <= ${all}`
  for (const [what, sql] of Object.entries(statements(place, { documents, memories }))) {
    say(`console: loading ${what}`)
    await client.query(sql, [shard, org])
    // Without statistics, the next statement would compare each row with all others.
    await client.query('analyze cell.documents, cell.memories')
  }
  say(`console: loading ${requests} requests`)
  await loadRequests(client, { shard, org }, requests)
  await client.query('vacuum analyze')
}

/** An id as Reverie makes them, which names its shard. */
const ofShard = (uuid: string) =>
  `overlay(overlay((${uuid})::text placing '7' || lpad(to_hex($1::smallint::int), 3, '0') from 15 for 4) placing '8' from 20 for 1)::uuid`

const memoryId = (n: string) => ofShard(`md5('memory ' || ${n})::uuid`)

const statements = (
  place: (i: string, all: number) => string,
  { documents, memories }: { documents: number; memories: number },
) => ({
  documents: `
    insert into cell.documents (shard, org, container, id, container_tags, type, source, title, filepath, status, error_code, error_message,
      dreaming_status, dream_outcome, dream_since, size, ordered_at, created_at, updated_at, metadata)
    select $1, $2, c.container, ${ofShard(`uuidv7(make_interval(secs => i - ${documents}))`)}, array[c.tag],
      case when i <= 20 then 'audio' when i % 10 < 7 then 'text' when i % 10 = 7 then 'pdf' when i % 10 = 8 then 'webpage' else 'image' end,
      case when i <= 50 then 'import' when i % 5 = 0 then 'upload' else 'api' end, 'Document number ' || i,
      case when i % 4 = 0 then '/notes/' || i % 50 || '/' || i || '.md' end,
      (case when i % 500 = 1 then 'failed' when i % 500 = 2 then 'queued' else 'done' end)::cell.document_status,
      case when i % 500 = 1 then 'extract.encrypted' end, case when i % 500 = 1 then 'The file is encrypted.' end,
      case when i % 500 in (2, 3) then 'dreaming' else 'done' end, case when i % 500 > 3 then 'formed' end,
      case when i % 500 = 3 then now() end, 2000, now(), now() - make_interval(secs => ${documents} - i), now() - make_interval(secs => ${documents} - i),
      case when i % 3 = 0 then jsonb_build_object('topic', 'topic_' || i % 500, 'lang', (array['en', 'de', 'fr'])[1 + i % 3 + i % 2]) end
      from generate_series(1, ${documents}) i ${place('i', documents)}`,
  revisions: `
    insert into cell.revisions (shard, org, container, document, revision, content, content_hash)
    select $1, $2, container, id, 1, title || ' says little.', sha256(title::bytea) from cell.documents where org = $2`,
  memories: `
    insert into cell.memories (shard, org, container, id, text, root, is_latest, is_forgotten, is_inference, version, source_count, origin,
      forget_reason, forgotten_at, learned_at, updated_at, metadata)
    select $1, $2, c.container, ${memoryId('i')}, 'Person number ' || i % 5000 || ' has been to place number ' || i || ' and liked it.',
      ${memoryId('i - case when i % 20 = 0 then 0 when i % 20 = 1 and i > 1 then 1 else 0 end')}, i % 20 <> 0, i % 50 = 7, i % 40 = 3,
      case when i % 20 = 1 then 2 else 1 end, 1 + i % 4, (array['api', 'user', 'document'])[1 + i % 3],
      case when i % 50 = 7 then 'Wrong.' end, case when i % 50 = 7 then now() end, now() - make_interval(secs => ${memories} - i),
      now() - make_interval(secs => ${memories} - i), case when i % 5 = 0 then jsonb_build_object('topic', 'topic_' || i % 100) end
      from generate_series(1, ${memories}) i ${place('i', memories)}`,
  relations: `
    insert into cell.memory_relations (shard, org, container, memory, related, relation)
    select $1, $2, m.container, m.id, r.id, (array['extends', 'derives', 'updates'])[1 + i % 3]::cell.memory_relation
      from generate_series(1, ${memories}) i cross join lateral (values (1000), (7000)) by (steps)
      join cell.memories m on m.shard = $1 and m.org = $2 and m.id = ${memoryId('i')}
      join cell.memories r on r.shard = $1 and r.org = $2 and r.id = ${memoryId(`(i + by.steps - 1) % ${memories} + 1`)}
     where r.container = m.container and r.id <> m.id on conflict do nothing`,
  sources: `
    insert into cell.memory_sources (shard, org, container, memory, document, revision)
    with numbered as materialized (
      select container, id, row_number() over (partition by container order by id) as n, count(*) over (partition by container) as size
        from cell.documents where org = $2)
    select $1, $2, m.container, m.id, d.id, 1 from (
      select container, id, row_number() over (partition by container order by id) as n from cell.memories where org = $2) m
      join (select container, max(size) as size from numbered group by container) c using (container)
      cross join unnest(array[m.n, m.n * 7]) at
      join numbered d on d.container = m.container and d.n = 1 + at % c.size
    on conflict do nothing`,
  facts: `
    insert into cell.facts (shard, org, container, document, id, revision, said_at, fact, embedding_set, embedding, memory)
    select $1, $2, container, null, gen_random_uuid(), 1, now(),
      jsonb_build_object('claim', jsonb_build_object('subject', case when n % 3 = 0 then 'user' else 'person ' || n % 300 end)), 1, '[1,0]', id
      from (select *, row_number() over () as n from cell.memories where org = $2) m`,
})

/** A week of requests, the figures of an organization that asks every three seconds. */
async function loadRequests(
  client: pg.Client,
  { shard, org }: Pick<ContainerKey, 'shard' | 'org'>,
  requests: number,
): Promise<void> {
  await client.query(
    `insert into cell.request_log (shard, org, at, id, key_id, operation, method, route, status, ms, request_id)
     select $1, $2, now() - make_interval(secs => i * 604800.0 / ${requests}), gen_random_uuid(), 'key' || i % 20,
       (array['search_v4', 'add', 'list', 'get', 'profile'])[1 + i % 5], 'POST', '/v3/documents', case when i % 1000 = 0 then 500 when i % 50 = 0 then 404 else 200 end,
       5 + i % 300, 'request ' || i
       from generate_series(1, ${requests}) i`,
    [shard, org],
  )
  await client.query(
    `insert into cell.usage_hours (shard, org, hour, key_id, type, status, requests, duration_ms, max_duration_ms)
     select $1, $2, hour, 'key' || k, t, s, 100, 2000, 90
       from generate_series(date_trunc('month', now()), now(), interval '1 hour') hour, generate_series(1, 20) k,
            unnest(array['search_v4', 'add', 'list', 'get', 'profile']) t, unnest(array[200, 404]) s`,
    [shard, org],
  )
}
