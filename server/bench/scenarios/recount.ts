import { say } from '../../measure/report.ts'
import { encodeId } from '../../src/platform/lib/ids.ts'
import type { Database } from '../clusters.ts'

/** An add as its client knows it: the id it received, and how often its content changed. */
export type Sent = { id: string; revision: number }

export type Recount = {
  lost: number
  doubled: number
  stuck: number
  failed: number
  countersWrong: number
  termCountsWrong: number
  /** Attempts that a later one found abandoned, which proves that the kills hit work. */
  lostAttempts: number
}

/** Counts everything again from the rows, and compares it with what clients were told and what counters say. */
export async function recount(cluster: Database, sent: ReadonlyMap<string, Sent>): Promise<Recount> {
  const documents = await cluster.query<DocumentRow>(documentsSql)
  const byCustomId = Map.groupBy(documents, ({ custom_id }) => custom_id)
  const unknown = documents.filter(({ custom_id }) => !sent.has(custom_id))
  let lost = 0
  let doubled = unknown.length
  for (const [customId, { id, revision }] of sent) {
    const rows = byCustomId.get(customId) ?? []
    const row = rows.find(row => encodeId(row.id) === id)
    if (!row) lost++
    else if (rows.length > 1 || row.latest_revision !== revision || !isWhole(row)) {
      doubled++
      if (doubled <= 3) say(`not one current set of chunks: ${JSON.stringify(row)}`)
    }
  }
  const orphans = await count(cluster, orphansSql)
  const [attempts] = await cluster.query<{ lost: number }>(
    `select count(*)::int as lost from cell.attempts where outcome = 'lost'`,
  )
  return {
    lost,
    doubled: doubled + orphans,
    stuck: documents.filter(({ status }) => status !== 'done' && status !== 'failed').length,
    failed: documents.filter(({ status }) => status === 'failed').length,
    countersWrong: (await count(cluster, containersSql)) + (await count(cluster, organizationsSql)),
    termCountsWrong: await count(cluster, termCountsSql),
    lostAttempts: attempts!.lost,
  }
}

type DocumentRow = {
  id: string
  custom_id: string
  status: string
  latest_revision: number
  indexed_revision: number
  chunks: number
  contiguous: boolean
  current: boolean
  vectors: number
  terms: number
}

/** A finished document has chunks 0 to n - 1 of its newest revision, each with one vector and one row of terms. */
function isWhole(row: DocumentRow): boolean {
  if (row.status !== 'done') return true // counted as stuck or failed
  return (
    row.indexed_revision === row.latest_revision &&
    row.chunks > 0 &&
    row.contiguous &&
    row.current &&
    row.vectors === row.chunks &&
    row.terms === row.chunks
  )
}

const key = 'shard, org, container, document, position'

/** Vectors and terms count only with a chunk; those without one are orphans. */
const documentsSql = `
  select d.id, d.custom_id, d.status, d.latest_revision, d.indexed_revision, count(c.position)::int as chunks,
         coalesce(min(c.position) = 0 and max(c.position) = count(*) - 1, false) as contiguous,
         coalesce(bool_and(c.revision = d.latest_revision), false) as current,
         count(v.position)::int as vectors, count(t.position)::int as terms
    from cell.documents d
    join cell.containers k using (shard, org, container)
    left join cell.chunks c on (c.shard, c.org, c.container, c.document) = (d.shard, d.org, d.container, d.id)
    left join cell.chunk_vectors v on (v.shard, v.org, v.container, v.document, v.position, v.embedding_set)
                                    = (c.shard, c.org, c.container, c.document, c.position, k.active_set)
    left join cell.chunk_terms t on (t.shard, t.org, t.container, t.document, t.position)
                                  = (c.shard, c.org, c.container, c.document, c.position)
   where d.tombstoned_at is null group by d.shard, d.org, d.container, d.id`

const orphansSql = `
  select ${key} from cell.chunk_vectors full join cell.chunks using (${key}) full join cell.chunk_terms using (${key})
   where cell.chunk_vectors.embedding is null or cell.chunks.id is null or cell.chunk_terms.terms is null
   union all
  select c.shard, c.org, c.container, c.document, c.position from cell.chunks c
   where not exists (select from cell.documents d where (d.shard, d.org, d.container, d.id) = (c.shard, c.org, c.container, c.document))
   union all
  select v.shard, v.org, v.container, v.document, v.position from cell.chunk_vectors v join cell.containers k using (shard, org, container)
   where v.embedding_set <> k.active_set`

const counted = `
  select shard, org, container, count(*) as documents,
         count(*) filter (where status not in ('done', 'failed')) as pending, count(*) filter (where status = 'failed') as failed
    from cell.documents where tombstoned_at is null group by 1, 2, 3`
const chunksCounted = `select shard, org, container, count(*) as chunks from cell.chunks group by 1, 2, 3`

const containersSql = `
  select from cell.containers k left join (${counted}) d using (shard, org, container) left join (${chunksCounted}) c using (shard, org, container)
   where (k.documents, k.pending, k.failed, k.chunks)
         <> (coalesce(d.documents, 0), coalesce(d.pending, 0), coalesce(d.failed, 0), coalesce(c.chunks, 0))`

const organizationsSql = `
  select from (select shard, org, sum(documents) as documents, sum(pending) as pending, sum(failed) as failed, sum(chunks) as chunks
                 from cell.organization_counters group by 1, 2) kept
    full join (select shard, org, sum(d.documents) as documents, sum(pending) as pending, sum(failed) as failed,
                      coalesce(sum(c.chunks), 0) as chunks
                 from (${counted}) d left join (${chunksCounted}) c using (shard, org, container) group by 1, 2) found using (shard, org)
   where (kept.documents, kept.pending, kept.failed, kept.chunks)
         is distinct from (found.documents, found.pending, found.failed, found.chunks)`

/** A term's number is its index in the sparse vector's text, \`{17:0.4,99:1.2}/1048576\`. */
const termCountsSql = `
  select from (select shard, org, container, term, sum(chunks) as chunks from (
                 select * from cell.term_counts union all
                 select t.shard, t.org, t.container, c.term, c.chunks from cell.term_tallies t, cell.tally_counts(t.tally) c) summed
                group by 1, 2, 3, 4 having sum(chunks) <> 0) kept
    full join (select shard, org, container, split_part(entry, ':', 1)::int as term, count(*)::int as chunks
                 from cell.chunk_terms, string_to_table(substring(terms::text from '\\{(.*)\\}'), ',') entry
                where entry <> '' group by 1, 2, 3, 4) found using (shard, org, container, term)
   where kept.chunks is distinct from found.chunks`

async function count(cluster: Database, sql: string): Promise<number> {
  const rows = await cluster.query<{ count: number }>(`select count(*)::int from (${sql}) wrong`)
  return rows[0]!.count
}
