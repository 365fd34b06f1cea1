create table cell.chunks (
  shard        smallint not null,
  org          uuid not null,
  container    uuid not null,
  document     uuid not null,
  position     integer not null,
  id           uuid not null,
  revision     integer not null,
  -- Span in the revision's text, in UTF-16 code units, as JavaScript counts.
  start_offset integer not null,
  end_offset   integer not null,
  content      text not null,
  headings     text[] not null default '{}',
  -- Of what was embedded: a chunk that did not change keeps its vector.
  content_hash bytea not null,
  type         text not null default 'text',
  metadata     jsonb,
  created_at   timestamptz not null default now(),
  primary key (shard, org, container, document, position)
) partition by range (shard);

-- Vectors live alone in a narrow table. The primary key carries the binary code: a search reads the index of one
-- container from end to end, 48 bytes a chunk at 384 dimensions, and touches the table only to re-rank the best few.
-- No approximate index spans containers: recall in a shared HNSW fell to 0.47 for small tenants.
create table cell.chunk_vectors (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  embedding_set integer not null,
  document      uuid not null,
  position      integer not null,
  embedding     halfvec not null,
  code          varbit not null generated always as (binary_quantize(embedding)) stored,
  primary key (shard, org, container, embedding_set, document, position) include (code)
) partition by range (shard);

-- BM25 as an inner product: the document's side is stored, idf comes with the query.
create table cell.chunk_terms (
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  document  uuid not null,
  position  integer not null,
  terms     sparsevec not null,
  primary key (shard, org, container, document, position)
) partition by range (shard);

-- In how many chunks of the container each term occurs. Statistics never cross containers.
create table cell.term_counts (
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  term      integer not null,
  chunks    integer not null,
  primary key (shard, org, container, term)
) partition by range (shard);

-- Vectors that were paid for but not yet indexed, so that a crash buys at most the call in flight again.
create table cell.embedding_cache (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  embedding_set integer not null,
  content_hash  bytea not null,
  embedding     halfvec not null,
  created_at    timestamptz not null default now(),
  primary key (shard, org, container, embedding_set, content_hash)
) partition by range (shard);

create function cell.count_chunks() returns trigger language plpgsql as $$
declare delta record;
begin
  if tg_op = 'INSERT' then
    for delta in select shard, org, container, count(*) as chunks from new_rows group by 1, 2, 3 order by 1, 2, 3 loop
      perform cell.count_up(delta.shard, delta.org, delta.container, 0, 0, 0, delta.chunks);
    end loop;
  else
    for delta in select shard, org, container, count(*) as chunks from old_rows group by 1, 2, 3 order by 1, 2, 3 loop
      perform cell.count_up(delta.shard, delta.org, delta.container, 0, 0, 0, -delta.chunks);
    end loop;
  end if;
  return null;
end $$;

create trigger count_inserted after insert on cell.chunks
  referencing new table as new_rows for each statement execute function cell.count_chunks();
create trigger count_deleted after delete on cell.chunks
  referencing old table as old_rows for each statement execute function cell.count_chunks();
