-- online
-- Migrations under traffic (decision 43): partitions are tuned once, when they are made, and backfills see every row.

-- step
-- The role of backfills, which only the owner may become. Row-level security is forced on the owner too, who has no scope:
-- where the owner is no superuser, its updates changed no row and said nothing.
grant usage on schema cell to reverie_backfill;

-- step
grant select on public.reverie_migrations to reverie_backfill;

-- step
create or replace function cell.admit_backfill(p_table name) returns void language plpgsql as $$
begin
  execute format('create policy backfill on cell.%I to reverie_backfill using (true)', p_table);
  execute format('grant select, insert, update, delete on cell.%I to reverie_backfill', p_table);
end $$;

-- step
-- One table at a time: a policy needs the table for itself, for a moment.
do $$
declare table_name name;
begin
  for table_name in
    select c.relname from pg_class c
     where c.relnamespace = 'cell'::regnamespace and c.relkind = 'p' and not c.relispartition
       and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'backfill')
     order by 1
  loop
    perform cell.admit_backfill(table_name);
    commit;
  end loop;
end $$;

-- step
-- Storage by use: hot rows leave room for in-place updates; vectors stay in their row, where TOAST would be 4.5 times
-- slower; scans of the code index are index-only, so vacuum must follow inserts closely.
create or replace function cell.tune_partition(p_part name, p_parent name) returns void language plpgsql as $$
begin
  if p_parent in ('containers', 'organization_counters', 'lane_clocks', 'term_counts') then
    execute format('alter table cell.%I set (fillfactor = 60)', p_part);
  elsif p_parent = 'documents' then
    execute format('alter table cell.%I set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05)', p_part);
  elsif p_parent in ('chunk_vectors', 'embedding_cache') then
    execute format('alter table cell.%I alter column embedding set storage main', p_part);
    execute format('alter table cell.%I set (toast_tuple_target = 8160, autovacuum_vacuum_insert_threshold = 500,
      autovacuum_vacuum_insert_scale_factor = 0.02)', p_part);
  elsif p_parent = 'chunk_terms' then
    execute format('alter table cell.%I alter column terms set storage main', p_part);
    execute format('alter table cell.%I set (toast_tuple_target = 8160)', p_part);
  end if;
end $$;

-- step
-- Gives every partitioned table that has none its partitions: `wanted` equal ranges of the 1,024 shards. Runs with each
-- `reverie migrate`, so it touches no partition that exists: setting its storage again would need the partition for itself,
-- and all searches would wait behind it for a running index build to end. A new table also admits backfills.
create or replace function cell.create_partitions(wanted integer) returns void language plpgsql as $$
declare parent record; part integer; width integer := 1024 / wanted;
begin
  for parent in
    select c.oid, c.relname from pg_class c
     where c.relnamespace = 'cell'::regnamespace and c.relkind = 'p'
       and not exists (select from pg_inherits i where i.inhparent = c.oid)
     order by c.relname
  loop
    for part in 0 .. wanted - 1 loop
      execute format('create table cell.%I partition of cell.%I for values from (%s) to (%s)',
        parent.relname || '_' || part, parent.relname, part * width,
        case when part = wanted - 1 then 1024 else (part + 1) * width end);
      perform cell.tune_partition((parent.relname || '_' || part)::name, parent.relname);
    end loop;
    if not exists (select from pg_policy p where p.polrelid = parent.oid and p.polname = 'backfill') then
      perform cell.admit_backfill(parent.relname);
    end if;
  end loop;
end $$;

-- step
-- Only create_partitions called it.
drop function if exists cell.tune_partitions();

