import { always, type Invariant, inOrg } from './invariant.ts'

const documentsCounted = `
  select shard, org, container, count(*) as documents,
         count(*) filter (where status not in ('done', 'failed')) as pending,
         count(*) filter (where status = 'failed') as failed, sum((size + 3) / 4) as tokens
    from cell.documents where tombstoned_at is null and ${inOrg('documents')} group by 1, 2, 3`

/** The term of a sparse vector is an index in its text, `{17:0.4,99:1.2}/1048576`. */
const termsOf = (table: string, counted: string) => `
  select shard, org, container, found[1]::int as term, count(*) as ${counted}
    from ${table}, regexp_matches(terms::text, '(\\d+):', 'g') found where ${inOrg('t')} group by 1, 2, 3, 4`

const both = (names: readonly string[]) =>
  names.map(name => `coalesce(a.${name}, 0) <> coalesce(b.${name}, 0)`).join(' or ')

const organizationFigures = [
  'documents',
  'pending',
  'failed',
  'chunks',
  'tokens',
  'memories',
  'memory_versions',
]
const sums = organizationFigures.map(name => `sum(${name}) as ${name}`).join(', ')

/** Stored counters equal a recount of the rows. */
export const counts: Invariant[] = [
  always(
    'counts.container',
    `select c.tag, c.documents, c.pending, c.failed, c.chunks, c.tokens, d.documents as real_documents, d.pending as real_pending,
            d.failed as real_failed, k.chunks as real_chunks, d.tokens as real_tokens
       from cell.containers c
       left join (${documentsCounted}) d using (shard, org, container)
       left join (select shard, org, container, count(*) as chunks from cell.chunks where ${inOrg('chunks')} group by 1, 2, 3) k
            using (shard, org, container)
      where c.deleted_at is null and ${inOrg('c')}
        and (c.documents, c.pending, c.failed, c.tokens, c.chunks) is distinct from
            (coalesce(d.documents, 0), coalesce(d.pending, 0), coalesce(d.failed, 0), coalesce(d.tokens, 0), coalesce(k.chunks, 0))`,
  ),
  always(
    'counts.container_memories',
    `select c.tag, c.memories, c.memory_versions, m.memories as real_memories, m.versions as real_versions
       from cell.containers c
       left join (select shard, org, container, count(*) filter (where is_latest and not is_forgotten) as memories, count(*) as versions
                    from cell.memories m where ${inOrg('m')} group by 1, 2, 3) m using (shard, org, container)
      where c.deleted_at is null and ${inOrg('c')}
        and (c.memories, c.memory_versions) is distinct from (coalesce(m.memories, 0), coalesce(m.versions, 0))`,
  ),
  always(
    'counts.organization',
    `select coalesce(a.org, b.org) as org, to_jsonb(a) as kept, to_jsonb(b) as counted
       from (select shard, org, ${sums} from cell.organization_counters o where ${inOrg('o')} group by 1, 2) a
       full join (select shard, org, ${sums} from cell.containers c where ${inOrg('c')} group by 1, 2) b using (shard, org)
      where ${both(organizationFigures)}`,
  ),
  always(
    'counts.terms',
    `select org, container, term, k.chunks as kept, c.chunks as counted
       from (select shard, org, container, term, sum(chunks) as chunks from (
               select shard, org, container, term, chunks from cell.term_counts t where ${inOrg('t')} union all
               select t.shard, t.org, t.container, c.term, c.chunks
                 from cell.term_tallies t, cell.tally_counts(t.tally) c where ${inOrg('t')}) summed
              group by 1, 2, 3, 4 having sum(chunks) <> 0) k
       full join (${termsOf('cell.chunk_terms t', 'chunks')}) c using (shard, org, container, term)
      where k.chunks is distinct from c.chunks`,
  ),
  // A row whose count has come down to zero stays.
  always(
    'counts.memory_terms',
    `select org, container, term, k.memories as kept, c.memories as counted
       from (select * from cell.memory_term_counts t where ${inOrg('t')}) k
       full join (${termsOf('cell.memory_terms t', 'memories')}) c using (shard, org, container, term)
      where coalesce(k.memories, 0) <> coalesce(c.memories, 0)`,
  ),
]
