-- Containers that can be deleted and merged, and the tokens they hold.

alter table cell.containers
  add column memory_filesystem_paths jsonb,
  add column profile_buckets jsonb,
  -- Of live documents, a quarter of their newest content's characters each.
  add column tokens bigint not null default 0,
  -- Closed: gone for every reader, its tag free for a new container, its rows purged step by step.
  add column deleted_at timestamptz;
alter table cell.organization_counters add column tokens bigint not null default 0;

-- Closed containers, of which there are few at any time: readers leave out what is in them.
create index containers_deleted on cell.containers (shard, org, container) where deleted_at is not null;

-- Row-level security is forced on the owner too, who has no scope: lifted for this once.
alter table cell.containers no force row level security;
alter table cell.documents no force row level security;
alter table cell.organization_counters no force row level security;
update cell.containers c set tokens = d.tokens from (
  select shard, org, container, sum((size + 3) / 4) as tokens from cell.documents where tombstoned_at is null group by 1, 2, 3) d
 where c.shard = d.shard and c.org = d.org and c.container = d.container;
update cell.organization_counters o set tokens = c.tokens from (
  select shard, org, abs(uuid_hash(container)::bigint) % 16 as slot, sum(tokens) as tokens from cell.containers group by 1, 2, 3) c
 where o.shard = c.shard and o.org = c.org and o.slot = c.slot;
alter table cell.containers force row level security;
alter table cell.documents force row level security;
alter table cell.organization_counters force row level security;

-- Adds one delta to a container's counters and to its organization's. False when the container is gone: a closed one is
-- no longer counted, its figures left the organization's when it was closed.
drop function cell.count_up(smallint, uuid, uuid, bigint, bigint, bigint, bigint);
create function cell.count_up(
  p_shard smallint, p_org uuid, p_container uuid, p_documents bigint, p_pending bigint, p_failed bigint, p_chunks bigint,
  p_tokens bigint default 0
) returns boolean language plpgsql as $$
begin
  update cell.containers
     set documents = documents + p_documents, pending = pending + p_pending, failed = failed + p_failed,
         chunks = chunks + p_chunks, tokens = tokens + p_tokens, updated_at = now()
   where shard = p_shard and org = p_org and container = p_container and deleted_at is null;
  if not found then
    return false;
  end if;
  insert into cell.organization_counters as c (shard, org, slot, documents, pending, failed, chunks, tokens)
  values (p_shard, p_org, abs(uuid_hash(p_container)::bigint) % 16, p_documents, p_pending, p_failed, p_chunks, p_tokens)
  on conflict (shard, org, slot) do update
     set documents = c.documents + excluded.documents, pending = c.pending + excluded.pending,
         failed = c.failed + excluded.failed, chunks = c.chunks + excluded.chunks, tokens = c.tokens + excluded.tokens;
  return true;
end $$;

-- Raised at whoever writes to a container that was deleted or merged away. Processes remember containers by their tags;
-- this is how one learns, at no cost to the others, that another process has closed one: it looks the tag up again.
create function cell.raise_gone(p_container uuid) returns void language plpgsql as $$
begin
  raise exception 'The container is gone' using errcode = 'RV001', detail = p_container::text;
end $$;

create or replace function cell.count_up_memories(p_shard smallint, p_org uuid, p_container uuid, p_memories bigint, p_versions bigint)
  returns void language plpgsql as $$
begin
  update cell.containers
     set memories = memories + p_memories, memory_versions = memory_versions + p_versions, updated_at = now()
   where shard = p_shard and org = p_org and container = p_container and deleted_at is null;
  if not found then
    if p_versions > 0 then
      perform cell.raise_gone(p_container);
    end if;
    return;
  end if;
  insert into cell.organization_counters as c (shard, org, slot, memories, memory_versions)
  values (p_shard, p_org, abs(uuid_hash(p_container)::bigint) % 16, p_memories, p_versions)
  on conflict (shard, org, slot) do update
     set memories = c.memories + excluded.memories, memory_versions = c.memory_versions + excluded.memory_versions;
end $$;

