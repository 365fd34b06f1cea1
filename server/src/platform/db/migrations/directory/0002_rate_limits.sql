-- GCRA's one number per key: until when its allowance is spoken for. Unlogged: losing it in a crash forgives a window.
create unlogged table directory.rate_limits (
  key     text primary key,
  free_at timestamptz not null
);
grant select, insert, update, delete on directory.rate_limits to reverie_app;
