-- Leaner rows (decision 48): the term counts of a small container in a few rows instead of one for each term.

-- In how many chunks of a container each term occurs, for containers of up to some 2,000 chunks: four bytes a term, see
-- language/lexical/term-tally.ts. A transaction adds a part with what it changes, and after some parts one makes one of all.
-- The counts of a container are the sum of its parts and of its rows in term_counts.
-- `marks`: the terms among them that mark languages, which a search needs before it knows its own terms.
create table cell.term_tallies (
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  part      bigint not null default (random() * 9e15)::bigint,
  marks     integer[] not null,
  tally     bytea not null,
  primary key (shard, org, container, part)
) partition by range (shard);

alter table cell.term_tallies enable row level security;
alter table cell.term_tallies force row level security;
create policy scope on cell.term_tallies to reverie_app
  using (org = cell.scope_org() and container >= cell.scope_first() and container <= cell.scope_last());
grant select, insert, update, delete on cell.term_tallies to reverie_app;

-- Processes of the version before know only term_counts. They are expected to be gone a day after this migration; until
-- then no tally is written. A new installation has no such processes.
do $$
begin
  execute format('create or replace function cell.tallies_begun() returns boolean language sql stable parallel safe return now() >= %L::timestamptz',
    case when (select min(applied_at) from public.reverie_migrations) > now() - interval '1 hour' then '-infinity'
         else (now() + interval '1 day')::text end);
end $$;

create or replace function cell.tally_counts(tally bytea) returns table (term integer, chunks integer)
  language sql immutable strict parallel safe
  begin atomic
    select (entry / 4096)::integer + 1, (entry % 4096)::integer - 2048
      from generate_series(0, length(tally) / 4 - 1) place,
           lateral (select ('x' || encode(substring(tally from place * 4 + 1 for 4), 'hex'))::bit(32)::bigint & 4294967295 as entry) packed;
  end;

-- Turns tallies into rows: when a container becomes large, and before documents are moved.
create or replace function cell.spill_tallies(p_shard smallint, p_org uuid, p_container uuid) returns void language plpgsql as $$
begin
  perform from cell.term_tallies where shard = p_shard and org = p_org and container = p_container order by part for update;
  with gone as (delete from cell.term_tallies where shard = p_shard and org = p_org and container = p_container returning tally)
  insert into cell.term_counts as t (shard, org, container, term, chunks)
  select p_shard, p_org, p_container, c.term, sum(c.chunks) from gone, cell.tally_counts(gone.tally) c
   group by c.term having sum(c.chunks) <> 0 order by c.term
  on conflict (shard, org, container, term) do update set chunks = t.chunks + excluded.chunks;
end $$;

-- The counts of documents that have just moved, in term order as every writer has it. The next document that is indexed in
-- a small container makes a tally of its rows again. A negative row stays: another transaction may be about to commit the tally
-- that it belongs to.
create or replace function cell.move_term_counts(
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
  perform cell.spill_tallies(p_target_shard, p_org, p_target);
  perform cell.spill_tallies(p_shard, p_org, p_source);
  insert into cell.term_counts as t (shard, org, container, term, chunks)
  select p_target_shard, p_org, p_target, c.* from unnest(terms, counts) c
  on conflict (shard, org, container, term) do update set chunks = t.chunks + excluded.chunks;
  insert into cell.term_counts as t (shard, org, container, term, chunks)
  select p_shard, p_org, p_source, c.term, -c.chunks from unnest(terms, counts) c (term, chunks)
  on conflict (shard, org, container, term) do update set chunks = t.chunks + excluded.chunks;
  delete from cell.term_counts where shard = p_shard and org = p_org and container = p_source and term = any(terms) and chunks = 0;
end $$;

-- As before, and tallies stay with their container: the counts have moved with the documents.
create or replace function cell.move_rest(
  p_shard smallint, p_org uuid, p_source uuid, p_target_shard smallint, p_target uuid, p_count integer
) returns bigint language plpgsql as $$
declare table_name name; moved bigint; total bigint := 0;
begin
  for table_name in select t from cell.tables_in_containers(false) t
    where t not in ('term_counts', 'term_tallies', 'memory_term_counts', 'memory_attributes', 'embedding_cache', 'bucket_vectors', 'memory_buckets')
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

-- Storage by use, as before, but term_counts now belongs to large containers, where an update finds room in its page without
-- leaving 40 % of it free: 190 bytes a chunk in a container of 10,000. Partitions that exist keep their setting.
create or replace function cell.tune_partition(p_part name, p_parent name) returns void language plpgsql as $$
begin
  if p_parent in ('containers', 'organization_counters', 'lane_clocks') then
    execute format('alter table cell.%I set (fillfactor = 60)', p_part);
  elsif p_parent = 'term_counts' then
    execute format('alter table cell.%I set (fillfactor = 90)', p_part);
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

-- As before, and tallies too: most messages of a chat insert one, and one in eight deletes those before it.
create or replace function cell.tune_vacuum() returns void language plpgsql as $$
declare part record;
begin
  for part in
    select p.relname from pg_inherits i
      join pg_class p on p.oid = i.inhrelid join pg_class r on r.oid = i.inhparent
     where r.relnamespace = 'cell'::regnamespace and r.relkind = 'p'
       and r.relname in ('containers', 'organization_counters', 'lane_clocks', 'dream_leases', 'term_counts', 'term_tallies',
                         'memory_term_counts', 'attempts', 'embedding_cache')
       and not coalesce(p.reloptions, '{}') @> array['autovacuum_vacuum_scale_factor=0.02']
     order by p.relname
  loop
    execute format('alter table cell.%I set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200)', part.relname);
  end loop;
end $$;
