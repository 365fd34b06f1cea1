-- Which vectors have an index of their own (decision 11): those of a container, or of a whole organization, whose container
-- then is the nil uuid. The index itself is made outside of any transaction, so a row comes before it and goes after it,
-- and `ready_at` says when a search may count on it: whatever an interrupted build or drop leaves behind has a row.
create table cell.vector_indexes (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  embedding_set integer not null,
  dimensions    integer not null,
  ready_at      timestamptz,
  created_at    timestamptz not null default now(),
  primary key (shard, org, container, embedding_set)
) partition by range (shard);

alter table cell.vector_indexes enable row level security;
alter table cell.vector_indexes force row level security;
create policy scope on cell.vector_indexes to reverie_app
  using (org = cell.scope_org() and container >= cell.scope_first() and container <= cell.scope_last());
grant select, insert, update, delete on cell.vector_indexes to reverie_app;
create policy upkeep on cell.vector_indexes to reverie_maintenance using (true);
grant select, insert, update, delete on cell.vector_indexes to reverie_maintenance;

-- What is large, by its keys and its size. Counters of an organization are in sixteen parts: what is hidden of one is at
-- most 15,000 chunks.
create policy large on cell.containers for select to reverie_maintenance using (chunks > 8000);
grant select (chunks, active_set) on cell.containers to reverie_maintenance;
create policy large on cell.organization_counters for select to reverie_maintenance using (chunks > 1000);
grant select (shard, org, chunks) on cell.organization_counters to reverie_maintenance;
create policy sizes on cell.embedding_sets for select to reverie_maintenance using (true);
grant select (shard, org, id, dimensions, role) on cell.embedding_sets to reverie_maintenance;

-- Chunks from before their container was large, which 0022 left as they were.
create policy unsought on cell.chunk_terms for select to reverie_maintenance using (not sought);
grant select (shard, org, container, sought) on cell.chunk_terms to reverie_maintenance;
