-- Documents whose text is still to be fetched or read have lanes of their own (5, and 6 for imports) and slots of their own: how
-- long they take is in the hands of others. So has an organization's virtual time, which is ahead by what was read lately.
alter table cell.lane_clocks alter column virtual_at set default now(), add column reading_at timestamptz not null default now();

-- What waits today waits there. Whoever has one in hand goes on: its lane is not what it is held by.
update cell.documents d set lane = case lane when 1 then 6 else 5 end
 where due_at is not null and tombstoned_at is null and lane in (0, 1) and exists (
   select from cell.revisions r
    where r.shard = d.shard and r.org = d.org and r.container = d.container and r.document = d.id and r.revision = d.latest_revision
      and (r.url is not null or r.blob_key is not null));
