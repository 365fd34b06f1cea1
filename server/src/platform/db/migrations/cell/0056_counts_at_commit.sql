-- Counters at the end of a transaction (decision 46). Until now, the first chunk, document or memory that a transaction
-- wrote locked the container's row and a slot of its organization until the commit. Indexing a long document kept every
-- add to the container waiting. Now the triggers only note what changed, in a setting of the transaction, and a deferred
-- trigger adds the sums to the counters during the commit.
--
-- A transaction locks containers in key order, then slots in key order, and nothing after them. Transactions that write to
-- several containers therefore cannot deadlock on counters.

-- Adds the noted changes to the counters. A change is a line of figures in the order of the array below. "must" says that
-- the container has to be open: rows were added to it.
create or replace function cell.settle_counts() returns trigger language plpgsql as $$
declare
  noted text := current_setting('reverie.counts', true);
  f text[];
  change record;
  settled text[] := '{}';
begin
  -- Fires once for each changed row. The first one settles all of them.
  if noted is null or noted = '' then
    return null;
  end if;
  perform set_config('reverie.counts', '', true);
  -- Nearly always one statement has changed one container. For that case, half of the time is saved.
  if position(';' in noted) = 0 then
    f := string_to_array(noted, ',');
    with counted as (
      update cell.containers c
         set documents = c.documents + f[4]::bigint, pending = c.pending + f[5]::bigint, failed = c.failed + f[6]::bigint,
             chunks = c.chunks + f[7]::bigint, tokens = c.tokens + f[8]::bigint, memories = c.memories + f[9]::bigint,
             memory_versions = c.memory_versions + f[10]::bigint, updated_at = now()
       where c.shard = f[1]::smallint and c.org = f[2]::uuid and c.container = f[3]::uuid and c.deleted_at is null
      returning c.shard, c.org, c.container
    )
    insert into cell.organization_counters as o (shard, org, slot, documents, pending, failed, chunks, tokens, memories, memory_versions)
    select shard, org, abs(uuid_hash(container)::bigint) % 16, f[4]::bigint, f[5]::bigint, f[6]::bigint, f[7]::bigint, f[8]::bigint,
           f[9]::bigint, f[10]::bigint from counted
    on conflict (shard, org, slot) do update
       set documents = o.documents + excluded.documents, pending = o.pending + excluded.pending, failed = o.failed + excluded.failed,
           chunks = o.chunks + excluded.chunks, tokens = o.tokens + excluded.tokens, memories = o.memories + excluded.memories,
           memory_versions = o.memory_versions + excluded.memory_versions;
    if not found and f[11]::boolean then
      perform cell.raise_gone(f[3]::uuid);
    end if;
    return null;
  end if;
  for change in
    select c[1]::smallint as shard, c[2]::uuid as org, c[3]::uuid as container, sum(c[4]::bigint) as documents, sum(c[5]::bigint) as pending,
           sum(c[6]::bigint) as failed, sum(c[7]::bigint) as chunks, sum(c[8]::bigint) as tokens, sum(c[9]::bigint) as memories,
           sum(c[10]::bigint) as versions, bool_or(c[11]::boolean) as must
      from string_to_table(noted, ';') line, string_to_array(line, ',') c group by 1, 2, 3 order by 1, 2, 3
  loop
    update cell.containers c
       set documents = c.documents + change.documents, pending = c.pending + change.pending, failed = c.failed + change.failed,
           chunks = c.chunks + change.chunks, tokens = c.tokens + change.tokens, memories = c.memories + change.memories,
           memory_versions = c.memory_versions + change.versions, updated_at = now()
     where c.shard = change.shard and c.org = change.org and c.container = change.container and c.deleted_at is null;
    if found then
      settled := settled || concat_ws(',', change.shard, change.org, abs(uuid_hash(change.container)::bigint) % 16, change.documents,
        change.pending, change.failed, change.chunks, change.tokens, change.memories, change.versions);
    elsif change.must then
      perform cell.raise_gone(change.container);
    end if;
  end loop;
  insert into cell.organization_counters as o (shard, org, slot, documents, pending, failed, chunks, tokens, memories, memory_versions)
  select c[1]::smallint as shard, c[2]::uuid as org, c[3]::smallint as slot, sum(c[4]::bigint), sum(c[5]::bigint), sum(c[6]::bigint),
         sum(c[7]::bigint), sum(c[8]::bigint), sum(c[9]::bigint), sum(c[10]::bigint)
    from unnest(settled) line, string_to_array(line, ',') c group by 1, 2, 3 order by 1, 2, 3
  on conflict (shard, org, slot) do update
     set documents = o.documents + excluded.documents, pending = o.pending + excluded.pending, failed = o.failed + excluded.failed,
         chunks = o.chunks + excluded.chunks, tokens = o.tokens + excluded.tokens, memories = o.memories + excluded.memories,
         memory_versions = o.memory_versions + excluded.memory_versions;
  return null;
