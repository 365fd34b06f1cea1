-- online
-- The memories that an organization learned last, over all of its containers, for the overview of the console.

-- step
create index concurrently if not exists memories_learned on cell.memories (shard, org, learned_at desc)
  where is_latest and not is_forgotten;
