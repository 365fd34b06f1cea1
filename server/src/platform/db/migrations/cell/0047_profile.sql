-- The profile is read by kind: which attribute a memory gives and whether it lasts, then whose words and whose fact they are,
-- newest first. The expressions are those of features/profile/store.ts. They avoid coalesce, which is not leakproof: under
-- row-level security, Postgres would not look it up in the index. This index replaces memories_current, which only
-- the profile read.
create index memories_profile on cell.memories (shard, org, container,
    (case when is_inference and review is distinct from 'approved' and attribute is null then 'guess'
          when origin in ('document', 'tool') then 'document' when attribute is null then 'unjudged' else attribute end),
    (case when lasts is null then is_static else lasts in ('always', 'lasting') end),
    (case when is_inference and review is distinct from 'approved' then 8 when origin in ('user', 'api') then 0 else 4 end
      + case about when 'owner' then 0 when 'person' then 1 when 'thing' then 2 else 3 end),
    id desc)
  where is_latest and not is_forgotten;
drop index cell.memories_current;

-- Which dated memories are still to come? In a full container few of them are among the newest.
create index memories_coming on cell.memories (shard, org, container, (event_dates[1]))
  where is_latest and not is_forgotten and event_dates[1] is not null;
