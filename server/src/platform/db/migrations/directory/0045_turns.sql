-- Work of the whole installation that one process does at a time, and when it is due again. A process that dies loses its
-- turn when `held_until` is over. `covers`: up to which moment the work is done for the whole installation; null: never.
create table directory.turns (
  name       text primary key,
  holder     text,
  held_until timestamptz not null default '-infinity',
  due_at     timestamptz not null default '-infinity',
  covers     timestamptz
);
grant select, insert, update on directory.turns to reverie_app;
