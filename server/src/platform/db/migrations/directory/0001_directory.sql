-- The directory: who the organizations are, which keys open them, and which cell holds which shard.
-- It holds no content. With one DATABASE_URL it shares the database of the first cell.
create schema directory;

create table directory.organizations (
  id         uuid primary key,
  slug       text not null unique,
  name       text not null,
  -- An ordinary organization lives whole on its home shard; a spread one places each container by hash.
  home_shard smallint not null check (home_shard between 0 and 1023),
  spread     boolean not null default false,
  created_at timestamptz not null default now()
);

create table directory.keys (
  -- The public part of the key value; the secret part is stored only as its SHA-256.
  id                   text primary key,
  org                  uuid not null references directory.organizations,
  name                 text not null,
  secret_hash          bytea not null check (length(secret_hash) = 32),
  -- Set on scoped keys: the one container tag they may touch.
  container_tag        text,
  rate_limit_max       integer,
  rate_limit_window_ms integer,
  created_at           timestamptz not null default now(),
  expires_at           timestamptz,
  disabled_at          timestamptz,
  last_used_at         timestamptz
);
create index keys_org on directory.keys (org, created_at);

create table directory.cells (
  name      text primary key,
  joined_at timestamptz not null default now()
);

create table directory.shards (
  shard smallint primary key check (shard between 0 and 1023),
  cell  text not null references directory.cells
);

create table directory.settings (
  org        uuid primary key references directory.organizations,
  settings   jsonb not null default '{}',
  updated_at timestamptz not null default now()
);

grant usage on schema directory to reverie_app;
grant select, insert, update on all tables in schema directory to reverie_app;
