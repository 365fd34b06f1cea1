-- online
-- Webhooks (decision 60). A change and the deliveries that tell of it are written in one transaction, by triggers, so that no
-- way to change a document or a memory can forget them. Everything here adds to what is there.

-- step
-- An endpoint of an organization, as its workers need it: every cell where the organization may have documents has a copy, so
-- the shard of these rows and of subscriptions is always 0. The copy in the cell of the home shard is the one that counts.
create table if not exists cell.webhook_endpoints (
  shard           smallint not null,
  org             uuid not null,
  endpoint        uuid not null,
  url             text not null,
  description     text,
  -- Sealed, like all secrets.
  secret          jsonb not null,
  -- The secret before a rotation. It signs too until this time.
  previous_secret jsonb,
  previous_until  timestamptz,
  created_at      timestamptz not null,
  disabled_at     timestamptz,
  -- 'caller', 'failing' or 'gone'.
  disabled_reason text,
  primary key (shard, org, endpoint)
) partition by range (shard);

-- step
-- Which events an endpoint wants, and how it fares. Apart from the endpoint, because the triggers read it in transactions that
-- are bound to one container, and those see neither addresses nor secrets.
create table if not exists cell.webhook_subscriptions (
  shard          smallint not null,
  org            uuid not null,
  endpoint       uuid not null,
  events         text[] not null,
  -- Null: all containers.
  container_tags text[],
  enabled        boolean not null,
  -- Failed attempts since the last success, and the first of them.
  failures       integer not null default 0,
  failing_since  timestamptz,
  -- Nothing is sent before this time.
  paused_until   timestamptz,
  -- Its last answers took seconds.
  is_slow        boolean not null default false,
  primary key (shard, org, endpoint)
) partition by range (shard);

-- step
-- One event for one endpoint: first the outbox, then the log. `data` names things and holds nothing that a tenant wrote
-- except its names: ids, customIds, container tags. The column is not called "container", because an event outlives what it
-- tells of: neither a deleted nor a merged container takes it along.
create table if not exists cell.webhook_deliveries (
  shard        smallint not null,
  org          uuid not null,
  endpoint     uuid not null,
  event        uuid not null,
  type         text not null,
  data         jsonb not null,
  created_at   timestamptz not null default clock_timestamp(),
  -- When to send it, or when the lease of the worker that sends it ends. Null: it has ended.
  due_at       timestamptz default clock_timestamp(),
  -- Attempts, and the fence of the worker that makes one.
  attempts     smallint not null default 0,
  -- 'pending', 'delivered' or 'failed'.
  state        text not null default 'pending',
  -- The latest attempts: when, status, milliseconds, error.
  log          jsonb not null default '[]',
  primary key (shard, org, endpoint, event)
) partition by range (shard);

-- step
do $$
begin
  create index if not exists webhook_deliveries_due on cell.webhook_deliveries (shard, org, endpoint, due_at) where due_at is not null;
  create index if not exists webhook_deliveries_failed on cell.webhook_deliveries (shard, org, endpoint, event) where state = 'failed';
  create index if not exists webhook_deliveries_age on cell.webhook_deliveries (created_at);
end $$;

-- step
do $$
declare name text; wanted record;
  -- Endpoints belong to the organization. No route of a scoped key needs them.
  whole text := 'org = cell.scope_org() and cell.scope_first() <> cell.scope_last()';
begin
  foreach name in array array['webhook_endpoints', 'webhook_subscriptions', 'webhook_deliveries'] loop
    execute format('alter table cell.%I enable row level security', name);
    execute format('alter table cell.%I force row level security', name);
    execute format('grant select, insert, update, delete on cell.%I to reverie_app', name);
  end loop;
  for wanted in
    select * from (values ('webhook_endpoints', 'scope', 'all', 'reverie_app', 'using', whole),
                          ('webhook_subscriptions', 'scope', 'all', 'reverie_app', 'using', whole),
                          ('webhook_deliveries', 'scope', 'all', 'reverie_app', 'using', whole),
                          -- For the triggers, in transactions that are bound to a container.
                          ('webhook_subscriptions', 'noted', 'select', 'reverie_app', 'using', 'org = cell.scope_org()'),
                          ('webhook_deliveries', 'noted', 'insert', 'reverie_app', 'with check', 'org = cell.scope_org()'),
                          ('webhook_subscriptions', 'due', 'select', 'reverie_maintenance', 'using', 'true'),
                          ('webhook_deliveries', 'due', 'select', 'reverie_maintenance', 'using', 'due_at is not null'),
                          ('webhook_deliveries', 'expired', 'all', 'reverie_maintenance', 'using', 'due_at is null'))
      as w (table_name, policy, command, role_name, clause, condition)
     where not exists (select from pg_policy p where p.polrelid = ('cell.' || w.table_name)::regclass and p.polname = w.policy)
  loop
    execute format('create policy %I on cell.%I for %s to %I %s (%s)',
      wanted.policy, wanted.table_name, wanted.command, wanted.role_name, wanted.clause, wanted.condition);
  end loop;
