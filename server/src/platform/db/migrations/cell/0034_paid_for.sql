-- The document a vector was paid for. A text that is deleted before it is indexed has no chunks to find its vectors by. Not called
-- `document`: rows here do not move with one.
alter table cell.embedding_cache add column paid_for uuid;
create index embedding_cache_paid_for on cell.embedding_cache (shard, org, container, paid_for);
