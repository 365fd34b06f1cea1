-- What a set is to an organization while it has more than one: `active` is searched, `building` and `previous` are kept up
-- beside it, `dropping` is on its way out. Null while there is only one, which then is that of the containers.
alter table cell.embedding_sets add column role text check (role in ('active', 'building', 'previous', 'dropping'));
create unique index embedding_sets_role on cell.embedding_sets (shard, org, role) where role <> 'dropping';

-- How far a container's vectors in a set have got. What is missing is read from the rows themselves: this only says where
-- to look next. The id is in the key because a merge moves rows: the target may then have two of a set, and both are worked
-- off.
create table cell.embedding_builds (
  shard          smallint not null,
  org            uuid not null,
  container      uuid not null,
  embedding_set  integer not null,
  id             uuid not null default gen_random_uuid(),
  after_chunk_of uuid not null default '00000000-0000-0000-0000-000000000000',
  after_position integer not null default -1,
  after_memory   uuid not null default '00000000-0000-0000-0000-000000000000',
  -- Vectors made, and times more were found to be missing, since the walk began. With neither it has found all it can.
  made           integer not null default 0,
  leased_until   timestamptz,
  done_at        timestamptz,
  created_at     timestamptz not null default now(),
  primary key (shard, org, container, embedding_set, id)
) partition by range (shard);
create index embedding_builds_open on cell.embedding_builds (shard, org, container) where done_at is null;

alter table cell.embedding_builds enable row level security;
alter table cell.embedding_builds force row level security;
create policy scope on cell.embedding_builds to reverie_app
  using (org = cell.scope_org() and container >= cell.scope_first() and container <= cell.scope_last());
grant select, insert, update, delete on cell.embedding_builds to reverie_app;
create policy unfinished on cell.embedding_builds for select to reverie_maintenance using (done_at is null);
grant select (shard, org, container, done_at) on cell.embedding_builds to reverie_maintenance;