end $$;

-- step
grant select (shard, org, endpoint, enabled, failures, paused_until, is_slow) on cell.webhook_subscriptions to reverie_maintenance;

-- step
grant select (shard, org, endpoint, due_at, created_at), delete on cell.webhook_deliveries to reverie_maintenance;

-- step
-- An id as platform/lib/ids.ts makes it: milliseconds, version, shard, variant, random bits.
create or replace function cell.new_id(p_shard smallint) returns uuid language sql volatile
  return (lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(p_shard::integer), 3, '0')
    || substr(replace(gen_random_uuid()::text, '-', ''), 17))::uuid;

-- step
-- A document is done or has failed. Fires once for each time that the status becomes one of the two.
create or replace function cell.note_document() returns trigger language plpgsql as $$
declare kind text := 'document.' || new.status;
begin
  -- Most organizations have no endpoint: this look-up is all that they pay.
  if not exists (select from cell.webhook_subscriptions s where s.shard = 0 and s.org = new.org and s.enabled and kind = any(s.events)) then
    return null;
  end if;
  insert into cell.webhook_deliveries (shard, org, endpoint, event, type, data)
  select new.shard, new.org, s.endpoint, e.event, kind, e.data
    from (select cell.new_id(new.shard) as event, jsonb_strip_nulls(jsonb_build_object('id', new.id, 'customId', new.custom_id,
            'containerTags', new.container_tags, 'error', case new.status when 'failed' then coalesce(new.error_code, new.dream_error_code) end)) as data
         ) e, cell.webhook_subscriptions s
   where s.shard = 0 and s.org = new.org and s.enabled and kind = any(s.events)
     and (s.container_tags is null or s.container_tags && new.container_tags);
  return null;
end $$;

-- step
create or replace trigger note_event after update of status on cell.documents for each row
  when (old.status is distinct from new.status and new.status in ('done', 'failed') and new.tombstoned_at is null)
  execute function cell.note_document();

-- step
-- Memories that were written. For each statement and not for each row: a row that moves to another partition, with its
-- container, fires the triggers of rows.
create or replace function cell.note_new_memories() returns trigger language plpgsql as $$
declare kind text := 'memory.formed';
begin
  if not exists (select from cell.webhook_subscriptions s where s.shard = 0 and s.org = (select n.org from new_rows n limit 1) and s.enabled
                    and kind = any(s.events)) then
    return null;
  end if;
  insert into cell.webhook_deliveries (shard, org, endpoint, event, type, data)
  select n.shard, n.org, s.endpoint, n.event, kind, n.data
    from (select m.shard, m.org, c.tag, cell.new_id(m.shard) as event, cell.memory_event(m.id, m.version, m.parent, m.root, m.forget_after, c.tag) as data
            from new_rows m join cell.containers c on c.shard = m.shard and c.org = m.org and c.container = m.container
           where m.is_latest and not m.is_forgotten) n
    join cell.webhook_subscriptions s on s.shard = 0 and s.org = n.org and s.enabled and kind = any(s.events)
     and (s.container_tags is null or n.tag = any(s.container_tags));
  return null;
end $$;

-- step
create or replace function cell.memory_event(
  p_id uuid, p_version integer, p_parent uuid, p_root uuid, p_forget_after timestamptz, p_tag text
) returns jsonb language sql stable
  return jsonb_strip_nulls(jsonb_build_object('id', p_id, 'version', p_version, 'parent', p_parent, 'root', p_root,
    'forgetAfter', p_forget_after, 'containerTag', p_tag));

-- step
-- A memory becomes current or stops being current: another version took its place, or it was forgotten.
create or replace function cell.note_memory() returns trigger language plpgsql as $$
declare kind text := case when new.is_latest and not new.is_forgotten then 'memory.formed'
                          when new.is_forgotten then 'memory.forgotten' else 'memory.superseded' end;
begin
  if not exists (select from cell.webhook_subscriptions s where s.shard = 0 and s.org = new.org and s.enabled and kind = any(s.events)) then
    return null;
  end if;
  insert into cell.webhook_deliveries (shard, org, endpoint, event, type, data)
  select new.shard, new.org, s.endpoint, e.event, kind, e.data
    from (select cell.new_id(new.shard) as event, c.tag, cell.memory_event(new.id, new.version, new.parent, new.root, new.forget_after, c.tag) as data
            from cell.containers c where c.shard = new.shard and c.org = new.org and c.container = new.container) e
    join cell.webhook_subscriptions s on s.shard = 0 and s.org = new.org and s.enabled and kind = any(s.events)
     and (s.container_tags is null or e.tag = any(s.container_tags));
  return null;
end $$;

-- step
create or replace trigger note_new after insert on cell.memories referencing new table as new_rows
  for each statement execute function cell.note_new_memories();

-- step
create or replace trigger note_event after update of is_latest, is_forgotten on cell.memories for each row
  when ((old.is_latest and not old.is_forgotten) is distinct from (new.is_latest and not new.is_forgotten))
  execute function cell.note_memory();
