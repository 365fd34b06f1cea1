-- online
-- Versions by which a reader on a replica knows that it reads nothing older than the primary has (decision 76). Every transaction
-- that changes what lists and searches of a container show raises the version of the container and of a slot of its organization.
-- Most of them change a counter, and the counters are settled during the commit anyway: raising a number in the same two rows
-- adds no write.

-- step
alter table cell.containers add column if not exists version bigint not null default 0;

-- step
alter table cell.organization_counters add column if not exists version bigint not null default 0;

-- step
-- As in 0080, and the versions. A change of no count is a line of zeros, which must not look like activity of the container.
create or replace function cell.settle_counts() returns trigger language plpgsql as $$
declare
  noted text := current_setting('reverie.counts', true);
  uncounted constant text := ',0,0,0,0,0,0,0,false';
  f text[];
  change record;
  settled text[] := '{}';
begin
  -- Fires once for each changed row. The first one settles all of them.
  if noted is null or noted = '' then
    return null;
  end if;
  perform set_config('reverie.counts', '', true);
  if position(';' in noted) = 0 then
    f := string_to_array(noted, ',');
    update cell.containers c
       set documents = c.documents + f[4]::bigint, pending = c.pending + f[5]::bigint, failed = c.failed + f[6]::bigint,
           chunks = c.chunks + f[7]::bigint, tokens = c.tokens + f[8]::bigint, memories = c.memories + f[9]::bigint,
           memory_versions = c.memory_versions + f[10]::bigint, version = c.version + 1,
           updated_at = case when right(noted, length(uncounted)) = uncounted then c.updated_at else now() end
     where c.shard = f[1]::smallint and c.org = f[2]::uuid and c.container = f[3]::uuid and c.deleted_at is null;
    if not found then
      if f[11]::boolean then
        perform cell.raise_gone(f[3]::uuid);
      end if;
      return null;
    end if;
    update cell.organization_counters o
       set documents = o.documents + f[4]::bigint, pending = o.pending + f[5]::bigint, failed = o.failed + f[6]::bigint,
           chunks = o.chunks + f[7]::bigint, tokens = o.tokens + f[8]::bigint, memories = o.memories + f[9]::bigint,
           memory_versions = o.memory_versions + f[10]::bigint, version = o.version + 1
     where o.shard = f[1]::smallint and o.org = f[2]::uuid and o.slot = abs(uuid_hash(f[3]::uuid)::bigint) % 16;
    if found then
      return null;
    end if;
    settled := array[concat_ws(',', f[1], f[2], abs(uuid_hash(f[3]::uuid)::bigint) % 16, f[4], f[5], f[6], f[7], f[8], f[9], f[10])];
  else
    for change in
      select c[1]::smallint as shard, c[2]::uuid as org, c[3]::uuid as container, sum(c[4]::bigint) as documents, sum(c[5]::bigint) as pending,
             sum(c[6]::bigint) as failed, sum(c[7]::bigint) as chunks, sum(c[8]::bigint) as tokens, sum(c[9]::bigint) as memories,
             sum(c[10]::bigint) as versions, bool_or(c[11]::boolean) as must,
             bool_and(right(line, length(uncounted)) = uncounted) as is_uncounted
        from string_to_table(noted, ';') line, string_to_array(line, ',') c group by 1, 2, 3 order by 1, 2, 3
    loop
      update cell.containers c
         set documents = c.documents + change.documents, pending = c.pending + change.pending, failed = c.failed + change.failed,
             chunks = c.chunks + change.chunks, tokens = c.tokens + change.tokens, memories = c.memories + change.memories,
             memory_versions = c.memory_versions + change.versions, version = c.version + 1,
             updated_at = case when change.is_uncounted then c.updated_at else now() end
       where c.shard = change.shard and c.org = change.org and c.container = change.container and c.deleted_at is null;
      if found then
        settled := settled || concat_ws(',', change.shard, change.org, abs(uuid_hash(change.container)::bigint) % 16, change.documents,
          change.pending, change.failed, change.chunks, change.tokens, change.memories, change.versions);
      elsif change.must then
        perform cell.raise_gone(change.container);
      end if;
    end loop;
  end if;
  insert into cell.organization_counters as o (shard, org, slot, documents, pending, failed, chunks, tokens, memories, memory_versions, version)
  select c[1]::smallint as shard, c[2]::uuid as org, c[3]::smallint as slot, sum(c[4]::bigint), sum(c[5]::bigint), sum(c[6]::bigint),
         sum(c[7]::bigint), sum(c[8]::bigint), sum(c[9]::bigint), sum(c[10]::bigint), 1
    from unnest(settled) line, string_to_array(line, ',') c group by 1, 2, 3 order by 1, 2, 3
  on conflict (shard, org, slot) do update
     set documents = o.documents + excluded.documents, pending = o.pending + excluded.pending, failed = o.failed + excluded.failed,
         chunks = o.chunks + excluded.chunks, tokens = o.tokens + excluded.tokens, memories = o.memories + excluded.memories,
         memory_versions = o.memory_versions + excluded.memory_versions, version = o.version + 1;
  return null;
