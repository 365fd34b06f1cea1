-- Wakes and turns (decision 42). A wake says that a lane may have work. A turn stands for all wakes of one organization and
-- one kind of work. A worker chooses the turn that ranks first, and then the oldest wake of that turn: an organization
-- with 60,000 containers has as many turns as one with a single container. Like work.gates, these tables name lanes and
-- hold nothing that a tenant wrote. Older versions go on using the queue in the schema "boss"; both find all work by their
-- reconciler, so they can run side by side. A later migration drops "boss".
create table work.wakes (
  seq       bigint generated always as identity,
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  lane      smallint not null,
  primary key (container, lane)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
create index wakes_oldest on work.wakes (org, lane, seq);

-- A wake for later becomes a wake when it is due. A table of its own, so that a worker that looks for work does not pass
-- those that wait, and so that a wake for later keeps out no wake for now.
create table work.wakes_later (
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  lane      smallint not null,
  due_at    timestamptz not null,
  primary key (container, lane)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
create index wakes_later_due on work.wakes_later (due_at);

-- Two transactions that add the first wakes of an organization at the same moment each insert a turn. With a unique index,
-- the second would wait for the first to commit. A turn too many does no harm: turns of one kind are dropped together.
create table work.turns (
  id      bigint generated always as identity primary key,
  org     uuid not null,
  lane    smallint not null,
  reading boolean not null,
  -- By how much this kind of work yields to interactive work.
  yields  interval not null,
  -- The organization's virtual time plus "yields". The smallest goes first.
  rank_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0);
create index turns_rank on work.turns (reading, rank_at, id);
create index turns_org on work.turns (org, lane);

grant select, insert, update, delete on work.wakes, work.wakes_later, work.turns to reverie_app;
-- The reconciler wakes no lane that is queued.
grant select on work.wakes, work.turns to reverie_maintenance;
