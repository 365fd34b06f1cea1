import { always, type Invariant, inOrg, sameContainer } from './invariant.ts'

const named = (alias: string, column: string) => `${sameContainer(alias, 'm')} and ${alias}.${column} = m.id`

/** Versions of memories, their citations and the rows by which they are found. */
export const memories: Invariant[] = [
  always(
    'memory.version_not_linear',
    `select m.org, m.root, array_agg(m.version order by m.version) as versions from cell.memories m
      where ${inOrg('m')} and m.forget_reason is distinct from 'undone' group by m.shard, m.org, m.container, m.root
     having count(*) <> count(distinct m.version) or count(*) filter (where m.is_latest) > 1`,
  ),
  always(
    'memory.parent_not_before',
    `select m.org, m.id, m.version, p.id as parent, p.version as before from cell.memories m
       left join cell.memories p on ${sameContainer('p', 'm')} and p.id = m.parent
      where ${inOrg('m')} and m.parent is not null and (p.id is null or p.root <> m.root or p.version >= m.version)`,
  ),
  always(
    'memory.not_findable',
    `select coalesce(m.org, v.org, t.org) as org, coalesce(m.id, v.memory, t.memory) as memory
       from (select m.*, k.active_set from cell.memories m join cell.containers k using (shard, org, container) where ${inOrg('m')}) m
       full join (select v.* from cell.memory_vectors v join cell.containers k using (shard, org, container)
                   where ${inOrg('v')} and v.embedding_set = k.active_set) v on ${named('v', 'memory')}
       full join (select * from cell.memory_terms t where ${inOrg('t')}) t on ${named('t', 'memory')}
      where m.id is null or v.memory is null or t.memory is null
         or (v.live_until, t.live_until) is distinct from
            (cell.live_until(m.is_latest, m.is_forgotten, m.forget_after), cell.live_until(m.is_latest, m.is_forgotten, m.forget_after))`,
  ),
  always(
    'citation.unresolved',
    `select s.org, s.memory, s.document, s.revision from cell.memory_sources s
       left join cell.memories m on ${named('s', 'memory')}
       left join cell.documents d on ${sameContainer('d', 's')} and d.id = s.document
      where ${inOrg('s')} and (m.id is null or d.id is null or s.revision > d.latest_revision or s.revision < 1)`,
  ),
  always(
    'citation.outside_text',
    `select s.org, s.memory, s.document, s.spans from cell.memory_sources s
       join cell.revisions r on ${sameContainer('r', 's')} and r.document = s.document and r.revision = s.revision and r.since is null and r.root is null
      where ${inOrg('s')} and (lower(s.spans) < 0 or upper(s.spans) > octet_length(coalesce(r.extracted, r.content)))`,
  ),
  always(
    'citation.of_deleted',
    `select s.org, s.memory, s.document from cell.memory_sources s
       join cell.documents d on ${sameContainer('d', 's')} and d.id = s.document
       join cell.memories m on ${named('s', 'memory')}
      where ${inOrg('s')} and d.tombstoned_at is not null and d.due_at is null and d.dream_since is null`,
  ),
  always(
    'memory.of_deleted_documents',
    `select m.org, m.id, m.origin from cell.memories m
      where ${inOrg('m')} and m.is_latest and not m.is_forgotten and m.origin <> 'api' and not m.is_inference
        and not exists (select from cell.memory_sources s where ${named('s', 'memory')})`,
  ),
  always(
    'relation.unresolved',
    `select r.org, r.memory, r.related from cell.memory_relations r
      where ${inOrg('r')} and (
            not exists (select from cell.memories m where ${named('r', 'memory')})
         or not exists (select from cell.memories m where ${named('r', 'related')}))`,
  ),
  always(
    'fact.of_unknown_memory',
    `select f.org, f.id, f.memory from cell.facts f
      where ${inOrg('f')} and f.memory is not null and not exists (select from cell.memories m where ${named('f', 'memory')})`,
  ),
]
