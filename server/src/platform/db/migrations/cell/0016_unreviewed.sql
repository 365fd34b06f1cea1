-- Inferences nobody reviewed: few among many, and asked for together.
create index memories_unreviewed on cell.memories (shard, org, container, id)
  where is_inference and review is null and is_latest and not is_forgotten;
