-- Requests of an organization, one row each, on its home shard: who asked for what, when, how it ended and how long it took.
-- Neither content nor addresses. Rows are written by the hundred and expire after REQUEST_LOG_DAYS.
create table if not exists cell.request_log (
  shard      smallint not null,
  org        uuid not null,
  at         timestamptz not null,
  id         uuid not null,
  key_id     text not null,
  operation  text not null,
  method     text not null,
  route      text not null,
  status     smallint not null,
  ms         real not null,
  request_id text not null,
  primary key (shard, org, at, id)
) partition by range (shard);

create index if not exists request_log_age on cell.request_log (at);

alter table cell.request_log enable row level security;
alter table cell.request_log force row level security;
-- It belongs to the organization and names its keys. No route of a scoped key needs it.
create policy scope on cell.request_log to reverie_app
  using (org = cell.scope_org() and cell.scope_first() <> cell.scope_last());
create policy expired on cell.request_log to reverie_maintenance using (true);
grant select, insert, update, delete on cell.request_log to reverie_app;
grant select (at), delete on cell.request_log to reverie_maintenance;