end $$;

create or replace function cell.count_documents() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform set_config('reverie.counts', concat_ws(';', nullif(current_setting('reverie.counts', true), ''), string_agg(concat_ws(',', shard, org, container, documents, pending, failed, 0, tokens, 0, 0, true), ';')), true)
       from (select shard, org, container, count(*) filter (where tombstoned_at is null) as documents,
                    count(*) filter (where tombstoned_at is null and status not in ('done', 'failed')) as pending,
                    count(*) filter (where tombstoned_at is null and status = 'failed') as failed,
                    coalesce(sum((size + 3) / 4) filter (where tombstoned_at is null), 0) as tokens
               from new_rows group by 1, 2, 3) d;
  elsif tg_op = 'UPDATE' then
    perform set_config('reverie.counts', concat_ws(';', nullif(current_setting('reverie.counts', true), ''), string_agg(concat_ws(',', shard, org, container, documents, pending, failed, 0, tokens, 0, 0, documents > 0), ';')), true)
       from (select shard, org, container, sum(live) as documents, sum(pending) as pending, sum(failed) as failed, sum(tokens) as tokens
               from (select shard, org, container, (tombstoned_at is null)::int as live,
                            (tombstoned_at is null and status not in ('done', 'failed'))::int as pending,
                            (tombstoned_at is null and status = 'failed')::int as failed,
                            case when tombstoned_at is null then (size + 3) / 4 else 0 end as tokens from new_rows
                     union all
                     select shard, org, container, -(tombstoned_at is null)::int,
                            -(tombstoned_at is null and status not in ('done', 'failed'))::int,
                            -(tombstoned_at is null and status = 'failed')::int,
                            case when tombstoned_at is null then -((size + 3) / 4) else 0 end from old_rows) changes
              group by 1, 2, 3 having sum(live) <> 0 or sum(pending) <> 0 or sum(failed) <> 0 or sum(tokens) <> 0) d
     having count(*) > 0;
  else
    perform set_config('reverie.counts', concat_ws(';', nullif(current_setting('reverie.counts', true), ''), string_agg(concat_ws(',', shard, org, container, -documents, -pending, -failed, 0, -tokens, 0, 0, false), ';')), true)
       from (select shard, org, container, count(*) as documents, count(*) filter (where status not in ('done', 'failed')) as pending,
                    count(*) filter (where status = 'failed') as failed, sum((size + 3) / 4) as tokens
               from old_rows where tombstoned_at is null group by 1, 2, 3) d
     having count(*) > 0;
  end if;
  return null;
end $$;

create or replace function cell.count_chunks() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform set_config('reverie.counts', concat_ws(';', nullif(current_setting('reverie.counts', true), ''), string_agg(concat_ws(',', shard, org, container, 0, 0, 0, chunks, 0, 0, 0, false), ';')), true)
       from (select shard, org, container, count(*) as chunks from new_rows group by 1, 2, 3) d having count(*) > 0;
  else
    perform set_config('reverie.counts', concat_ws(';', nullif(current_setting('reverie.counts', true), ''), string_agg(concat_ws(',', shard, org, container, 0, 0, 0, -chunks, 0, 0, 0, false), ';')), true)
       from (select shard, org, container, count(*) as chunks from old_rows group by 1, 2, 3) d having count(*) > 0;
  end if;
  return null;
end $$;

create or replace function cell.count_moved_chunks() returns trigger language plpgsql as $$
begin
  perform set_config('reverie.counts', concat_ws(';', nullif(current_setting('reverie.counts', true), ''), string_agg(concat_ws(',', shard, org, container, 0, 0, 0, chunks, 0, 0, 0, false), ';')), true)
     from (select shard, org, container, sum(chunks) as chunks
             from (select shard, org, container, 1 as chunks from new_rows union all
                   select shard, org, container, -1 from old_rows) changes
            group by 1, 2, 3 having sum(chunks) <> 0) d
   having count(*) > 0;
  return null;
end $$;