-- step: backfill cell.documents
-- From here on: updates of earlier migrations that changed nothing where the owner is no superuser. Elsewhere they do
-- nothing. 0040: documents that failed, on the way to being searchable or in dreaming, which then had no way to say so.
update cell.documents d
   set dreaming_status = case when d.dreamed_revision = d.latest_revision then 'done' else 'failed' end,
       dream_error_code = case when d.error_code like 'dream.%' then d.error_code end,
       dream_error_message = case when d.error_code like 'dream.%' then d.error_message end
 where d.shard >= $1 and d.shard < $2 and d.ctid >= $3 and d.ctid < $4
   and d.status = 'failed' and d.task_type = 'memory' and d.dreaming_status = 'dreaming' and d.dream_since is null
   and d.tombstoned_at is null
   and not exists (select from pg_roles o where o.rolname = session_user and (o.rolsuper or o.rolbypassrls));

-- step: backfill cell.documents
-- 0027 and 0040: documents that nobody would ever have dreamed of.
update cell.documents d set dream_since = now()
 where d.shard >= $1 and d.shard < $2 and d.ctid >= $3 and d.ctid < $4
   and d.status = 'done' and d.task_type = 'memory' and d.dreaming_status = 'dreaming' and d.dream_since is null
   and d.tombstoned_at is null
   and not exists (select from pg_roles o where o.rolname = session_user and (o.rolsuper or o.rolbypassrls));

-- step: backfill cell.documents
-- 0040: documents that became `rag` after they were added.
update cell.documents d set dreaming_status = 'done', dream_since = null
 where d.shard >= $1 and d.shard < $2 and d.ctid >= $3 and d.ctid < $4
   and d.task_type = 'rag' and d.dreaming_status = 'dreaming' and d.tombstoned_at is null
   and not exists (select from pg_roles o where o.rolname = session_user and (o.rolsuper or o.rolbypassrls));

-- step: backfill cell.documents
-- 0040: an upload that failed is known by the name of its file.
update cell.documents d set title = r.file_name
  from cell.revisions r
 where d.shard >= $1 and d.shard < $2 and d.ctid >= $3 and d.ctid < $4
   and d.status = 'failed' and d.title is null and d.tombstoned_at is null
   and r.shard = d.shard and r.org = d.org and r.container = d.container and r.document = d.id and r.revision = d.latest_revision
   and r.url is null and r.file_name <> ''
   and not exists (select from pg_roles o where o.rolname = session_user and (o.rolsuper or o.rolbypassrls));

-- step: backfill cell.memories
-- 0033: memories that somebody wrote take part in dreaming. One that did has a fact without a document.
update cell.memories m set dream_since = now()
 where m.shard >= $1 and m.shard < $2 and m.ctid >= $3 and m.ctid < $4
   and m.origin = 'api' and m.dream_since is null
   and not exists (select from cell.facts f where f.shard = m.shard and f.org = m.org and f.container = m.container
                      and f.memory = m.id and f.document is null)
   and m.learned_at < (select applied_at from public.reverie_migrations where part = 'cell' and name = '0033_settling')
   and not exists (select from pg_roles o where o.rolname = session_user and (o.rolsuper or o.rolbypassrls));

-- step: backfill cell.documents
-- 0044: pages and files whose words had been taken for the user's are read again.
update cell.documents d
   set dream_since = now(), dreamed_revision = 0, dreaming_status = 'dreaming', dream_attempts = 0, dream_fence = d.dream_fence + 1,
       dream_outcome = null, dream_memories = null, dream_setting = null, dream_error_code = null, dream_error_message = null
 where d.shard >= $1 and d.shard < $2 and d.ctid >= $3 and d.ctid < $4
   and d.status = 'done' and d.task_type = 'memory' and d.tombstoned_at is null and d.dreamed_revision > 0
   and exists (select from cell.revisions r
                where r.shard = d.shard and r.org = d.org and r.container = d.container and r.document = d.id
                  and r.revision = d.latest_revision and (r.url is not null or r.blob_key is not null))
   and exists (select from cell.facts f
                where f.shard = d.shard and f.org = d.org and f.container = d.container and f.document = d.id
                  and f.fact ->> 'origin' = 'user'
                  and f.learned_at < (select applied_at from public.reverie_migrations where part = 'cell' and name = '0044_turns'))
   and not exists (select from pg_roles o where o.rolname = session_user and (o.rolsuper or o.rolbypassrls));
