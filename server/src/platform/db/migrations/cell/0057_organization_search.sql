-- online
-- Search of a whole organization (decision 47). An organization beyond a size has indexes of its own: of its words (GIN) and of
-- its vectors (IVFFlat), for chunks and for memories. They are partial indexes on the tables as they are, made outside of any
-- transaction, so a row here comes before the index and goes after it. Everything here adds to what is there.

-- step
create table if not exists cell.organization_indexes (
  shard         smallint not null,
  org           uuid not null,
  -- 'chunks' or 'memories'.
  corpus        text not null,
  -- 'words' or 'vectors'.
  kind          text not null,
  -- 0 for words, which no embedding set changes.
  embedding_set integer not null,
  dimensions    integer not null,
  -- Vectors only: the number of lists, which follows from the rows at the time of the build.
  lists         integer not null,
  -- Searches use the index from then on.
  ready_at      timestamptz,
  -- A build that held back vacuum for too long is given up, and tried again after this time.
  postponed_until timestamptz,
  given_up      smallint not null default 0,
  created_at    timestamptz not null default now(),
  primary key (shard, org, corpus, kind, embedding_set)
) partition by range (shard);

-- step
do $$
begin
  alter table cell.organization_indexes enable row level security;
  alter table cell.organization_indexes force row level security;
end $$;

-- step
-- One table at a time: a policy needs the table for itself, for a moment. A scoped key has no use for the index of an organization.
do $$
declare wanted record;
begin
  for wanted in
    select * from (values ('organization_indexes', 'scope', 'all', 'reverie_app', 'org = cell.scope_org() and cell.scope_first() < cell.scope_last()'),
                          ('organization_indexes', 'upkeep', 'all', 'reverie_maintenance', 'true'),
                          ('memory_terms', 'seek', 'select', 'reverie_seeker', 'true'))
      as w (table_name, policy, command, role_name, condition)
     where not exists (select from pg_policy p where p.polrelid = ('cell.' || w.table_name)::regclass and p.polname = w.policy)
  loop
    execute format('create policy %I on cell.%I for %s to %I using (%s)',
      wanted.policy, wanted.table_name, wanted.command, wanted.role_name, wanted.condition);
    commit;
  end loop;
end $$;

-- step
grant select, insert, update, delete on cell.organization_indexes to reverie_app;

-- step
grant select, insert, update, delete on cell.organization_indexes to reverie_maintenance;

-- step
-- Maintenance looks for organizations with many memories too.
alter policy large on cell.organization_counters using (chunks > 1000 or memory_versions > 1000);

-- step
grant select (memory_versions) on cell.organization_counters to reverie_maintenance;

-- step
grant select on cell.memory_terms to reverie_seeker;

-- step
-- The terms of a chunk, read from the binary form of the vector: the text form and a regular expression took three times as long
-- (223 → 70 µs for 157 terms), which was most of the cost of an insert into a word index. Indexes stay valid, because the
-- result is the same. The binary form has 12 bytes, then each term less one, then the weights, 4 bytes each; a term has 20 bits.
create or replace function cell.terms_of(terms sparsevec) returns integer[] language sql immutable strict parallel safe
  return array(select (get_byte(bytes, at) << 16) + (get_byte(bytes, at + 1) << 8) + get_byte(bytes, at + 2) + 1
    from (select sparsevec_send(terms) as bytes offset 0) sent, generate_series(13, length(bytes) / 2 + 3, 4) at);

-- step
-- The operators that the word index knows are not leakproof, so under the policies of reverie_app they would run on every row.
-- As in 0022, functions of a role that may read terms and nothing else look words up. They refuse every scope but the whole
-- organization: a scoped key has its container, and no index of the organization.
create or replace function cell.is_whole_organization(p_org uuid) returns boolean language sql stable parallel safe
  return coalesce(p_org = cell.scope_org() and cell.scope_first() < cell.scope_last(), false);

