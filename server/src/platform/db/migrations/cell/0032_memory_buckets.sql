-- Which memories belong to which buckets of the profile, kept as memories are written: a profile reads them from an index.

-- The buckets of a container that are kept, by a hash of their key and description: another description is another bucket.
-- `least`: how similar a memory must be to belong to it.
create table cell.bucket_vectors (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  embedding_set integer not null,
  bucket        bigint not null,
  embedding     halfvec not null,
  least         real not null,
  primary key (shard, org, container, embedding_set, bucket)
) partition by range (shard);
alter table cell.bucket_vectors alter column embedding set storage main;

create table cell.memory_buckets (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  embedding_set integer not null,
  bucket        bigint not null,
  memory        uuid not null,
  similarity    real not null,
  primary key (shard, org, container, embedding_set, memory, bucket)
) partition by range (shard);
create index memory_buckets_best on cell.memory_buckets
  (shard, org, container, embedding_set, bucket, similarity desc, memory desc);

do $$
declare name text;
begin
  foreach name in array array['bucket_vectors', 'memory_buckets'] loop
    execute format('alter table cell.%I enable row level security', name);
    execute format('alter table cell.%I force row level security', name);
    execute format('create policy scope on cell.%I to reverie_app
      using (org = cell.scope_org() and container >= cell.scope_first() and container <= cell.scope_last())', name);
    execute format('grant select, insert, update, delete on cell.%I to reverie_app', name);
  end loop;
end $$;

-- Whoever writes memories holds the row of their container, and so does whoever begins to keep a bucket: none slips between.
create function cell.keep_memory_buckets() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into cell.memory_buckets as m (shard, org, container, embedding_set, bucket, memory, similarity)
    select n.shard, n.org, n.container, n.embedding_set, b.bucket, n.memory, 1 - (n.embedding <=> b.embedding)
      from new_rows n join cell.bucket_vectors b using (shard, org, container, embedding_set)
     where n.embedding <=> b.embedding <= 1 - b.least
    on conflict (shard, org, container, embedding_set, memory, bucket) do update set similarity = excluded.similarity;
  else
    delete from cell.memory_buckets m using old_rows o
     where m.shard = o.shard and m.org = o.org and m.container = o.container and m.embedding_set = o.embedding_set and m.memory = o.memory;
  end if;
  return null;
end $$;

create trigger keep_inserted_buckets after insert on cell.memory_vectors
  referencing new table as new_rows for each statement execute function cell.keep_memory_buckets();
create trigger keep_deleted_buckets after delete on cell.memory_vectors
  referencing old table as old_rows for each statement execute function cell.keep_memory_buckets();

-- Memories that are merged into another container may belong to other buckets there: those are sorted anew when next asked
-- for. By row, which is how an update that changes the partition fires too.
create function cell.forget_buckets() returns trigger language plpgsql as $$
begin
  delete from cell.bucket_vectors where shard = new.shard and org = new.org and container = new.container;
  return new;
end $$;
create trigger forget_buckets before update of container on cell.memory_vectors
  for each row when (old.container <> new.container) execute function cell.forget_buckets();
