-- A long document is dreamed of in steps, and the lease of a container's dreams is a row of its own.

-- `dreamed_revision`: the revision whose facts are known, from now on as far as `dreamed_chars` (characters, as Postgres
-- counts them) and `dreamed_units` (UTF-16 code units, as citations count). Null: to its end. `dreamed_speaker`: the label of
-- the turn in which a transcript was cut, because the next step does not see it. `dream_capped`: reading ended early, at the
-- most facts that one document may have.
alter table cell.documents
  add column dreamed_chars integer,
  add column dreamed_units integer,
  add column dreamed_speaker text,
  add column dream_capped boolean not null default false;

-- The lease was in the row of the container, which every transaction that writes a memory or a document updates: renewals
-- waited for the very work whose lease they were to renew. The columns in `containers` stay until no worker of the version
-- before can be running; two that dream in one container at once repeat work, and write nothing twice.
create table cell.dream_leases (
  shard        smallint not null,
  org          uuid not null,
  container    uuid not null,
  fence        bigint not null default 0,
  leased_until timestamptz,
  primary key (shard, org, container)
) partition by range (shard);
alter table cell.dream_leases enable row level security;
alter table cell.dream_leases force row level security;
create policy scope on cell.dream_leases to reverie_app
  using (org = cell.scope_org() and container >= cell.scope_first() and container <= cell.scope_last());
grant select, insert, update, delete on cell.dream_leases to reverie_app;

-- As before, without leases: a merge holds those of both containers. A lease is removed with its container.
create or replace function cell.tables_in_containers(tied_to_documents boolean) returns setof name language sql stable as $$
  select c.relname from pg_class c
   where c.relnamespace = 'cell'::regnamespace and c.relkind = 'p'
     and c.relname not in ('containers', 'documents', 'merges', 'dream_leases')
     and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'container' and not a.attisdropped)
     and tied_to_documents = exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'document' and not a.attisdropped)
   order by 1
$$;
