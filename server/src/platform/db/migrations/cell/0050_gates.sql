-- Gates: what work waits for while something outside of Reverie fails (an embedder, the file store, the directory). A row
-- in work.gates means that the gate is shut. Like the queue, these tables name lanes, hold nothing that a tenant wrote,
-- and are hints: unlogged, because after a crash the reconciler wakes every lane that has work, and the first document
-- that fails shuts the gate again. They have a schema of their own, because every table of "cell" holds rows of tenants
-- behind row-level security.
create schema work;
grant usage on schema work to reverie_app, reverie_maintenance;

create unlogged table work.gates (
  name     text primary key,
  code     text not null,
  reason   text not null,
  shut_at  timestamptz not null default clock_timestamp(),
  probe_at timestamptz not null,
  probes   integer not null default 0
);

-- A lane that met a shut gate gets no wake until the gate opens, however many documents it has.
create unlogged table work.gate_waits (
  gate      text not null,
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  lane      smallint not null,
  since     timestamptz not null default clock_timestamp(),
  primary key (container, lane)
);
create index gate_waits_gate on work.gate_waits (gate);

-- A lane that waits may hold any number of due documents, and each new one wakes it. Without this index each of those
-- runs, which look for deleted documents, would read them all: 0.5 s at 50,000.
create index documents_deleted on cell.documents (shard, org, container, lane, ordered_at, id)
  where tombstoned_at is not null and due_at is not null;

grant select, insert, update, delete on work.gates, work.gate_waits to reverie_app;
grant select on work.gates, work.gate_waits to reverie_maintenance;