-- step
-- In one transaction, once: afterwards they belong to reverie_seeker, and nobody may use them before the last line.
do $do$
begin
if to_regprocedure('cell.count_words(smallint, uuid, text, integer[], integer)') is not null then
  return;
end if;

-- The distance of chunks with any of the words or, if there are none of these, with all of the others. At most p_most chunks,
-- so that a word that is commoner than expected costs no more time than expected.
create function cell.seek_chunks(
  p_shard smallint, p_org uuid, p_any integer[], p_all integer[], p_query sparsevec, p_most integer
) returns table (container uuid, document uuid, "position" integer, distance float8) language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $f$
begin
  if not cell.is_whole_organization(p_org) then
    return;
  elsif cardinality(p_any) > 0 then
    return query
      select t.container, t.document, t."position", cell.term_distance(t.terms, p_query) from (
        select * from cell.chunk_terms c
         where c.shard = p_shard and c.org = p_org and cell.terms_of(c.terms) && p_any limit p_most) t;
  else
    return query
      select t.container, t.document, t."position", cell.term_distance(t.terms, p_query) from (
        select * from cell.chunk_terms c
         where c.shard = p_shard and c.org = p_org and cell.terms_of(c.terms) @> p_all limit p_most) t;
  end if;
end $f$;

create function cell.seek_memories(
  p_shard smallint, p_org uuid, p_any integer[], p_all integer[], p_query sparsevec, p_most integer
) returns table (container uuid, memory uuid, distance float8) language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $f$
begin
  if not cell.is_whole_organization(p_org) then
    return;
  elsif cardinality(p_any) > 0 then
    return query
      select t.container, t.memory, cell.term_distance(t.terms, p_query) from (
        select * from cell.memory_terms m
         where m.shard = p_shard and m.org = p_org and cell.terms_of(m.terms) && p_any and m.live_until > now() limit p_most) t;
  else
    return query
      select t.container, t.memory, cell.term_distance(t.terms, p_query) from (
        select * from cell.memory_terms m
         where m.shard = p_shard and m.org = p_org and cell.terms_of(m.terms) @> p_all and m.live_until > now() limit p_most) t;
  end if;
end $f$;

-- The number of rows with each of these words, counted up to p_most.
create function cell.count_words(p_shard smallint, p_org uuid, p_corpus text, p_terms integer[], p_most integer)
  returns table (term integer, "rows" integer) language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $f$
declare each integer;
begin
  if not cell.is_whole_organization(p_org) then
    return;
  end if;
  foreach each in array p_terms loop
    if p_corpus = 'chunks' then
      return query select each, count(*)::integer from (
        select from cell.chunk_terms c
         where c.shard = p_shard and c.org = p_org and cell.terms_of(c.terms) && array[each] limit p_most) found;
    else
      return query select each, count(*)::integer from (
        select from cell.memory_terms m
         where m.shard = p_shard and m.org = p_org and cell.terms_of(m.terms) && array[each] limit p_most) found;
    end if;
  end loop;
end $f$;

grant create on schema cell to reverie_seeker;
alter function cell.seek_chunks(smallint, uuid, integer[], integer[], sparsevec, integer) owner to reverie_seeker;
alter function cell.seek_memories(smallint, uuid, integer[], integer[], sparsevec, integer) owner to reverie_seeker;
alter function cell.count_words(smallint, uuid, text, integer[], integer) owner to reverie_seeker;
revoke create on schema cell from reverie_seeker;
revoke execute on function cell.seek_chunks(smallint, uuid, integer[], integer[], sparsevec, integer) from public;
revoke execute on function cell.seek_memories(smallint, uuid, integer[], integer[], sparsevec, integer) from public;
revoke execute on function cell.count_words(smallint, uuid, text, integer[], integer) from public;
grant execute on function cell.seek_chunks(smallint, uuid, integer[], integer[], sparsevec, integer) to reverie_app;
grant execute on function cell.seek_memories(smallint, uuid, integer[], integer[], sparsevec, integer) to reverie_app;
grant execute on function cell.count_words(smallint, uuid, text, integer[], integer) to reverie_app;
end $do$;
