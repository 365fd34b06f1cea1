-- online
-- Upkeep whose cost follows what is due (decision 44). Everything here adds to what is there: the version before runs
-- beside it.

-- step
-- Rows that expire are found by their age. Before, every round read the whole cache of paid vectors.
create index concurrently if not exists embedding_cache_age on cell.embedding_cache (created_at);

-- step
create index concurrently if not exists attempts_age on cell.attempts (started_at);

-- step
create index concurrently if not exists llm_calls_age on cell.llm_calls (created_at);

-- step
create index concurrently if not exists erasures_age on cell.erasures (created_at) where finished_at is not null;

-- step
-- The rows that deleted documents leave behind, once they are purged and dreaming has withdrawn what it read in them.
create index concurrently if not exists documents_tombstones on cell.documents (tombstoned_at)
  where tombstoned_at is not null and due_at is null and dream_since is null;

-- step
-- One table at a time: a policy needs the table for itself, for a moment. An unfinished deletion keeps its receipt, however
-- old it is. Of tombstones, only the keys: they are deleted in the scope of their organization.
do $$
declare wanted record;
begin
  for wanted in
    select * from (values ('attempts', 'expired', 'all', 'true'), ('llm_calls', 'expired', 'all', 'true'),
                          ('erasures', 'expired', 'all', 'finished_at is not null'),
                          ('documents', 'purged', 'select', 'tombstoned_at is not null and due_at is null and dream_since is null'))
      as w (table_name, policy, command, condition)
     where not exists (select from pg_policy p where p.polrelid = ('cell.' || w.table_name)::regclass and p.polname = w.policy)
  loop
    execute format('create policy %I on cell.%I for %s to reverie_maintenance using (%s)',
      wanted.policy, wanted.table_name, wanted.command, wanted.condition);
    commit;
  end loop;
end $$;

-- step
grant select (started_at), delete on cell.attempts to reverie_maintenance;

-- step
grant select (created_at), delete on cell.llm_calls to reverie_maintenance;

-- step
grant select (created_at), delete on cell.erasures to reverie_maintenance;

-- step
grant select (tombstoned_at) on cell.documents to reverie_maintenance;

-- step
-- A build that held back vacuum for too long is given up, and tried again after this time.
alter table cell.vector_indexes add column if not exists postponed_until timestamptz,
  add column if not exists given_up smallint not null default 0;

-- step
-- As before, but the rows that take longest move first. The triggers of documents and chunks change the counters of both
-- containers, and adds to them wait for those rows: now only for the end of the move.
create or replace function cell.move_given(
  p_shard smallint, p_org uuid, p_source uuid, p_target_shard smallint, p_target uuid, moved uuid[], with_facts boolean default true
) returns void language plpgsql as $$
declare target_tag text; table_name name; heavy name[] := array['chunk_vectors', 'chunk_tokens', 'chunk_terms'];
begin
  select tag into target_tag from cell.containers
   where shard = p_target_shard and org = p_org and container = p_target and deleted_at is null;
  if not found then
    perform cell.raise_gone(p_target);
  end if;
  foreach table_name in array heavy loop
    execute format('update cell.%I set shard = $1, container = $2 where shard = $3 and org = $4 and container = $5 and document = any($6)', table_name)
      using p_target_shard, p_target, p_shard, p_org, p_source, moved;
  end loop;
  update cell.attempts set outcome = 'superseded', ended_at = clock_timestamp()
   where shard = p_shard and org = p_org and container = p_source and document = any(moved) and outcome = 'running';
  update cell.documents
     set shard = p_target_shard, container = p_target, fence = fence + 1, updated_at = now(),
         container_tags = target_tag || array(select t from unnest(container_tags[2:]) with ordinality u (t, place)
                                               where t <> target_tag order by place),
         status = case when status in ('done', 'failed') then status else 'queued' end,
         due_at = case when due_at is not null then now() end
   where shard = p_shard and org = p_org and container = p_source and id = any(moved);
  delete from cell.secondary_tags
   where shard = p_shard and org = p_org and container = p_source and document = any(moved) and tag = target_tag;
  for table_name in select t from cell.tables_in_containers(true) t where t <> all (heavy) and (with_facts or t not in ('facts', 'fact_keys')) loop
    execute format('update cell.%I set shard = $1, container = $2 where shard = $3 and org = $4 and container = $5 and document = any($6)', table_name)
      using p_target_shard, p_target, p_shard, p_org, p_source, moved;
  end loop;
  perform cell.move_term_counts(p_shard, p_org, p_source, p_target_shard, p_target, moved);
end $$;

-- step
-- Moves live documents, oldest first: up to p_count of them, and no more after p_chunks chunks. A document is moved whole,
-- whatever its size. A customId that both containers know stays with the target's document. `has_more` when the limits
-- have left some out.
create or replace function cell.move_documents_up_to(
  p_shard smallint, p_org uuid, p_source uuid, p_target_shard smallint, p_target uuid, p_count integer, p_chunks integer,
  out moved integer, out has_more boolean
) language plpgsql as $$
declare chosen uuid[]; seen integer;
begin
  select array_agg(id) filter (where before < p_chunks), count(*) into chosen, seen from (
    select id, sum(chunks) over (order by id) - chunks as before from (
      select d.id, (select count(*) from (
               select from cell.chunks c where c.shard = p_shard and c.org = p_org and c.container = p_source and c.document = d.id
                limit p_chunks) n) as chunks
        from (select id from cell.documents where shard = p_shard and org = p_org and container = p_source and tombstoned_at is null
               order by id limit p_count for update) d) counted) summed;
  moved := coalesce(cardinality(chosen), 0);
  has_more := moved < seen or seen = p_count;
  if moved = 0 then
    return;
  end if;
  update cell.documents d set custom_id = null
   where shard = p_shard and org = p_org and container = p_source and id = any(chosen) and custom_id is not null
     and exists (select from cell.documents t where t.shard = p_target_shard and t.org = p_org and t.container = p_target
                    and t.custom_id = d.custom_id and t.tombstoned_at is null);
  perform cell.move_given(p_shard, p_org, p_source, p_target_shard, p_target, chosen);
end $$;

-- step
-- Vacuum by use, for partitions that do not have it yet. By default a table is vacuumed once a fifth of it is dead: of a
-- million containers or a hundred million term counts that is too late. It only waits for other maintenance of the same
-- partition, and nobody waits for it.
create or replace function cell.tune_vacuum() returns void language plpgsql as $$
declare part record;
begin
  for part in
    select p.relname from pg_inherits i
      join pg_class p on p.oid = i.inhrelid join pg_class r on r.oid = i.inhparent
     where r.relnamespace = 'cell'::regnamespace and r.relkind = 'p'
       and r.relname in ('containers', 'organization_counters', 'lane_clocks', 'dream_leases', 'term_counts', 'memory_term_counts',
                         'attempts', 'embedding_cache')
       and not coalesce(p.reloptions, '{}') @> array['autovacuum_vacuum_scale_factor=0.02']
     order by p.relname
  loop
    execute format('alter table cell.%I set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200)', part.relname);
  end loop;
end $$;