create or replace function cell.count_memories() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform set_config('reverie.counts', concat_ws(';', nullif(current_setting('reverie.counts', true), ''), string_agg(concat_ws(',', shard, org, container, 0, 0, 0, 0, 0, memories, versions, true), ';')), true)
       from (select shard, org, container, count(*) filter (where is_latest and not is_forgotten) as memories, count(*) as versions
               from new_rows group by 1, 2, 3) d
     having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    perform set_config('reverie.counts', concat_ws(';', nullif(current_setting('reverie.counts', true), ''), string_agg(concat_ws(',', shard, org, container, 0, 0, 0, 0, 0, memories, versions, versions > 0), ';')), true)
       from (select shard, org, container, sum(memories) as memories, sum(versions) as versions
               from (select shard, org, container, (is_latest and not is_forgotten)::int as memories, 1 as versions from new_rows
                     union all
                     select shard, org, container, -(is_latest and not is_forgotten)::int, -1 from old_rows) changes
              group by 1, 2, 3 having sum(memories) <> 0 or sum(versions) <> 0) d
     having count(*) > 0;
  else
    perform set_config('reverie.counts', concat_ws(';', nullif(current_setting('reverie.counts', true), ''), string_agg(concat_ws(',', shard, org, container, 0, 0, 0, 0, 0, -memories, -versions, false), ';')), true)
       from (select shard, org, container, count(*) filter (where is_latest and not is_forgotten) as memories, count(*) as versions
               from old_rows group by 1, 2, 3) d
     having count(*) > 0;
  end if;
  return null;
end $$;

-- A bucket is filled with the memories that are there, and this trigger sorts the later ones. A memory that is written at that
-- moment is seen by neither. Until now, its writer held the container's row, for which the other waited. Now the writer holds
-- a lock of its own, in share mode, which only the filling of a bucket waits for (bucket-store.ts).
create or replace function cell.keep_memory_buckets() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock_shared(hashtextextended('buckets ' || c.container, 0))
       from (select distinct container from new_rows order by container) c;
    insert into cell.memory_buckets as m (shard, org, container, embedding_set, bucket, memory, similarity)
    select n.shard, n.org, n.container, n.embedding_set, b.bucket, n.memory, 1 - (n.embedding <=> b.embedding)
      from new_rows n join cell.bucket_vectors b using (shard, org, container, embedding_set)
     where n.embedding <=> b.embedding <= 1 - b.least
    on conflict (shard, org, container, embedding_set, memory, bucket) do update set similarity = excluded.similarity;
  else
    delete from cell.memory_buckets m using old_rows o
     where m.shard = o.shard and m.org = o.org and m.container = o.container and m.embedding_set = o.embedding_set and m.memory = o.memory;
  end if;
  return null;
end $$;

-- Most documents and memories have no metadata, and even an empty insert takes a tenth of the time of an add.
create or replace function cell.keep_attributes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from new_rows where metadata is not null) then
      return null;
    end if;
    insert into cell.document_attributes (shard, org, container, document, key, element, value, number)
    select n.shard, n.org, n.container, n.id, a.* from new_rows n, cell.attributes_of(n.metadata) a
     where n.metadata is not null;
  else
    delete from cell.document_attributes a
     where a.shard = old.shard and a.org = old.org and a.container = old.container and a.document = old.id;
    insert into cell.document_attributes (shard, org, container, document, key, element, value, number)
    select new.shard, new.org, new.container, new.id, a.* from cell.attributes_of(new.metadata) a;
  end if;
  return null;
end $$;

-- A row that moves to another partition is deleted and inserted, and fires those triggers. Most updates change no counter,
-- and their rows need no settling.
create constraint trigger settle_counts after insert or delete on cell.documents deferrable initially deferred
  for each row execute function cell.settle_counts();
create constraint trigger settle_updated_counts after update on cell.documents deferrable initially deferred for each row
  when (old.status is distinct from new.status or old.size is distinct from new.size or old.container is distinct from new.container
        or old.tombstoned_at is distinct from new.tombstoned_at)
  execute function cell.settle_counts();
create constraint trigger settle_counts after insert or delete on cell.chunks deferrable initially deferred
  for each row execute function cell.settle_counts();
create constraint trigger settle_updated_counts after update on cell.chunks deferrable initially deferred for each row
  when (old.container is distinct from new.container) execute function cell.settle_counts();
create constraint trigger settle_counts after insert or delete on cell.memories deferrable initially deferred
  for each row execute function cell.settle_counts();
create constraint trigger settle_updated_counts after update on cell.memories deferrable initially deferred for each row
  when (old.is_latest is distinct from new.is_latest or old.is_forgotten is distinct from new.is_forgotten
        or old.container is distinct from new.container)
  execute function cell.settle_counts();
