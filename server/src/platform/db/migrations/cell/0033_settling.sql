-- Dreaming takes in what is stated outright, infers, and looks again at what changed otherwise than by a document.

-- Since when a memory is to be looked at: it was stated, corrected, forgotten, or came from another container.
-- `inferred_by`: what an inference follows from, by rule and subject.
alter table cell.memories
  add column dream_since timestamptz,
  add column inferred_by text;
create index memories_dreams on cell.memories (shard, org, container, dream_since, id) where dream_since is not null;
create index memories_inferred_by on cell.memories (shard, org, container, inferred_by) where inferred_by is not null;
create policy dreaming on cell.memories for select to reverie_maintenance using (dream_since is not null);
grant select (shard, org, container, dream_since) on cell.memories to reverie_maintenance;

-- A fact without a document is what a memory states that somebody wrote.
alter table cell.facts alter column document drop not null;
alter table cell.fact_keys alter column document drop not null;
create index fact_keys_stated on cell.fact_keys (shard, org, container, fact) where document is null;

-- What was stated before takes part as well.
update cell.memories set dream_since = now() where origin = 'api';

-- A document that is moved by itself leaves its facts behind, to be taken out there as those of a deleted one; it is read
-- anew where it goes. In a merge they go along.
drop function cell.move_given(smallint, uuid, uuid, smallint, uuid, uuid[]);
create function cell.move_given(
  p_shard smallint, p_org uuid, p_source uuid, p_target_shard smallint, p_target uuid, moved uuid[], with_facts boolean default true
) returns void language plpgsql as $$
declare target_tag text; table_name name;
begin
  select tag into target_tag from cell.containers
   where shard = p_target_shard and org = p_org and container = p_target and deleted_at is null;
  if not found then
    perform cell.raise_gone(p_target);
  end if;
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
  for table_name in select t from cell.tables_in_containers(true) t where with_facts or t not in ('facts', 'fact_keys') loop
    execute format('update cell.%I set shard = $1, container = $2 where shard = $3 and org = $4 and container = $5 and document = any($6)', table_name)
      using p_target_shard, p_target, p_shard, p_org, p_source, moved;
  end loop;
  perform cell.move_term_counts(p_shard, p_org, p_source, p_target_shard, p_target, moved);
end $$;

-- As before, and what is stated goes along; which memories belong to which buckets stays, and is cleared with the source. Memories that come from elsewhere are looked at again among those of the target.
create or replace function cell.move_rest(
  p_shard smallint, p_org uuid, p_source uuid, p_target_shard smallint, p_target uuid, p_count integer
) returns bigint language plpgsql as $$
declare table_name name; moved bigint; total bigint := 0;
begin
  for table_name in select t from cell.tables_in_containers(false) t
    where t not in ('term_counts', 'memory_term_counts', 'memory_attributes', 'embedding_cache', 'bucket_vectors', 'memory_buckets')
    union all values ('facts'::name), ('fact_keys')
  loop
    execute format('update cell.%1$I set shard = $6, container = $5 %2$s where shard = $1 and org = $2 and container = $3 and ctid = any(array(
      select ctid from cell.%1$I where shard = $1 and org = $2 and container = $3 %3$s limit $4))', table_name,
        case when table_name = 'memories' then ', dream_since = now()' else '' end,
        case when table_name in ('facts', 'fact_keys') then 'and document is null' else '' end)
      using p_shard, p_org, p_source, p_count, p_target, p_target_shard;
    get diagnostics moved = row_count;
    total := total + moved;
  end loop;
  update cell.memory_attributes a set shard = p_target_shard, container = p_target
   where shard = p_shard and org = p_org and container = p_source
     and exists (select from cell.memories m where m.shard = p_target_shard and m.org = p_org and m.container = p_target and m.id = a.memory);
  if total = 0 then
    with gone as (delete from cell.memory_term_counts where shard = p_shard and org = p_org and container = p_source returning term, memories)
    insert into cell.memory_term_counts as t (shard, org, container, term, memories)
    select p_target_shard, p_org, p_target, g.term, g.memories from gone g order by g.term
    on conflict (shard, org, container, term) do update set memories = t.memories + excluded.memories;
  end if;
  return total;
end $$;
