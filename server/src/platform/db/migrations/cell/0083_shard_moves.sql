-- Shards that are leaving this cell, have left it, are arriving, or have just arrived (docs/decisions/0073). Without a row, a
-- shard is here or was never here. `barrier` is the advisory lock that every writer of a leaving shard shares and its mover takes alone.
create table if not exists work.shard_moves (
  shard   smallint primary key,
  move    uuid not null,
  state   text not null check (state in ('leaving', 'gone', 'arriving', 'here')),
  barrier integer not null
);
create index if not exists shard_moves_move on work.shard_moves (move);
grant select, update on work.shard_moves to reverie_app;
grant select on work.shard_moves to reverie_maintenance, reverie_backfill;

-- A mark is written behind the last row of a shard. When it has arrived, all rows before it have.
create table if not exists work.move_marks (
  move uuid primary key,
  mark bigint not null
);

-- Runs before each written row of a shard that is on the move, on the partitions that hold such shards. The mover holds the
-- lock for well under a second, in which writers wait; afterwards they are sent to the other cell. Replication does not fire
-- it. Maintenance passes over rows that are not this cell's: the other cell has its own.
create or replace function cell.guard_shard() returns trigger language plpgsql as $$
declare
  found_shard smallint := case when tg_op = 'DELETE' or tg_name = 'guard_moved' then old.shard else new.shard end;
  here record;
begin
  select s.barrier, s.state into here from work.shard_moves s where s.shard = found_shard;
  if found then
    if here.state = 'leaving' then
      perform pg_advisory_xact_lock_shared(hashtext('reverie shard move'), here.barrier);
      select s.barrier, s.state into here from work.shard_moves s where s.shard = found_shard;
    end if;
    if here.state in ('gone', 'arriving') then
      if current_user = 'reverie_maintenance' then return null; end if;
      raise exception 'shard % is not in this cell', found_shard using errcode = 'RV010', detail = found_shard::text;
    end if;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

-- Sent with the begin of every transaction that acts on shards of a move: a process whose map is old reads nothing stale.
create or replace function cell.check_move(asked uuid) returns void language plpgsql stable as $$
declare strayed smallint;
begin
  select shard into strayed from work.shard_moves where move = asked and state in ('gone', 'arriving') limit 1;
  if found then
    raise exception 'shard % is not in this cell', strayed using errcode = 'RV010', detail = strayed::text;
  end if;
end $$;