end $$;

-- step
-- As before, and the version of the organization: its lists no longer show the container. The container itself is found by
-- nobody any more.
create or replace function cell.close_container(p_shard smallint, p_org uuid, p_container uuid, OUT documents bigint, OUT memories bigint)
returns record language plpgsql as $$
#variable_conflict use_column
declare had record;
begin
  update cell.containers
     set deleted_at = now(), tag = tag || '/' || container, documents = 0, pending = 0, failed = 0, chunks = 0, tokens = 0,
         memories = 0, memory_versions = 0, version = version + 1, updated_at = now()
   where shard = p_shard and org = p_org and container = p_container and deleted_at is null
  returning old.documents, old.pending, old.failed, old.chunks, old.tokens, old.memories, old.memory_versions into had;
  if not found then
    return;
  end if;
  update cell.organization_counters
     set documents = documents - had.documents, pending = pending - had.pending, failed = failed - had.failed,
         chunks = chunks - had.chunks, tokens = tokens - had.tokens,
         memories = memories - had.memories, memory_versions = memory_versions - had.memory_versions, version = version + 1
   where shard = p_shard and org = p_org and slot = abs(uuid_hash(p_container)::bigint) % 16;
  close_container.documents := had.documents;
  close_container.memories := had.memories;
end $$;

-- step
-- Notes a change of no count, once for each container and transaction.
create or replace function cell.note_change() returns trigger language plpgsql as $$
declare noted text := coalesce(current_setting('reverie.counts', true), '');
begin
  if position(new.container::text in noted) = 0 then
    perform set_config('reverie.counts', concat_ws(';', nullif(noted, ''),
      concat_ws(',', new.shard, new.org, new.container, 0, 0, 0, 0, 0, 0, 0, false)), true);
  end if;
  return null;
end $$;

-- step
-- The same for new containers: a batch may make hundreds.
create or replace function cell.note_new_containers() returns trigger language plpgsql as $$
begin
  perform set_config('reverie.counts', concat_ws(';', nullif(current_setting('reverie.counts', true), ''),
            string_agg(concat_ws(',', shard, org, container, 0, 0, 0, 0, 0, 0, 0, false), ';')), true)
     from new_rows having count(*) > 0;
  return null;
end $$;

-- step
-- Gives a table two triggers with one condition: the first notes the change at once, the second settles what was noted during the
-- commit. A change of a count is noted by a trigger of its own. Leases, attempts and stages of the work are left out: each claim
-- writes them, and would raise the row of the container that concurrent claims and adds wait for.
create or replace function cell.watch_changes(p_table name, p_uncounted text, p_columns text) returns void language plpgsql as $$
declare condition text;
begin
  if exists (select from pg_trigger where tgrelid = format('cell.%I', p_table)::regclass and tgname = 'settle_change') then
    return;
  end if;
  select format('%s and (%s) is distinct from (%s)', p_uncounted, string_agg('old.' || name, ', '), string_agg('new.' || name, ', '))
    into condition from string_to_table(p_columns, ' ') name;
  execute format('create trigger note_change after update on cell.%I for each row when (%s) execute function cell.note_change()',
    p_table, condition);
  execute format('create constraint trigger settle_change after update on cell.%I deferrable initially deferred for each row when (%s) '
    'execute function cell.settle_counts()', p_table, condition);
