-- What was answered under an Idempotency-Key, for a day. On the organization's home shard, whatever the request was about.
create table cell.idempotency_keys (
  shard        smallint not null,
  org          uuid not null,
  route        text not null,
  key          text not null,
  request_hash bytea not null,
  -- Null while the first request is being answered.
  response     jsonb,
  created_at   timestamptz not null default now(),
  primary key (shard, org, route, key)
) partition by range (shard);
create index idempotency_keys_age on cell.idempotency_keys (created_at);

alter table cell.idempotency_keys enable row level security;
alter table cell.idempotency_keys force row level security;
create policy scope on cell.idempotency_keys to reverie_app using (org = cell.scope_org());
grant select, insert, update, delete on cell.idempotency_keys to reverie_app;

-- Upkeep drops what is too old, which it finds by age alone.
create policy expired on cell.idempotency_keys to reverie_maintenance using (true);
grant select (created_at), delete on cell.idempotency_keys to reverie_maintenance;
