import { processingErrorCodes } from '../../src/processes/pipeline/error-codes.ts'
import { always, type Invariant, inOrg, sameContainer, settled } from './invariant.ts'

const codes = processingErrorCodes.map(code => `'${code}'`).join(', ')
const ofDocument = (alias: string) => `${sameContainer(alias, 'd')} and ${alias}.document = d.id`
const position = 'shard, org, container, document, position'

/** Documents, their revisions, and the rows by which they are found. */
export const documents: Invariant[] = [
  settled(
    'document.unfinished',
    `select org, id, status, error_code from cell.documents d
      where ${inOrg('d')} and tombstoned_at is null and status not in ('done', 'failed')`,
  ),
  settled(
    'document.work_left',
    `select org, id, status, tombstoned_at, due_at, dream_since from cell.documents d
      where ${inOrg('d')} and (due_at is not null or dream_since is not null)`,
  ),
  always(
    'document.failed_without_code',
    `select org, id, error_code, error_message from cell.documents d
      where ${inOrg('d')} and tombstoned_at is null and status = 'failed'
        and (error_code is null or error_code not in (${codes}) or error_message is null)`,
  ),
  always(
    'document.dream_failed_without_code',
    `select org, id, dream_error_code from cell.documents d
      where ${inOrg('d')} and tombstoned_at is null and dreaming_status = 'failed' and status = 'done'
        and (dream_error_code is null or dream_error_code not in (${codes}))`,
  ),
  always(
    'document.not_current',
    `select org, id, latest_revision, indexed_revision, active_content_update_id from cell.documents d
      where ${inOrg('d')} and tombstoned_at is null and status = 'done'
        and (indexed_revision <> latest_revision or active_content_update_id is not null)`,
  ),
  always(
    'document.chunks_not_whole',
    `select d.org, d.id, count(*) as chunks, max(k.position) as last, max(k.revision) as revision
       from cell.documents d join cell.chunks k on ${ofDocument('k')}
      where ${inOrg('d')} group by d.shard, d.org, d.container, d.id
     having min(k.position) <> 0 or max(k.position) <> count(*) - 1 or max(k.revision) > max(d.latest_revision)`,
  ),
  always(
    'revision.missing',
    `select d.org, d.id, d.latest_revision from cell.documents d
      where ${inOrg('d')} and tombstoned_at is null
        and not exists (select from cell.revisions r where ${ofDocument('r')} and r.revision = d.latest_revision)`,
  ),
  always(
    'revision.beyond_latest',
    `select d.org, d.id, d.latest_revision, r.revision from cell.documents d join cell.revisions r on ${ofDocument('r')}
      where ${inOrg('d')} and (r.revision > d.latest_revision or r.revision < 1)`,
  ),
  always(
    'chunk.incomplete',
    `select c.org, c.document, c.position, v.embedding is null as "noVector", t.terms is null as "noTerms"
       from cell.chunks c join cell.containers k using (shard, org, container)
       left join cell.chunk_vectors v on (v.shard, v.org, v.container, v.document, v.position, v.embedding_set)
                                       = (c.shard, c.org, c.container, c.document, c.position, k.active_set)
       left join cell.chunk_terms t on (t.shard, t.org, t.container, t.document, t.position)
                                     = (c.shard, c.org, c.container, c.document, c.position)
      where ${inOrg('c')} and (v.embedding is null or t.terms is null)`,
  ),
  ...['chunk_vectors', 'chunk_terms', 'chunk_tokens'].map(table =>
    always(
      `chunk.absent_for_${table}`,
      `select v.org, v.document, v.position from cell.${table} v left join cell.chunks c using (${position})
        where ${inOrg('v')} and c.id is null`,
    ),
  ),
  always(
    'vector.of_unknown_set',
    `select v.org, v.embedding_set from (
       select distinct shard, org, embedding_set from cell.chunk_vectors union select distinct shard, org, embedding_set from cell.memory_vectors) v
      where ${inOrg('v')} and not exists (select from cell.embedding_sets s where (s.shard, s.org, s.id) = (v.shard, v.org, v.embedding_set))`,
  ),
  always(
    'attribute.differs',
    `select d.org, d.id, d.metadata from cell.documents d
      where ${inOrg('d')} and tombstoned_at is null
        and (select count(distinct a.key) from cell.document_attributes a where ${ofDocument('a')})
            <> (select count(*) from jsonb_object_keys(case when jsonb_typeof(metadata) = 'object' then metadata else '{}' end))`,
  ),
]
