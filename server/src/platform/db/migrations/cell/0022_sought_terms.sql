-- In a large container a search looks up the chunks that hold its rarest words instead of comparing all of them. Chunks that
-- come to a container once it is large are `sought` that way; those from before are still compared one by one, and are
-- never more than a small container has. So nothing has to be indexed again when a container grows, and small containers,
-- which are most, pay 80 bytes a chunk: the index takes 0.6 ms and 450 bytes a chunk in one of 100,000, and kilobytes where words are
-- in few chunks.
alter table cell.chunk_terms add column sought boolean not null default false;

create function cell.terms_of(terms sparsevec) returns integer[] language sql immutable strict parallel safe
  return string_to_array(regexp_replace(trim('{}' from split_part(terms::text, '/', 1)), ':[^,]*', '', 'g'), ',')::integer[];

-- Terms as keys of their container, the keys of one container side by side. Should two containers share them, the container
-- itself is compared too.
create function cell.term_keys(container uuid, terms integer[]) returns bigint[] language sql immutable strict parallel safe
  return array(select (uuid_hash_extended(container, 0) << 20) + term - 1 from unnest(terms) term);

-- With its list of pending entries, as is usual: without it an insert takes 4 ms. A search reads the list too, up to 2 ms.
create index chunk_terms_sought on cell.chunk_terms using gin (cell.term_keys(container, cell.terms_of(terms))) where sought;
create index chunk_terms_unsought on cell.chunk_terms (shard, org, container, document, position) where not sought;

-- Resolved here, so that what runs with a pinned search path need not know where pgvector lives.
create function cell.term_distance(one sparsevec, other sparsevec) returns float8 language sql immutable strict parallel safe
  return one <#> other;

-- How far the sought chunks that hold any of the terms are from the query. The operator the index knows is not leakproof, so
-- under the policy of reverie_app it would be asked of every row the policy shows. This runs as a role whose policy shows
-- all terms and that can do nothing else, and first compares the scope itself, as the policy would have.
create function cell.find_sought(
  p_shard smallint, p_org uuid, p_container uuid, p_terms integer[], p_query sparsevec
) returns table (document uuid, "position" integer, distance float8) language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  if p_org = cell.scope_org() and p_container >= cell.scope_first() and p_container <= cell.scope_last() then
    -- `offset 0`: organization and container are compared last, or the planner might walk the whole container by them.
    return query
      select t.document, t."position", cell.term_distance(t.terms, p_query) from (
        select * from cell.chunk_terms c
         where c.shard = p_shard and c.sought and cell.term_keys(c.container, cell.terms_of(c.terms)) && cell.term_keys(p_container, p_terms)
        offset 0) t
       where t.org = p_org and t.container = p_container;
  end if;
end $$;

create policy seek on cell.chunk_terms for select to reverie_seeker using (true);
grant select on cell.chunk_terms to reverie_seeker;
grant usage, create on schema cell to reverie_seeker;
alter function cell.find_sought(smallint, uuid, uuid, integer[], sparsevec) owner to reverie_seeker;
revoke create on schema cell from reverie_seeker;
revoke execute on function cell.find_sought(smallint, uuid, uuid, integer[], sparsevec) from public;
grant execute on function cell.find_sought(smallint, uuid, uuid, integer[], sparsevec) to reverie_app;