create or replace function cell.count_documents() returns trigger language plpgsql as $$
declare delta record;
begin
  if tg_op = 'INSERT' then
    for delta in
      select shard, org, container, count(*) filter (where tombstoned_at is null) as documents,
             count(*) filter (where tombstoned_at is null and status not in ('done', 'failed')) as pending,
             count(*) filter (where tombstoned_at is null and status = 'failed') as failed,
             coalesce(sum((size + 3) / 4) filter (where tombstoned_at is null), 0) as tokens
        from new_rows group by 1, 2, 3 order by 1, 2, 3
    loop
      if not cell.count_up(delta.shard, delta.org, delta.container, delta.documents, delta.pending, delta.failed, 0, delta.tokens) then
        perform cell.raise_gone(delta.container);
      end if;
    end loop;
  elsif tg_op = 'UPDATE' then
    for delta in
      select shard, org, container, sum(live) as documents, sum(pending) as pending, sum(failed) as failed, sum(tokens) as tokens
        from (select shard, org, container, (tombstoned_at is null)::int as live,
                     (tombstoned_at is null and status not in ('done', 'failed'))::int as pending,
                     (tombstoned_at is null and status = 'failed')::int as failed,
                     case when tombstoned_at is null then (size + 3) / 4 else 0 end as tokens from new_rows
              union all
              select shard, org, container, -(tombstoned_at is null)::int,
                     -(tombstoned_at is null and status not in ('done', 'failed'))::int,
                     -(tombstoned_at is null and status = 'failed')::int,
                     case when tombstoned_at is null then -((size + 3) / 4) else 0 end from old_rows) changes
       group by 1, 2, 3 having sum(live) <> 0 or sum(pending) <> 0 or sum(failed) <> 0 or sum(tokens) <> 0 order by 1, 2, 3
    loop
      if not cell.count_up(delta.shard, delta.org, delta.container, delta.documents, delta.pending, delta.failed, 0, delta.tokens)
         and delta.documents > 0 then
        perform cell.raise_gone(delta.container);
      end if;
    end loop;
  else
    for delta in
      select shard, org, container, count(*) filter (where tombstoned_at is null) as documents,
             count(*) filter (where tombstoned_at is null and status not in ('done', 'failed')) as pending,
             count(*) filter (where tombstoned_at is null and status = 'failed') as failed,
             coalesce(sum((size + 3) / 4) filter (where tombstoned_at is null), 0) as tokens
        from old_rows group by 1, 2, 3 having count(*) filter (where tombstoned_at is null) > 0 order by 1, 2, 3
    loop
      perform cell.count_up(delta.shard, delta.org, delta.container, -delta.documents, -delta.pending, -delta.failed, 0, -delta.tokens);
    end loop;
  end if;
  return null;
end $$;

-- Chunks are updated only when they move to another container.
create function cell.count_moved_chunks() returns trigger language plpgsql as $$
declare delta record;
begin
  for delta in
    select shard, org, container, sum(chunks) as chunks
      from (select shard, org, container, 1 as chunks from new_rows union all
            select shard, org, container, -1 from old_rows) changes
     group by 1, 2, 3 having sum(chunks) <> 0 order by 1, 2, 3
  loop
    perform cell.count_up(delta.shard, delta.org, delta.container, 0, 0, 0, delta.chunks);
  end loop;
  return null;
end $$;
create trigger count_moved after update on cell.chunks
  referencing old table as old_rows new table as new_rows for each statement execute function cell.count_moved_chunks();

-- Closes a container: its tag is free (no tag holds a slash), its figures leave the organization's, readers skip it.
-- Writers that were faster are in it; later ones wait for this row and then find it closed. Returns how many documents and
-- memories it had, nulls when it was not there.
create function cell.close_container(
  p_shard smallint, p_org uuid, p_container uuid, out documents bigint, out memories bigint
) language plpgsql as $$
#variable_conflict use_column
declare had record;
begin
  update cell.containers
     set deleted_at = now(), tag = tag || '/' || container, documents = 0, pending = 0, failed = 0, chunks = 0, tokens = 0,
         memories = 0, memory_versions = 0, updated_at = now()
   where shard = p_shard and org = p_org and container = p_container and deleted_at is null
  returning old.documents, old.pending, old.failed, old.chunks, old.tokens, old.memories, old.memory_versions into had;
  if not found then
    return;
  end if;
  update cell.organization_counters
     set documents = documents - had.documents, pending = pending - had.pending, failed = failed - had.failed,
         chunks = chunks - had.chunks, tokens = tokens - had.tokens,
         memories = memories - had.memories, memory_versions = memory_versions - had.memory_versions
   where shard = p_shard and org = p_org and slot = abs(uuid_hash(p_container)::bigint) % 16;
  close_container.documents := had.documents;
  close_container.memories := had.memories;
