-- What is known, one fact to a row. A memory is never edited: a new version takes its place and points at the one before.
create table cell.memories (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  id            uuid not null,
  text          text not null,
  -- Finds a memory by its exact words; 64 bits, so the text itself decides.
  text_hash     bigint not null generated always as (hashtextextended(text, 0)) stored,
  is_static     boolean not null default false,
  is_inference  boolean not null default false,
  is_latest     boolean not null default true,
  is_forgotten  boolean not null default false,
  version       integer not null default 1,
  parent        uuid,
  -- First of its chain: its own id when it is that.
  root          uuid not null,
  -- Documents that say so, and one for whoever stated it outright.
  source_count  integer not null default 1,
  metadata      jsonb,
  -- Who said it; what a user says weighs more than what a page says.
  origin        text not null default 'api' check (origin in ('api', 'user', 'assistant', 'document', 'tool')),
  confidence    real,
  -- What a person thought of an inference.
  review        text check (review in ('approved', 'declined')),

  forget_after  timestamptz,
  forget_reason text,
  forgotten_at  timestamptz,
  -- Forgotten together, to be brought back together.
  forget_batch  uuid,

  -- Two clocks: when we learned it, and when it was so. `true_until` is set when something newer took its place.
  learned_at    timestamptz not null default now(),
  true_from     timestamptz,
  true_until    timestamptz,
  document_date timestamptz,
  event_dates   timestamptz[] not null default '{}',
  updated_at    timestamptz not null default now(),
  primary key (shard, org, container, id)
) partition by range (shard);

create unique index memories_id on cell.memories (shard, org, id);
create index memories_text on cell.memories (shard, org, container, text_hash);
create index memories_root on cell.memories (shard, org, container, root, version);
create index memories_updated on cell.memories (shard, org, container, updated_at, id) where is_latest;
-- The profile, as it is read: what lasts apart from what passes, newest first, inferences nobody approved last.
create index memories_current on cell.memories
  (shard, org, container, is_static, (is_inference and review is distinct from 'approved'), id desc)
  where is_latest and not is_forgotten;

-- Past their time and not marked: few, and taken off the counters when memories are counted.
create index memories_expiring on cell.memories (shard, org, container, forget_after)
  where forget_after is not null and is_latest and not is_forgotten;

create type cell.memory_relation as enum ('updates', 'extends', 'derives');

-- `memory` updates, extends or derives from `related`, and why that was decided.
create table cell.memory_relations (
  shard      smallint not null,
  org        uuid not null,
  container  uuid not null,
  memory     uuid not null,
  related    uuid not null,
  relation   cell.memory_relation not null,
  reason     text,
  created_at timestamptz not null default now(),
  primary key (shard, org, container, memory, related)
) partition by range (shard);
create index memory_relations_related on cell.memory_relations (shard, org, container, related);

-- Where a memory comes from: the revision of a document and the spans of its text, in UTF-16 code units as chunks have them.
create table cell.memory_sources (
  shard      smallint not null,
  org        uuid not null,
  container  uuid not null,
  memory     uuid not null,
  document   uuid not null,
  revision   integer not null,
  spans      int4multirange not null default '{}',
  created_at timestamptz not null default now(),
  primary key (shard, org, container, memory, document)
) partition by range (shard);
create index memory_sources_document on cell.memory_sources (shard, org, container, document);

-- As chunk_vectors and chunk_terms are for chunks. `live_until` is when a memory leaves search: never, at its
-- `forget_after`, or long ago. Superseded memories stay, for those who ask what was known at some time.
create table cell.memory_vectors (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  embedding_set integer not null,
  memory        uuid not null,
  embedding     halfvec not null,
  code          varbit not null generated always as (binary_quantize(embedding)) stored,
  live_until    timestamptz not null default 'infinity',
  primary key (shard, org, container, embedding_set, memory) include (code, live_until)
) partition by range (shard);
-- In its row, where TOAST would be 4.5 times slower.
alter table cell.memory_vectors alter column embedding set storage main;

create table cell.memory_terms (
  shard      smallint not null,
  org        uuid not null,
  container  uuid not null,
  memory     uuid not null,
  terms      sparsevec not null,
  live_until timestamptz not null default 'infinity',
  primary key (shard, org, container, memory)
) partition by range (shard);
alter table cell.memory_terms alter column terms set storage main;

-- In how many memories of the container, superseded ones too, each term occurs.
create table cell.memory_term_counts (
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  term      integer not null,
  memories  integer not null,
  primary key (shard, org, container, term)
) partition by range (shard);

-- As document_attributes.
create table cell.memory_attributes (
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  memory    uuid not null,
  key       text not null,
  element   integer not null,
  value     text not null,
  folded    text not null generated always as (lower(left(value, 200))) stored,
  number    double precision,
  primary key (shard, org, container, memory, key, element)
) partition by range (shard);
create index memory_attributes_value on cell.memory_attributes (shard, org, container, key, folded, memory);
create index memory_attributes_number on cell.memory_attributes
  (shard, org, container, key, number, memory) where number is not null;

