-- A cell holds some shards: their documents, their vectors, their text index and their work.
create extension if not exists vector;
create schema cell;

-- The second lock. A transaction says for which organization it acts, and on behalf of a scoped key for which
-- container; every policy below compares with that. Unset means null, and null equals nothing.
create function cell.scope_org() returns uuid language sql stable parallel safe
  return nullif(current_setting('reverie.org', true), '')::uuid;

-- The container is compared as a range: one container for a scoped key, all of them otherwise. An
-- `unset or equal` would be evaluated for each of the 100,000 rows a scan reads; two bounds on a key column
-- become index conditions and cost nothing.
create function cell.scope_first() returns uuid language sql stable parallel safe
  return coalesce(nullif(current_setting('reverie.container', true), ''), '00000000-0000-0000-0000-000000000000')::uuid;
create function cell.scope_last() returns uuid language sql stable parallel safe
  return coalesce(nullif(current_setting('reverie.container', true), ''), 'ffffffff-ffff-ffff-ffff-ffffffffffff')::uuid;

grant usage on schema cell to reverie_app, reverie_maintenance;
