-- What an organization asked for, summed by the hour: enough for every figure of analytics, and a fixed number of rows
-- however many requests. On the organization's home shard. Partitioned by time and not by shard, so that what is too old
-- is dropped month by month and never deleted row by row.
create table cell.usage_hours (
  shard           smallint not null,
  org             uuid not null,
  hour            timestamptz not null,
  key_id          text not null,
  type            text not null,
  status          smallint not null,
  requests        bigint not null default 0,
  duration_ms     double precision not null default 0,
  max_duration_ms double precision not null default 0,
  last_at         timestamptz not null default now(),
  tokens_in       bigint not null default 0,
  tokens_out      bigint not null default 0,
  primary key (shard, org, hour, key_id, type, status)
) partition by range (hour);

alter table cell.usage_hours enable row level security;
alter table cell.usage_hours force row level security;
create policy scope on cell.usage_hours to reverie_app using (org = cell.scope_org());
grant select, insert, update, delete on cell.usage_hours to reverie_app;

-- Partitions for this month and `ahead` more. Run with the owner's rights, because only the owner may attach one, and by
-- the upkeep of every worker: two at once take turns. Made apart and attached, since `partition of` would lock out every
-- reader and writer, and make all of them wait behind the slowest reader.
create function cell.ensure_usage_partitions(ahead integer) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set timezone = 'UTC' set lock_timeout = '2s' as $$
declare first timestamptz; name text;
begin
  perform pg_advisory_xact_lock(hashtext('reverie usage partitions'));
  for first in
    select m from generate_series(date_trunc('month', now()), date_trunc('month', now()) + ahead * interval '1 month', '1 month') m
     where not exists (select from pg_class where relnamespace = 'cell'::regnamespace
                        and relname = to_char(m, '"usage_hours_"YYYY_MM'))
  loop
    name := to_char(first, '"usage_hours_"YYYY_MM');
    -- Rows of the current hour change every second: room for that in their own page.
    execute format('create table cell.%I (like cell.usage_hours including defaults including constraints) with (fillfactor = 70)', name);
    execute format('alter table cell.usage_hours attach partition cell.%I for values from (%L) to (%L)',
      name, first, first + interval '1 month');
  end loop;
end $$;

-- Drops the months that ended before `cutoff`, this month never. Gives up on the lock after two seconds, so that a slow
-- reader delays the next upkeep and not the writers. Returns how many were dropped.
create function cell.drop_usage_before(cutoff timestamptz) returns integer language plpgsql security definer
  set search_path = pg_catalog, pg_temp set timezone = 'UTC' set lock_timeout = '2s' as $$
declare name text; dropped integer := 0;
begin
  for name in
    select relname from pg_inherits join pg_class on oid = inhrelid
     where inhparent = 'cell.usage_hours'::regclass
       and to_timestamp(right(relname, 7), 'YYYY_MM') + interval '1 month' <= least(cutoff, date_trunc('month', now()))
     order by relname
  loop
    execute format('drop table cell.%I', name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

revoke all on function cell.ensure_usage_partitions, cell.drop_usage_before from public;
grant execute on function cell.ensure_usage_partitions, cell.drop_usage_before to reverie_maintenance;

select cell.ensure_usage_partitions(3);
