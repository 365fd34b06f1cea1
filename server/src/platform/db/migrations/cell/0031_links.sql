-- A content that is an address: where it is fetched from, and once it was, where it was found in the end. What is there is
-- kept as a file, with what recognises it when it is asked for again.
alter table cell.revisions
  add column url           text,
  add column etag          text,
  add column last_modified text,
  add column body_hash     bytea,
  -- Asked for again: is it still the same?
  add column refetch       boolean not null default false;
