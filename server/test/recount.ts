import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'

/** Each finds what a kept figure and a recount disagree about, by key; nothing when they agree. */
const disagreements = {
  containers: `
    select c.tag, c.documents, c.pending, c.failed, c.chunks, real.* from cell.containers c, lateral (
      select count(*) filter (where tombstoned_at is null) as real_documents,
             count(*) filter (where tombstoned_at is null and status not in ('done', 'failed')) as real_pending,
             count(*) filter (where tombstoned_at is null and status = 'failed') as real_failed,
             (select count(*) from cell.chunks k where k.shard = c.shard and k.org = c.org and k.container = c.container) as real_chunks
        from cell.documents d where d.shard = c.shard and d.org = c.org and d.container = c.container) real
     where (c.documents, c.pending, c.failed, c.chunks) is distinct from (real_documents, real_pending, real_failed, real_chunks)`,
  organizations: `
    select coalesce(a.org, b.org) as org, to_jsonb(a) as kept, to_jsonb(b) as counted from
      (select shard, org, sum(documents) as documents, sum(pending) as pending, sum(failed) as failed, sum(chunks) as chunks
         from cell.organization_counters group by 1, 2) a
      full join (select shard, org, sum(documents) as documents, sum(pending) as pending, sum(failed) as failed, sum(chunks) as chunks
         from cell.containers group by 1, 2) b using (shard, org)
     where (a.documents, a.pending, a.failed, a.chunks) is distinct from (b.documents, b.pending, b.failed, b.chunks)
       and coalesce(a.documents, b.documents, 0) + coalesce(a.chunks, b.chunks, 0) > 0`,
  terms: `
    with counted as (
      select shard, org, container, found[1]::int as term, count(*) as chunks
        from cell.chunk_terms, regexp_matches(terms::text, '(\\d+):', 'g') found group by 1, 2, 3, 4)
    select container, term, k.chunks as kept, c.chunks as counted
      from cell.term_counts k full join counted c using (shard, org, container, term)
     where k.chunks is distinct from c.chunks`,
  vectors: `
    select container, document, position from cell.chunks c
      full join cell.chunk_vectors v using (shard, org, container, document, position)
      full join cell.chunk_terms t using (shard, org, container, document, position)
     where c.id is null or v.embedding is null or t.terms is null`,
}

/** Counters, term counts and the three tables of chunks say the same as the rows they are about. */
export async function expectFiguresToAgree(databases: readonly TestDatabase[]): Promise<void> {
  for (const { admin } of databases) {
    for (const [what, query] of Object.entries(disagreements)) {
      const { rows } = await admin.query(query)
      expect(rows, what).toEqual([])
    }
  }
}

/** One row out of whichever cell has it. */
export async function queryCells<T>(
  databases: readonly TestDatabase[],
  query: string,
  values: unknown[],
): Promise<T[]> {
  const answers = await Promise.all(databases.map(({ admin }) => admin.query(query, values)))
  return answers.flatMap(({ rows }) => rows as T[])
}