end $$;

-- step
-- One table in each step: a trigger waits for the writers of its table, and nothing else may wait with it.
select cell.watch_changes('documents',
  'new.tombstoned_at is null and old.tombstoned_at is null and old.container = new.container and old.size = new.size '
  'and (old.status in (''done'', ''failed'')) = (new.status in (''done'', ''failed'')) and (old.status = ''failed'') = (new.status = ''failed'')',
  'title summary metadata container_tags custom_id filepath type category source url og_image document_date dreaming '
  'dreaming_status dream_since dream_outcome dream_memories dream_error_code error_code latest_revision indexed_revision');

-- step
select cell.watch_changes('memories',
  'old.container = new.container and (old.is_latest and not old.is_forgotten) = (new.is_latest and not new.is_forgotten)',
  'updated_at text is_static is_inference is_latest is_forgotten version parent root source_count metadata origin confidence review '
  'forget_after forget_reason forgotten_at learned_at true_from true_until document_date event_dates about attribute lasts');

-- step
select cell.watch_changes('containers', 'old.version = new.version and new.deleted_at is null',
  'tag name entity_context active_set memory_filesystem_paths profile_buckets');

-- step
do $$
begin
  if not exists (select from pg_trigger where tgrelid = 'cell.containers'::regclass and tgname = 'settle_new') then
    create trigger note_new after insert on cell.containers referencing new table as new_rows for each statement
      execute function cell.note_new_containers();
    create constraint trigger settle_new after insert on cell.containers deferrable initially deferred for each row
      execute function cell.settle_counts();
  end if;
end $$;

-- step
-- The versions of what a request reads, as a mark that only holds_mark reads. Without tags: of the whole organization. So too when
-- documents of other containers may belong to a list because of a further tag. Null: a tag has no container.
--
-- Each row is compared by itself. A sum would not do: two commits may become visible on the primary in another order than they are
-- replayed, and only those of the same row cannot. An organization in many shards has thousands of rows, so its mark is the
-- position of the log, and the replica must have replayed everything.
create or replace function cell.version_mark(p_org uuid, p_shards smallint[], p_tags text[], p_elsewhere boolean) returns text
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  mark text;
  counted integer;
begin
  if p_tags is not null and not (p_elsewhere and exists (
       select from cell.secondary_tags where shard = any(p_shards) and org = p_org and tag = any(p_tags))) then
    select string_agg(concat_ws(' ', shard, container, version), ','), count(*) into mark, counted
      from cell.containers where shard = any(p_shards) and org = p_org and tag = any(p_tags) and deleted_at is null;
    return case when counted = cardinality(p_tags) then 'containers ' || mark end;
  end if;
  if cardinality(p_shards) > 4 then
    -- After a failover, the address of the primary may lead to a standby for a moment.
    return case when not pg_is_in_recovery() then 'log ' || pg_current_wal_flush_lsn() end;
  end if;
  return 'slots ' || coalesce((select string_agg(concat_ws(' ', shard, slot, version), ',') from cell.organization_counters
                                where shard = any(p_shards) and org = p_org), '');
end $$;

-- step
-- Whether this server has everything that the primary had when it gave the mark. It may have more.
create or replace function cell.holds_mark(p_org uuid, p_mark text) returns boolean
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  kind constant text := split_part(p_mark, ' ', 1);
  part text;
begin
  if kind = 'log' then
    return coalesce(pg_last_wal_replay_lsn() >= split_part(p_mark, ' ', 2)::pg_lsn, false);
  end if;
  foreach part in array string_to_array(substr(p_mark, length(kind) + 2), ',') loop
    if kind = 'slots' then
      perform from cell.organization_counters
        where shard = split_part(part, ' ', 1)::smallint and org = p_org and slot = split_part(part, ' ', 2)::smallint
          and version >= split_part(part, ' ', 3)::bigint;
    else
      perform from cell.containers
        where shard = split_part(part, ' ', 1)::smallint and org = p_org and container = split_part(part, ' ', 2)::uuid
          and version >= split_part(part, ' ', 3)::bigint and deleted_at is null;
    end if;
    if not found then
      return false;
    end if;
  end loop;
  return true;
end $$;