create function cell.keep_memory_attributes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into cell.memory_attributes (shard, org, container, memory, key, element, value, number)
    select n.shard, n.org, n.container, n.id, a.* from new_rows n, cell.attributes_of(n.metadata) a
     where n.metadata is not null;
  else
    delete from cell.memory_attributes a
     where a.shard = old.shard and a.org = old.org and a.container = old.container and a.memory = old.id;
    insert into cell.memory_attributes (shard, org, container, memory, key, element, value, number)
    select new.shard, new.org, new.container, new.id, a.* from cell.attributes_of(new.metadata) a;
  end if;
  return null;
end $$;

create trigger keep_inserted_attributes after insert on cell.memories
  referencing new table as new_rows for each statement execute function cell.keep_memory_attributes();
create trigger keep_updated_attributes after update of metadata, container on cell.memories
  for each row when (old.metadata is distinct from new.metadata or old.container <> new.container)
  execute function cell.keep_memory_attributes();

create function cell.live_until(is_latest boolean, is_forgotten boolean, forget_after timestamptz)
  returns timestamptz language sql immutable parallel safe
  return case when is_latest and not is_forgotten then coalesce(forget_after, 'infinity') else '-infinity' end;

-- Whatever takes a memory out of search, or brings it back, does so in both arms.
create function cell.keep_memory_liveness() returns trigger language plpgsql as $$
declare until timestamptz := cell.live_until(new.is_latest, new.is_forgotten, new.forget_after);
begin
  update cell.memory_vectors v set live_until = until
   where v.shard = new.shard and v.org = new.org and v.container = new.container and v.memory = new.id;
  update cell.memory_terms t set live_until = until
   where t.shard = new.shard and t.org = new.org and t.container = new.container and t.memory = new.id;
  return null;
end $$;

create trigger keep_liveness after update of is_latest, is_forgotten, forget_after on cell.memories
  for each row when (old.is_latest <> new.is_latest or old.is_forgotten <> new.is_forgotten
                     or old.forget_after is distinct from new.forget_after)
  execute function cell.keep_memory_liveness();

-- `memories` are those that are known now; `memory_versions` every row, which is what a search weighs words by.
alter table cell.containers add column memories bigint not null default 0, add column memory_versions bigint not null default 0;
alter table cell.organization_counters add column memories bigint not null default 0,
  add column memory_versions bigint not null default 0;

create function cell.count_up_memories(p_shard smallint, p_org uuid, p_container uuid, p_memories bigint, p_versions bigint)
  returns void language sql as $$
  update cell.containers
     set memories = memories + p_memories, memory_versions = memory_versions + p_versions, updated_at = now()
   where shard = p_shard and org = p_org and container = p_container;
  insert into cell.organization_counters as c (shard, org, slot, memories, memory_versions)
  values (p_shard, p_org, abs(uuid_hash(p_container)::bigint) % 16, p_memories, p_versions)
  on conflict (shard, org, slot) do update
     set memories = c.memories + excluded.memories, memory_versions = c.memory_versions + excluded.memory_versions;
$$;

create function cell.count_memories() returns trigger language plpgsql as $$
declare delta record;
begin
  if tg_op = 'INSERT' then
    for delta in
      select shard, org, container, count(*) filter (where is_latest and not is_forgotten) as memories, count(*) as versions
        from new_rows group by 1, 2, 3 order by 1, 2, 3
    loop
      perform cell.count_up_memories(delta.shard, delta.org, delta.container, delta.memories, delta.versions);
    end loop;
  elsif tg_op = 'UPDATE' then
    for delta in
      select shard, org, container, sum(memories) as memories, sum(versions) as versions
        from (select shard, org, container, (is_latest and not is_forgotten)::int as memories, 1 as versions from new_rows
              union all
              select shard, org, container, -(is_latest and not is_forgotten)::int, -1 from old_rows) changes
       group by 1, 2, 3 having sum(memories) <> 0 or sum(versions) <> 0 order by 1, 2, 3
    loop
      perform cell.count_up_memories(delta.shard, delta.org, delta.container, delta.memories, delta.versions);
    end loop;
  else
    for delta in
      select shard, org, container, count(*) filter (where is_latest and not is_forgotten) as memories, count(*) as versions
        from old_rows group by 1, 2, 3 order by 1, 2, 3
    loop
      perform cell.count_up_memories(delta.shard, delta.org, delta.container, -delta.memories, -delta.versions);
    end loop;
  end if;
  return null;
end $$;

create trigger count_inserted after insert on cell.memories
  referencing new table as new_rows for each statement execute function cell.count_memories();
create trigger count_updated after update on cell.memories
  referencing old table as old_rows new table as new_rows for each statement execute function cell.count_memories();
create trigger count_deleted after delete on cell.memories
  referencing old table as old_rows for each statement execute function cell.count_memories();

do $$
declare name text;
begin
  foreach name in array array['memories', 'memory_relations', 'memory_sources', 'memory_vectors', 'memory_terms',
                              'memory_term_counts', 'memory_attributes'] loop
    execute format('alter table cell.%I enable row level security', name);
    execute format('alter table cell.%I force row level security', name);
    execute format('create policy scope on cell.%I to reverie_app
      using (org = cell.scope_org() and container >= cell.scope_first() and container <= cell.scope_last())', name);
    execute format('grant select, insert, update, delete on cell.%I to reverie_app', name);
  end loop;
end $$;
