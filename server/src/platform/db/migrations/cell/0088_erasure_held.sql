-- online
-- The content of a container when it was deleted: its documents, and the containers that were merged into it. The journal of deletions
-- names them, and whoever appends the receipt later, after a crash or while the store of files is away, finds them purged. Null
-- once the journal has the receipt, and for containers with too many documents.

-- step
alter table cell.erasures add column if not exists held_documents uuid[];

-- step
alter table cell.erasures add column if not exists held_containers uuid[];