end $$;

-- Tables whose rows belong to a container, from the catalogue: those of later migrations are cleared and moved too.
create function cell.tables_in_containers(tied_to_documents boolean) returns setof name language sql stable as $$
  select c.relname from pg_class c
   where c.relnamespace = 'cell'::regnamespace and c.relkind = 'p' and c.relname not in ('containers', 'documents', 'merges')
     and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'container' and not a.attisdropped)
     and tied_to_documents = exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'document' and not a.attisdropped)
   order by 1
$$;

-- Removes up to p_count rows of each table from a closed container, and the container when nothing is left. By ctid: the
-- shard's one partition holds them all. True when it is gone.
create function cell.clear_container(p_shard smallint, p_org uuid, p_container uuid, p_count integer) returns boolean language plpgsql as $$
declare table_name name; removed bigint; total bigint := 0;
begin
  for table_name in
    select 'documents'::name union all select cell.tables_in_containers(true) union all select cell.tables_in_containers(false)
  loop
    execute format('delete from cell.%1$I where shard = $1 and org = $2 and container = $3 and ctid = any(array(
      select ctid from cell.%1$I where shard = $1 and org = $2 and container = $3 limit $4))', table_name)
      using p_shard, p_org, p_container, p_count;
    get diagnostics removed = row_count;
    total := total + removed;
  end loop;
  if total > 0 then
    return false;
  end if;
  delete from cell.containers where shard = p_shard and org = p_org and container = p_container and deleted_at is not null;
  return true;
end $$;

-- Moves up to p_count live documents, oldest first, with all that is tied to them. One that is being worked on is taken
-- from its worker by a new fence and starts again. A customId both containers know stays with the target's document.
-- Returns how many were moved.
create function cell.move_documents(p_shard smallint, p_org uuid, p_source uuid, p_target uuid, p_count integer) returns integer language plpgsql as $$
declare moved uuid[]; target_tag text; table_name name;
begin
  select tag into strict target_tag from cell.containers
   where shard = p_shard and org = p_org and container = p_target and deleted_at is null;
  select array_agg(id) into moved from (
    select id from cell.documents where shard = p_shard and org = p_org and container = p_source and tombstoned_at is null
     order by id limit p_count for update) d;
  if moved is null then
    return 0;
  end if;
  update cell.documents d set custom_id = null
   where shard = p_shard and org = p_org and container = p_source and id = any(moved) and custom_id is not null
     and exists (select from cell.documents t where t.shard = p_shard and t.org = p_org and t.container = p_target
                    and t.custom_id = d.custom_id and t.tombstoned_at is null);
  update cell.attempts set outcome = 'superseded', ended_at = clock_timestamp()
   where shard = p_shard and org = p_org and container = p_source and document = any(moved) and outcome = 'running';
  update cell.documents
     set container = p_target, fence = fence + 1, updated_at = now(),
         container_tags = target_tag || array(select t from unnest(container_tags[2:]) with ordinality u (t, place)
                                               where t <> target_tag order by place),
         status = case when status in ('done', 'failed') then status else 'queued' end,
         due_at = case when due_at is not null then now() end
   where shard = p_shard and org = p_org and container = p_source and id = any(moved);
  delete from cell.secondary_tags
   where shard = p_shard and org = p_org and container = p_source and document = any(moved) and tag = target_tag;
  -- Attributes follow by their own trigger.
  for table_name in select t from cell.tables_in_containers(true) t where t <> 'document_attributes' loop
    execute format('update cell.%I set container = $1 where shard = $2 and org = $3 and container = $4 and document = any($5)', table_name)
      using p_target, p_shard, p_org, p_source, moved;
  end loop;
  perform cell.move_term_counts(p_shard, p_org, p_source, p_target, moved);
  return cardinality(moved);
