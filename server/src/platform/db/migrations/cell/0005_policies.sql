-- Row-level security on every table of the cell, forced also on the owner. A table added later without a policy
-- fails the schema test.
do $$
declare name text;
begin
  foreach name in array array['containers', 'documents', 'secondary_tags', 'revisions', 'attempts', 'chunks', 'chunk_vectors',
                              'chunk_terms', 'term_counts', 'embedding_cache'] loop
    execute format('alter table cell.%I enable row level security', name);
    execute format('alter table cell.%I force row level security', name);
    execute format('create policy scope on cell.%I to reverie_app
      using (org = cell.scope_org() and container >= cell.scope_first() and container <= cell.scope_last())', name);
  end loop;
  foreach name in array array['organization_counters', 'lane_clocks', 'embedding_sets'] loop
    execute format('alter table cell.%I enable row level security', name);
    execute format('alter table cell.%I force row level security', name);
    execute format('create policy scope on cell.%I to reverie_app using (org = cell.scope_org())', name);
  end loop;
end $$;

grant select, insert, update, delete on all tables in schema cell to reverie_app;

-- The reconciler looks over all organizations, but only at what is due: no content, no metadata, no ids but keys.
create policy due on cell.documents for select to reverie_maintenance using (due_at is not null);
grant select (shard, org, container, lane, due_at, ordered_at, id) on cell.documents to reverie_maintenance;
-- It may drop what a crash left in the cache, which it finds by age alone.
create policy expired on cell.embedding_cache to reverie_maintenance using (true);
grant select (created_at), delete on cell.embedding_cache to reverie_maintenance;
