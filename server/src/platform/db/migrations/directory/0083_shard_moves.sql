-- Shards on their way from one cell to another. `phase` says how far a move is, so that any process can continue it or take
-- it back (docs/decisions/0073). Until `flipped` the shards are in the source, from then on in the target.
create table if not exists directory.shard_moves (
  id         uuid primary key,
  -- Names of cells, one of which may have been removed since: shards that have moved once stay where they were moved to.
  source     text not null,
  target     text not null,
  shards     smallint[] not null,
  phase      text not null default 'copying' check (phase in ('copying', 'closing', 'flipped', 'done', 'undone')),
  pause_ms   double precision,
  rows       bigint,
  started_at timestamptz not null default now(),
  flipped_at timestamptz,
  ended_at   timestamptz
);
-- Every process looks for moves whenever it reads the map of shards.
create index if not exists shard_moves_unfinished on directory.shard_moves (id) where phase in ('copying', 'closing', 'flipped');
grant select, update on directory.shard_moves to reverie_app;

-- A cell that is being emptied gets no new organization.
alter table directory.cells add column if not exists draining_at timestamptz;

-- Processes that run, with the cells that they know and when they last read the map of shards. A shard moves only to a cell
-- that all of them know, and only once all of them know of the move. Logged: after a crash or a failover, an empty list would
-- look as if nobody had to be waited for.
create table if not exists directory.processes (
  name        text primary key,
  cells       text[] not null,
  map_read_at timestamptz not null default clock_timestamp()
);
grant select, insert, update, delete on directory.processes to reverie_app;
