-- An add in less time of Postgres (decision 80).

-- Queues wakes in one call: shares the locks of the turns, inserts one wake per lane, and gives a turn to each organization and
-- kind of work that has none. A statement of its own for each of these took 0.1 ms more. Each statement in here sees what was
-- committed before it, so the turns are looked up after their locks are held. Without a clock, a new turn is ranked by the clock of
-- its organization in the shard, which is never behind now.
create or replace function work.queue_wakes(
  p_shards smallint[], p_orgs uuid[], p_containers uuid[], p_lanes smallint[], p_yields int[], p_reading boolean[], p_clock timestamptz
) returns void language plpgsql as $$
begin
  -- As the exclusive lock of whoever drops a turn (wake-store.ts).
  perform pg_advisory_xact_lock_shared(hashtextextended('turn ' || org || ' ' || lane, 0))
     from (select distinct org, lane from unnest(p_orgs, p_lanes) as g (org, lane)) t;
  -- In the order of their key: two transactions that queue the same wakes would else wait for each other.
  insert into work.wakes (shard, org, container, lane)
  select shard, org, container, lane from unnest(p_shards, p_orgs, p_containers, p_lanes) as g (shard, org, container, lane)
   order by container, lane
  on conflict (container, lane) do nothing;
  -- Nearly always every turn is there, and an insert that finds nothing to do takes longer than this question.
  if not exists (select from unnest(p_orgs, p_lanes) as g (org, lane)
                  where not exists (select from work.turns t where t.org = g.org and t.lane = g.lane)) then
    return;
  end if;
  insert into work.turns (org, lane, reading, yields, rank_at)
  select distinct g.org, g.lane, g.reading, g.yields * interval '1 millisecond',
         coalesce(p_clock, greatest(now(), (select case when g.reading then c.reading_at else c.virtual_at end
           from cell.lane_clocks c where c.shard = g.shard and c.org = g.org))) + g.yields * interval '1 millisecond'
    from unnest(p_shards, p_orgs, p_lanes, p_yields, p_reading) as g (shard, org, lane, yields, reading)
   where not exists (select from work.turns t where t.org = g.org and t.lane = g.lane);
end $$;

-- As before, but the usual case, in which one statement has changed one container, is two updates. An insert that finds its row
-- and updates it, in one statement with the update of the container, took twice as long.
create or replace function cell.settle_counts() returns trigger language plpgsql as $$
declare
  noted text := current_setting('reverie.counts', true);
  f text[];
  change record;
  settled text[] := '{}';
begin
  -- Fires once for each changed row. The first one settles all of them.
  if noted is null or noted = '' then
    return null;
  end if;
  perform set_config('reverie.counts', '', true);
  if position(';' in noted) = 0 then
    f := string_to_array(noted, ',');
    update cell.containers c
       set documents = c.documents + f[4]::bigint, pending = c.pending + f[5]::bigint, failed = c.failed + f[6]::bigint,
           chunks = c.chunks + f[7]::bigint, tokens = c.tokens + f[8]::bigint, memories = c.memories + f[9]::bigint,
           memory_versions = c.memory_versions + f[10]::bigint, updated_at = now()
     where c.shard = f[1]::smallint and c.org = f[2]::uuid and c.container = f[3]::uuid and c.deleted_at is null;
    if not found then
      if f[11]::boolean then
        perform cell.raise_gone(f[3]::uuid);
      end if;
      return null;
    end if;
    update cell.organization_counters o
       set documents = o.documents + f[4]::bigint, pending = o.pending + f[5]::bigint, failed = o.failed + f[6]::bigint,
           chunks = o.chunks + f[7]::bigint, tokens = o.tokens + f[8]::bigint, memories = o.memories + f[9]::bigint,
           memory_versions = o.memory_versions + f[10]::bigint
     where o.shard = f[1]::smallint and o.org = f[2]::uuid and o.slot = abs(uuid_hash(f[3]::uuid)::bigint) % 16;
    if found then
      return null;
    end if;
    settled := array[concat_ws(',', f[1], f[2], abs(uuid_hash(f[3]::uuid)::bigint) % 16, f[4], f[5], f[6], f[7], f[8], f[9], f[10])];
  else
    for change in
      select c[1]::smallint as shard, c[2]::uuid as org, c[3]::uuid as container, sum(c[4]::bigint) as documents, sum(c[5]::bigint) as pending,
             sum(c[6]::bigint) as failed, sum(c[7]::bigint) as chunks, sum(c[8]::bigint) as tokens, sum(c[9]::bigint) as memories,
             sum(c[10]::bigint) as versions, bool_or(c[11]::boolean) as must
        from string_to_table(noted, ';') line, string_to_array(line, ',') c group by 1, 2, 3 order by 1, 2, 3
    loop
      update cell.containers c
         set documents = c.documents + change.documents, pending = c.pending + change.pending, failed = c.failed + change.failed,
             chunks = c.chunks + change.chunks, tokens = c.tokens + change.tokens, memories = c.memories + change.memories,
             memory_versions = c.memory_versions + change.versions, updated_at = now()
       where c.shard = change.shard and c.org = change.org and c.container = change.container and c.deleted_at is null;
      if found then
        settled := settled || concat_ws(',', change.shard, change.org, abs(uuid_hash(change.container)::bigint) % 16, change.documents,
          change.pending, change.failed, change.chunks, change.tokens, change.memories, change.versions);
      elsif change.must then
        perform cell.raise_gone(change.container);
      end if;
    end loop;
  end if;
  insert into cell.organization_counters as o (shard, org, slot, documents, pending, failed, chunks, tokens, memories, memory_versions)
  select c[1]::smallint as shard, c[2]::uuid as org, c[3]::smallint as slot, sum(c[4]::bigint), sum(c[5]::bigint), sum(c[6]::bigint),
         sum(c[7]::bigint), sum(c[8]::bigint), sum(c[9]::bigint), sum(c[10]::bigint)
    from unnest(settled) line, string_to_array(line, ',') c group by 1, 2, 3 order by 1, 2, 3
  on conflict (shard, org, slot) do update
     set documents = o.documents + excluded.documents, pending = o.pending + excluded.pending, failed = o.failed + excluded.failed,
         chunks = o.chunks + excluded.chunks, tokens = o.tokens + excluded.tokens, memories = o.memories + excluded.memories,
         memory_versions = o.memory_versions + excluded.memory_versions;
  return null;
end $$;
