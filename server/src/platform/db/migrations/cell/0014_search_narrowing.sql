-- What a search may be narrowed by, besides metadata.

-- The subject a document was classified under when it was indexed; null when none is clear. A column and not an attribute:
-- attributes are written anew with the metadata, and cost two index entries where this costs one, for those that have one.
alter table cell.documents add column category text;
create index documents_category on cell.documents (shard, org, container, category, id) where category is not null;

-- The part of a path that fits an index, in an order in which a folder is a range. A column, because `left` is not
-- leakproof, and row-level security lets only leakproof functions near an index.
alter table cell.documents add column path_start text collate "C" generated always as (left(filepath, 250)) stored;
create index documents_path on cell.documents (shard, org, container, path_start, id) where path_start is not null;
