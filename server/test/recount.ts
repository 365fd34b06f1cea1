import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'

/** Each query lists the differences between a stored counter and a recount, by key. */
const disagreements = {
  containers: `
    select c.tag, c.documents, c.pending, c.failed, c.chunks, c.tokens, real.* from cell.containers c, lateral (
      select count(*) filter (where tombstoned_at is null) as real_documents,
             count(*) filter (where tombstoned_at is null and status not in ('done', 'failed')) as real_pending,
             count(*) filter (where tombstoned_at is null and status = 'failed') as real_failed,
             coalesce(sum((size + 3) / 4) filter (where tombstoned_at is null), 0) as real_tokens,
             (select count(*) from cell.chunks k where k.shard = c.shard and k.org = c.org and k.container = c.container) as real_chunks
        from cell.documents d where d.shard = c.shard and d.org = c.org and d.container = c.container) real
     where c.deleted_at is null
       and (c.documents, c.pending, c.failed, c.chunks, c.tokens) is distinct from (real_documents, real_pending, real_failed, real_chunks, real_tokens)`,
  organizations: `
    select coalesce(a.org, b.org) as org, to_jsonb(a) as kept, to_jsonb(b) as counted from
      (select shard, org, sum(documents) as documents, sum(pending) as pending, sum(failed) as failed, sum(chunks) as chunks, sum(tokens) as tokens
         from cell.organization_counters group by 1, 2) a
      full join (select shard, org, sum(documents) as documents, sum(pending) as pending, sum(failed) as failed, sum(chunks) as chunks, sum(tokens) as tokens
         from cell.containers group by 1, 2) b using (shard, org)
     where (a.documents, a.pending, a.failed, a.chunks, a.tokens) is distinct from (b.documents, b.pending, b.failed, b.chunks, b.tokens)
       and coalesce(a.documents, b.documents, 0) + coalesce(a.chunks, b.chunks, 0) > 0`,
  terms: `
    with counted as (
      select shard, org, container, found[1]::int as term, count(*) as chunks
        from cell.chunk_terms, regexp_matches(terms::text, '(\\d+):', 'g') found group by 1, 2, 3, 4)
    select container, term, k.chunks as kept, c.chunks as counted
      from (select shard, org, container, term, sum(chunks) as chunks from (
              select * from cell.term_counts union all
              select t.shard, t.org, t.container, c.term, c.chunks from cell.term_tallies t, cell.tally_counts(t.tally) c) summed
             group by 1, 2, 3, 4 having sum(chunks) <> 0) k full join counted c using (shard, org, container, term)
     where k.chunks is distinct from c.chunks`,
  memories: `
    select c.tag, c.memories, c.memory_versions, real.* from cell.containers c, lateral (
      select count(*) filter (where is_latest and not is_forgotten) as real_memories, count(*) as real_versions
        from cell.memories m where m.shard = c.shard and m.org = c.org and m.container = c.container) real
     where (c.memories, c.memory_versions) is distinct from (real_memories, real_versions)`,
  organizationMemories: `
    select org, a.memories as kept, b.memories as counted from
      (select org, sum(memories) as memories, sum(memory_versions) as versions from cell.organization_counters group by 1) a
      full join (select org, sum(memories) as memories, sum(memory_versions) as versions from cell.containers group by 1) b using (org)
     where (coalesce(a.memories, 0), coalesce(a.versions, 0)) is distinct from (coalesce(b.memories, 0), coalesce(b.versions, 0))`,
  memoryTerms: `
    with counted as (
      select shard, org, container, found[1]::int as term, count(*) as memories
        from cell.memory_terms, regexp_matches(terms::text, '(\\d+):', 'g') found group by 1, 2, 3, 4)
    select container, term, k.memories as kept, c.memories as counted
      from cell.memory_term_counts k full join counted c using (shard, org, container, term)
     where k.memories is distinct from c.memories`,
  memoryVectors: `
    select coalesce(m.id, v.memory, t.memory) as memory from cell.memories m
      full join cell.memory_vectors v on (v.shard, v.org, v.container, v.memory) = (m.shard, m.org, m.container, m.id)
      full join cell.memory_terms t on (t.shard, t.org, t.container, t.memory) = (m.shard, m.org, m.container, m.id)
     where m.id is null or v.memory is null or t.memory is null
        or (v.live_until, t.live_until) is distinct from
           (cell.live_until(m.is_latest, m.is_forgotten, m.forget_after), cell.live_until(m.is_latest, m.is_forgotten, m.forget_after))`,
  vectors: `
    select container, document, position from cell.chunks c
      full join cell.chunk_vectors v using (shard, org, container, document, position)
      full join cell.chunk_terms t using (shard, org, container, document, position)
     where c.id is null or v.embedding is null or t.terms is null`,
}

/** Checks that counters, term counts and the three tables of chunks agree with their rows. */
export async function expectFiguresToAgree(databases: readonly TestDatabase[]): Promise<void> {
  for (const { admin } of databases) {
    for (const [what, query] of Object.entries(disagreements)) {
      const { rows } = await admin.query(query)
      expect(rows, what).toEqual([])
    }
  }
}

/** Returns rows from all cells. */
export async function queryCells<T>(
  databases: readonly TestDatabase[],
  query: string,
  values: unknown[],
): Promise<T[]> {
  const answers = await Promise.all(databases.map(({ admin }) => admin.query(query, values)))
  return answers.flatMap(({ rows }) => rows as T[])
}
