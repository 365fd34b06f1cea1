-- A document can be moved to another container of the cell, by itself or with all others of a container that is merged,
-- also to another shard. A row that goes to another partition is deleted there and inserted here: triggers for each row
-- that follow an update do not see it, so attributes are moved here like everything else, as far as they are still there.

-- Moves the given live documents, which the caller has locked, with all that is tied to them. One that is being worked on
-- is taken from its worker by a new fence and starts again.
create function cell.move_given(
  p_shard smallint, p_org uuid, p_source uuid, p_target_shard smallint, p_target uuid, moved uuid[]
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
  for table_name in select cell.tables_in_containers(true) loop
    execute format('update cell.%I set shard = $1, container = $2 where shard = $3 and org = $4 and container = $5 and document = any($6)', table_name)
      using p_target_shard, p_target, p_shard, p_org, p_source, moved;
  end loop;
  perform cell.move_term_counts(p_shard, p_org, p_source, p_target_shard, p_target, moved);
end $$;

-- The statistics of documents that have just moved, in term order as every writer has it.
drop function cell.move_term_counts(smallint, uuid, uuid, uuid, uuid[]);
create function cell.move_term_counts(
  p_shard smallint, p_org uuid, p_source uuid, p_target_shard smallint, p_target uuid, moved uuid[]
) returns void language plpgsql as $$
declare terms integer[]; counts integer[];
begin
  select array_agg(term order by term), array_agg(chunks order by term) into terms, counts from (
    select m[1]::int as term, count(*)::int as chunks
      from cell.chunk_terms t, regexp_matches(t.terms::text, '(\d+):', 'g') m
     where t.shard = p_target_shard and t.org = p_org and t.container = p_target and t.document = any(moved) group by 1) c;
  if terms is null then
    return;
  end if;
  insert into cell.term_counts as t (shard, org, container, term, chunks)
  select p_target_shard, p_org, p_target, c.* from unnest(terms, counts) c
  on conflict (shard, org, container, term) do update set chunks = t.chunks + excluded.chunks;
  insert into cell.term_counts as t (shard, org, container, term, chunks)
  select p_shard, p_org, p_source, c.term, -c.chunks from unnest(terms, counts) c (term, chunks)
  on conflict (shard, org, container, term) do update set chunks = t.chunks + excluded.chunks;
  delete from cell.term_counts where shard = p_shard and org = p_org and container = p_source and term = any(terms) and chunks <= 0;
end $$;

-- Moves up to p_count live documents, oldest first. A customId both containers know stays with the target's document.
-- Returns how many were moved.
drop function cell.move_documents(smallint, uuid, uuid, uuid, integer);
create function cell.move_documents(
  p_shard smallint, p_org uuid, p_source uuid, p_target_shard smallint, p_target uuid, p_count integer
) returns integer language plpgsql as $$
declare moved uuid[];
begin
  select array_agg(id) into moved from (
    select id from cell.documents where shard = p_shard and org = p_org and container = p_source and tombstoned_at is null
     order by id limit p_count for update) d;
  if moved is null then
    return 0;
  end if;
  update cell.documents d set custom_id = null
   where shard = p_shard and org = p_org and container = p_source and id = any(moved) and custom_id is not null
     and exists (select from cell.documents t where t.shard = p_target_shard and t.org = p_org and t.container = p_target
                    and t.custom_id = d.custom_id and t.tombstoned_at is null);
  perform cell.move_given(p_shard, p_org, p_source, p_target_shard, p_target, moved);
  return cardinality(moved);
end $$;

-- Moves up to p_count rows of each table that is not tied to documents, and at last the statistics of memories. Attributes
-- of a memory follow it, never the other way round. Returns how many rows were moved.
drop function cell.move_rest(smallint, uuid, uuid, uuid, integer);
create function cell.move_rest(
  p_shard smallint, p_org uuid, p_source uuid, p_target_shard smallint, p_target uuid, p_count integer
) returns bigint language plpgsql as $$
declare table_name name; moved bigint; total bigint := 0;
begin
  for table_name in select t from cell.tables_in_containers(false) t
    where t not in ('term_counts', 'memory_term_counts', 'memory_attributes', 'embedding_cache')
  loop
    execute format('update cell.%1$I set shard = $6, container = $5 where shard = $1 and org = $2 and container = $3 and ctid = any(array(
      select ctid from cell.%1$I where shard = $1 and org = $2 and container = $3 limit $4))', table_name)
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