end $$;

-- The statistics of documents that have just moved, in term order as every writer has it.
create function cell.move_term_counts(p_shard smallint, p_org uuid, p_source uuid, p_target uuid, moved uuid[]) returns void language plpgsql as $$
declare terms integer[]; counts integer[];
begin
  select array_agg(term order by term), array_agg(chunks order by term) into terms, counts from (
    select m[1]::int as term, count(*)::int as chunks
      from cell.chunk_terms t, regexp_matches(t.terms::text, '(\d+):', 'g') m
     where t.shard = p_shard and t.org = p_org and t.container = p_target and t.document = any(moved) group by 1) c;
  if terms is null then
    return;
  end if;
  insert into cell.term_counts as t (shard, org, container, term, chunks)
  select p_shard, p_org, p_target, c.* from unnest(terms, counts) c
  on conflict (shard, org, container, term) do update set chunks = t.chunks + excluded.chunks;
  insert into cell.term_counts as t (shard, org, container, term, chunks)
  select p_shard, p_org, p_source, c.term, -c.chunks from unnest(terms, counts) c (term, chunks)
  on conflict (shard, org, container, term) do update set chunks = t.chunks + excluded.chunks;
  delete from cell.term_counts where shard = p_shard and org = p_org and container = p_source and term = any(terms) and chunks <= 0;
end $$;

-- What belongs to a container and to no document of it, up to p_count rows of each table. The statistics of documents moved
-- with them, attributes follow by their trigger, vectors that were paid for are not worth it. Returns how many were moved.
create function cell.move_rest(p_shard smallint, p_org uuid, p_source uuid, p_target uuid, p_count integer) returns bigint language plpgsql as $$
declare table_name name; moved bigint; total bigint := 0;
begin
  for table_name in select t from cell.tables_in_containers(false) t
    where t not in ('term_counts', 'memory_term_counts', 'memory_attributes', 'embedding_cache')
  loop
    execute format('update cell.%1$I set container = $5 where shard = $1 and org = $2 and container = $3 and ctid = any(array(
      select ctid from cell.%1$I where shard = $1 and org = $2 and container = $3 limit $4))', table_name)
      using p_shard, p_org, p_source, p_count, p_target;
    get diagnostics moved = row_count;
    total := total + moved;
  end loop;
  if total = 0 then
    with gone as (delete from cell.memory_term_counts where shard = p_shard and org = p_org and container = p_source returning term, memories)
    insert into cell.memory_term_counts as t (shard, org, container, term, memories)
    select p_shard, p_org, p_target, g.term, g.memories from gone g order by g.term
    on conflict (shard, org, container, term) do update set memories = t.memories + excluded.memories;
  end if;
  return total;
end $$;

-- Merges, under way and done. `container` is the target; `sources` those that are still to be emptied.
create table cell.merges (
  shard       smallint not null,
  org         uuid not null,
  container   uuid not null,
  id          uuid not null,
  target_tag  text not null,
  source_tags text[] not null,
  sources     uuid[] not null,
  moved       bigint not null default 0,
  started_at  timestamptz,
  finished_at timestamptz,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (shard, org, container, id)
) partition by range (shard);
create unique index merges_id on cell.merges (shard, org, id);
create index merges_unfinished on cell.merges (shard, org, container) where finished_at is null;

alter table cell.merges enable row level security;
alter table cell.merges force row level security;
create policy scope on cell.merges to reverie_app
  using (org = cell.scope_org() and container >= cell.scope_first() and container <= cell.scope_last());
grant select, insert, update, delete on cell.merges to reverie_app;

-- The reconciler finds what is to be done, and sees no tag and no name.
create policy unfinished on cell.merges for select to reverie_maintenance using (finished_at is null);
grant select (shard, org, container, finished_at) on cell.merges to reverie_maintenance;
create policy closed on cell.containers for select to reverie_maintenance using (deleted_at is not null);
grant select (shard, org, container, deleted_at) on cell.containers to reverie_maintenance;
