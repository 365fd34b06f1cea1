-- online
-- Deletions are noted outside of the database too, in a journal, so that they can be made again after a restore
-- (decision 77). Null: not yet noted; also in rows from before and of the version before, which a worker then notes.

-- step
alter table cell.erasures add column if not exists journaled_at timestamptz;

-- step
-- The containers that were merged into this one. A restore may bring them back as containers of their own, so the deletion
-- of this one names them.
alter table cell.merges add column if not exists emptied uuid[] not null default '{}';

-- step
create index concurrently if not exists erasures_unjournaled on cell.erasures (shard, org, id) where journaled_at is null;

-- step
-- One step with the grant would hold the table for longer. The worker sees keys only; it reads the receipt in the scope of
-- its organization.
do $$
begin
  if not exists (select from pg_policy p where p.polrelid = 'cell.erasures'::regclass and p.polname = 'unjournaled') then
    create policy unjournaled on cell.erasures for select to reverie_maintenance using (journaled_at is null);
  end if;
end $$;

-- step
grant select (shard, org, id, journaled_at) on cell.erasures to reverie_maintenance;
