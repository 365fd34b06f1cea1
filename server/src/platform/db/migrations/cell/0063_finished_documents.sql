-- online
-- Finished documents by container, type and source. Facets, counts and lists that are narrowed by type or source read this
-- index and not the documents (100,000 documents: about 1 s before). It is partial, because a document is written six times
-- until it is done.

-- step
create index concurrently if not exists documents_finished on cell.documents (shard, org, container, type, source, id)
  where status = 'done' and tombstoned_at is null;
