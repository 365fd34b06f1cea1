-- Idempotency-Keys per API key: two keys of one organization may choose the same word. An answer is written in the
-- transaction that does the work, on the shard where it does it; `item` numbers the documents of a batch, and -1 is the
-- request as a whole, whose answer is null while only its parts have one.
alter table cell.idempotency_keys
  drop constraint idempotency_keys_pkey,
  add column principal text not null default '',
  add column item integer not null default -1,
  add primary key (shard, org, principal, route, key, item);

-- Which of these files does a row name? Asked of every file that is old enough to be collected.
create index revisions_blob on cell.revisions (shard, org, blob_key) where blob_key is not null;
