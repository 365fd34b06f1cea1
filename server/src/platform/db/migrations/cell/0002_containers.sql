create table cell.containers (
  shard          smallint not null,
  org            uuid not null,
  container      uuid not null,
  tag            text not null,
  name           text,
  entity_context text,
  -- Which vectors answer searches, and which are being made to replace them.
  active_set     integer not null,
  building_set   integer,
  -- Kept by triggers on documents and chunks, so that no code path can forget them.
  documents      bigint not null default 0,
  pending        bigint not null default 0,
  failed         bigint not null default 0,
  chunks         bigint not null default 0,
  -- Dreaming is serial in a container: its holder, and the token that outlives a holder that stalled.
  dream_leased_until timestamptz,
  dream_fence    bigint not null default 0,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  primary key (shard, org, container),
  unique (shard, org, tag)
) partition by range (shard);

-- Sums over an organization's containers, of which there may be millions: never counted, always kept.
-- Sixteen slots, chosen by container, so that an organization's adds do not wait for each other on one row.
create table cell.organization_counters (
  shard     smallint not null,
  org       uuid not null,
  slot      smallint not null,
  documents bigint not null default 0,
  pending   bigint not null default 0,
  failed    bigint not null default 0,
  chunks    bigint not null default 0,
  primary key (shard, org, slot)
) partition by range (shard);

-- Virtual time of an organization's work: ahead of now by what it has used lately.
create table cell.lane_clocks (
  shard      smallint not null,
  org        uuid not null,
  virtual_at timestamptz not null,
  primary key (shard, org)
) partition by range (shard);

-- The identity of a model, and with it of the vectors it made. Vectors of two sets are never compared.
create table cell.embedding_sets (
  shard      smallint not null,
  org        uuid not null,
  id         integer not null,
  provider   text not null,
  model      text not null,
  revision   text not null,
  dimensions integer not null,
  created_at timestamptz not null default now(),
  primary key (shard, org, id),
  unique (shard, org, provider, model, revision, dimensions)
) partition by range (shard);

-- Adds one delta to a container's counters and to its organization's.
create function cell.count_up(
  p_shard smallint, p_org uuid, p_container uuid, p_documents bigint, p_pending bigint, p_failed bigint, p_chunks bigint
) returns void language sql as $$
  update cell.containers
     set documents = documents + p_documents, pending = pending + p_pending,
         failed = failed + p_failed, chunks = chunks + p_chunks, updated_at = now()
   where shard = p_shard and org = p_org and container = p_container;
  insert into cell.organization_counters as c (shard, org, slot, documents, pending, failed, chunks)
  values (p_shard, p_org, abs(uuid_hash(p_container)::bigint) % 16, p_documents, p_pending, p_failed, p_chunks)
  on conflict (shard, org, slot) do update
     set documents = c.documents + excluded.documents, pending = c.pending + excluded.pending,
         failed = c.failed + excluded.failed, chunks = c.chunks + excluded.chunks;
$$;
