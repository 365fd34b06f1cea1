-- Gives every partitioned table of the cell its partitions, once: `wanted` equal ranges of the 1,024 shards.
-- The parent answers for row-level security and grants; partitions are never addressed by name.
create function cell.create_partitions(wanted integer) returns void language plpgsql as $$
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
    end loop;
  end loop;
  perform cell.tune_partitions();
end $$;

-- Storage by use: hot rows leave room for in-place updates; vectors stay in their row, where TOAST would be 4.5 times
-- slower; scans of the code index are index-only, so vacuum must follow inserts closely.
create function cell.tune_partitions() returns void language plpgsql as $$
declare part record;
begin
  for part in
    select p.relname, r.relname as parent from pg_inherits i
      join pg_class p on p.oid = i.inhrelid join pg_class r on r.oid = i.inhparent
     where r.relnamespace = 'cell'::regnamespace and r.relkind = 'p'
  loop
    if part.parent in ('containers', 'organization_counters', 'lane_clocks', 'term_counts') then
      execute format('alter table cell.%I set (fillfactor = 60)', part.relname);
    elsif part.parent = 'documents' then
      execute format('alter table cell.%I set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05)', part.relname);
    elsif part.parent in ('chunk_vectors', 'embedding_cache') then
      execute format('alter table cell.%I alter column embedding set storage main', part.relname);
      execute format('alter table cell.%I set (toast_tuple_target = 8160, autovacuum_vacuum_insert_threshold = 500,
        autovacuum_vacuum_insert_scale_factor = 0.02)', part.relname);
    elsif part.parent = 'chunk_terms' then
      execute format('alter table cell.%I alter column terms set storage main', part.relname);
      execute format('alter table cell.%I set (toast_tuple_target = 8160)', part.relname);
    end if;
  end loop;
end $$;
