-- Dreaming: what documents say is read as facts, and the memories of a container follow from all of its facts, whatever
-- order they came in.

-- `dream_since`: waits to be read since then; 1970 is at once. Null: nothing to read. `dreamed_revision`: whose facts are known.
alter table cell.documents
  add column dream_since timestamptz,
  add column dreamed_revision integer not null default 0,
  add column dream_attempts integer not null default 0;
create index documents_dreams on cell.documents (shard, org, container, dream_since) where dream_since is not null;
create index documents_dream_order on cell.documents (shard, org, container, ordered_at, id) where dream_since is not null;
create policy dreaming on cell.documents for select to reverie_maintenance using (dream_since is not null);
grant select (dream_since) on cell.documents to reverie_maintenance;

-- What was added before there was dreaming is dreamed of now.
update cell.documents set dream_since = now()
 where status = 'done' and dreaming_status = 'dreaming' and tombstoned_at is null;

-- A fact, as it was read from a revision, and the memory that says it with what was decided about it.
create table cell.facts (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  document      uuid not null,
  id            uuid not null,
  revision      integer not null,
  said_at       timestamptz not null,
  fact          jsonb not null,
  embedding_set integer not null,
  embedding     halfvec not null,
  memory        uuid,
  decision      text,
  reason        text,
  learned_at    timestamptz not null default now(),
  primary key (shard, org, container, id)
) partition by range (shard);
alter table cell.facts alter column embedding set storage main;
create index facts_document on cell.facts (shard, org, container, document);
create index facts_memory on cell.facts (shard, org, container, memory);

-- Facts that may have to do with each other share a key. A hash of it: the facts themselves decide.
create table cell.fact_keys (
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  key       bigint not null,
  fact      uuid not null,
  document  uuid not null,
  primary key (shard, org, container, key, fact)
) partition by range (shard);
create index fact_keys_document on cell.fact_keys (shard, org, container, document);

-- What a person has undone: the one never takes the place of the other again. By their words, which last longer than ids.
create table cell.undone (
  shard      smallint not null,
  org        uuid not null,
  container  uuid not null,
  id         uuid not null default gen_random_uuid(),
  older      text not null,
  newer      text not null,
  created_at timestamptz not null default now(),
  primary key (shard, org, container, id)
) partition by range (shard);

do $$
declare name text;
begin
  foreach name in array array['facts', 'fact_keys', 'undone'] loop
    execute format('alter table cell.%I enable row level security', name);
    execute format('alter table cell.%I force row level security', name);
    execute format('create policy scope on cell.%I to reverie_app
      using (org = cell.scope_org() and container >= cell.scope_first() and container <= cell.scope_last())', name);
    execute format('grant select, insert, update, delete on cell.%I to reverie_app', name);
  end loop;
end $$;
