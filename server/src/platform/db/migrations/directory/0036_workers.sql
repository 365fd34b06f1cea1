-- Workers that run, by their own heartbeat: `reverie doctor` tells whether anybody processes documents. In the directory,
-- because a worker works in every cell. A worker that stops takes its row with it; one that dies leaves it to grow old.
create unlogged table directory.workers (
  name       text primary key,
  started_at timestamptz not null default now(),
  seen_at    timestamptz not null default now()
);
grant select, insert, update, delete on directory.workers to reverie_app;
