-- Connections to sources (decision 64). A connection, its runs and the list of its items lie in the home shard of the
-- organization, whatever shards its documents are in. The column is called `container_tag` and not `container`: a connection is
-- neither cleared nor moved with the container that it fills.
create table if not exists cell.connections (
  shard               smallint not null,
  org                 uuid not null,
  id                  uuid not null,
  provider            text not null,
  container_tag       text not null,
  settings            jsonb not null default '{}',
  -- Sealed, like all secrets: what a person entered, or the tokens of an authorization.
  credentials         jsonb,
  -- Rises with every change of the credentials, so that whoever waits for a renewal sees it.
  credentials_version integer not null default 0,
  -- Until then one process renews the tokens. The others wait for it.
  renewing_until      timestamptz,
  expires_at          timestamptz,
  account             text,
  -- Resources that a person chose, with their names. Null: everything.
  chosen              jsonb,
  state               text not null default 'active' check (state in ('active', 'paused', 'needs_authorization', 'deleting')),
  document_limit      integer,
  metadata            jsonb,
  -- Null: as often as the connector says. Zero: only when asked.
  every_minutes       integer,
  checkpoint          jsonb,
  -- The run that began to read everything from the beginning. Items that it has not seen when it is through are gone.
  full_run            uuid,
  -- Sealed, because it holds the secret that signs events.
  subscription        jsonb,
  next_run_at         timestamptz,
  -- A run that was asked for: 'manual' or 'event', and whether it reads the source or only the items that are wanted.
  asked               text,
  asks_pull           boolean not null default false,
  current_run         uuid,
  -- Runs that failed since the last success.
  failures            integer not null default 0,
  -- Steps since the last progress. A run that only ends its workers is given up.
  attempts            integer not null default 0,
  fence               bigint not null default 0,
  leased_until        timestamptz,
  deletes_documents   boolean not null default false,
  created_by          text not null,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  primary key (shard, org, id)
) partition by range (shard);

create index if not exists connections_at_work on cell.connections (shard, org, id)
  where state = 'deleting' or (state = 'active' and (asked is not null or current_run is not null or next_run_at is not null));

-- A run reads what has changed. Its place is in the connection; this row says what came of it.
create table if not exists cell.sync_runs (
  shard           smallint not null,
  org             uuid not null,
  connection      uuid not null,
  id              uuid not null,
  trigger         text not null default 'cron' check (trigger in ('event', 'cron', 'manual')),
  status          text not null default 'running' check (status in ('running', 'completed', 'failed')),
  phase           text not null default 'fetch' check (phase in ('fetch', 'pull', 'prune', 'done')),
  pulls           boolean not null default true,
  items_processed integer not null default 0,
  items_unchanged integer not null default 0,
  items_deleted   integer not null default 0,
  items_failed    integer not null default 0,
  items_skipped   integer not null default 0,
  restarts        smallint not null default 0,
  seen            integer,
  total           integer,
  error_code      text,
  error_message   text,
  started_at      timestamptz not null default now(),
  completed_at    timestamptz,
  primary key (shard, org, connection, id)
) partition by range (shard);

create index if not exists sync_runs_age on cell.sync_runs (completed_at) where completed_at is not null;

-- The items of a source that were seen. An item with a known version is not read again.
create table if not exists cell.sync_items (
  shard         smallint not null,
  org           uuid not null,
  connection    uuid not null,
  external_id   text not null,
  container_tag text not null,
  -- Null: a document may have been written, and nobody knows of which version.
  version       text,
  -- Null: the item has no document, because it is empty or its writing did not end.
  document      uuid,
  seen_run      uuid,
  -- The same for the same content under another id, if the source can tell.
  content_key   text,
  -- To be read by itself: an event named it, or a person asked for another try.
  wanted        boolean not null default false,
  primary key (shard, org, connection, external_id)
) partition by range (shard);

create index if not exists sync_items_content on cell.sync_items (shard, org, connection, content_key) where content_key is not null;
create index if not exists sync_items_wanted on cell.sync_items (shard, org, connection) where wanted;

create table if not exists cell.sync_failures (
  shard       smallint not null,
  org         uuid not null,
  connection  uuid not null,
  external_id text not null,
  code        text not null,
  message     text not null,
  attempts    integer not null default 1,
  run         uuid not null,
  first_at    timestamptz not null default now(),
  last_at     timestamptz not null default now(),
  primary key (shard, org, connection, external_id)
) partition by range (shard);

-- An authorization under way, used once. The state that the browser carries has a secret, of which this keeps the hash.
create table if not exists cell.connection_grants (
  shard        smallint not null,
  org          uuid not null,
  id           uuid not null,
  connection   uuid not null,
  provider     text not null,
  secret_hash  bytea not null,
  -- The PKCE verifier, sealed.
  verifier     jsonb not null,
  client_id    text not null,
  redirect_uri text not null,
  return_to    text,
  expires_at   timestamptz not null,
  primary key (shard, org, id)
) partition by range (shard);

create index if not exists connection_grants_age on cell.connection_grants (expires_at);

-- No scoped key uses connections: a transaction that is bound to one container sees none of these rows.
do $$
declare name text;
begin
  foreach name in array array['connections', 'sync_runs', 'sync_items', 'sync_failures', 'connection_grants'] loop
    execute format('alter table cell.%I enable row level security', name);
    execute format('alter table cell.%I force row level security', name);
    execute format('grant select, insert, update, delete on cell.%I to reverie_app', name);
    execute format('create policy scope on cell.%I to reverie_app using (org = cell.scope_org() and cell.scope_first() <> cell.scope_last())', name);
  end loop;
end $$;

-- Maintenance wakes connections that are due, and drops what is old.
create policy due on cell.connections for select to reverie_maintenance using (true);
grant select (shard, org, id, state, asked, current_run, next_run_at, leased_until) on cell.connections to reverie_maintenance;

create policy expired on cell.sync_runs to reverie_maintenance using (completed_at is not null);
grant select (completed_at), delete on cell.sync_runs to reverie_maintenance;

create policy expired on cell.connection_grants to reverie_maintenance using (expires_at < now());
grant select (expires_at), delete on cell.connection_grants to reverie_maintenance;

-- A run has ended: tell the webhooks of the organization.
create or replace function cell.note_sync_run() returns trigger language plpgsql as $$
declare kind text := case when new.status = 'completed' then 'connection.synced'
                          when new.error_code = 'auth_expired' then 'connection.expired' else 'connection.failed' end;
begin
  if not exists (select from cell.webhook_subscriptions s where s.shard = 0 and s.org = new.org and s.enabled and kind = any(s.events)) then
    return null;
  end if;
  insert into cell.webhook_deliveries (shard, org, endpoint, event, type, data)
  select new.shard, new.org, s.endpoint, e.event, kind, e.data
    from (select cell.new_id(new.shard) as event, c.container_tag,
                 jsonb_strip_nulls(jsonb_build_object('id', new.connection, 'provider', c.provider, 'run', new.id, 'trigger', new.trigger,
                   'itemsProcessed', new.items_processed, 'itemsDeleted', new.items_deleted, 'itemsFailed', new.items_failed,
                   'error', new.error_code)) as data
            from cell.connections c where c.shard = new.shard and c.org = new.org and c.id = new.connection) e,
         cell.webhook_subscriptions s
   where s.shard = 0 and s.org = new.org and s.enabled and kind = any(s.events)
     and (s.container_tags is null or e.container_tag = any(s.container_tags));
  return null;
end $$;

create or replace trigger note_event after update of status on cell.sync_runs for each row
  when (old.status = 'running' and new.status <> 'running') execute function cell.note_sync_run();
