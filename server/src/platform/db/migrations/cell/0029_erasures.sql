-- Receipts of what was deleted: how many rows in which table, and what a scan still finds. Counts and ids, never content.

-- `of_container` and not `container`: a receipt is neither cleared nor moved with what it is about. `target` is the one
-- document, memory or container; null when many documents were deleted at once. `asked_by` is a key. `blob_keys`: the first
-- files that were removed, by which the check looks for them.
create table cell.erasures (
  shard        smallint not null,
  org          uuid not null,
  id           uuid not null,
  of_container uuid not null,
  kind         text not null default 'document' check (kind in ('document', 'documents', 'memory', 'container')),
  target       uuid,
  asked_by     text not null,
  requested    bigint not null,
  forgotten    bigint not null default 0,
  removed      jsonb not null default '{}',
  blob_keys    text[] not null default '{}',
  found        jsonb,
  created_at   timestamptz not null default now(),
  finished_at  timestamptz,
  verified_at  timestamptz,
  primary key (shard, org, id)
) partition by range (shard);
create index erasures_container on cell.erasures (shard, org, of_container) where kind = 'container';

alter table cell.erasures enable row level security;
alter table cell.erasures force row level security;
create policy scope on cell.erasures to reverie_app
  using (org = cell.scope_org() and of_container >= cell.scope_first() and of_container <= cell.scope_last());
grant select, insert, update, delete on cell.erasures to reverie_app;

-- Whose receipt counts what is left of a deleted document.
alter table cell.documents add column erasure uuid;
create index documents_erasure on cell.documents (shard, org, erasure, id) where erasure is not null;

create function cell.add_counts(a jsonb, b jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, n), '{}') from (
    select key, sum(value::bigint) as n from (select * from jsonb_each_text(a) union all select * from jsonb_each_text(b)) e group by key) s
$$;

-- How many rows of a container name one of the ids in a column, by table, from the catalogue: tables of later migrations
-- are looked at too. More than 10,000 are not counted.
create function cell.scan(p_shard smallint, p_org uuid, p_container uuid, p_column name, p_ids uuid[]) returns jsonb language plpgsql stable as $$
declare table_name name; rows_found bigint; found_in jsonb := '{}';
begin
  for table_name in
    select c.relname from pg_class c
     where c.relnamespace = 'cell'::regnamespace and c.relkind = 'p'
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'container' and not a.attisdropped)
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = p_column and not a.attisdropped)
     order by 1
  loop
    execute format('select count(*) from (select from cell.%I where shard = $1 and org = $2 and container = $3 and %I = any($4) limit 10000) s',
      table_name, p_column) into rows_found using p_shard, p_org, p_container, p_ids;
    if rows_found > 0 then
      found_in := found_in || jsonb_build_object(table_name, rows_found);
    end if;
  end loop;
  return found_in;
end $$;

-- As before, and says what it removed, by table. A container that was deleted, and not merged into another, takes the
-- merges with it that had been made into it: they hold its tag.
drop function cell.clear_container(smallint, uuid, uuid, integer);
create function cell.clear_container(
  p_shard smallint, p_org uuid, p_container uuid, p_count integer, out gone boolean, out removed jsonb
) language plpgsql as $$
declare table_name name; count_removed bigint;
begin
  removed := '{}';
  for table_name in
    select 'documents'::name union all select cell.tables_in_containers(true) union all select cell.tables_in_containers(false)
  loop
    execute format('delete from cell.%1$I where shard = $1 and org = $2 and container = $3 and ctid = any(array(
      select ctid from cell.%1$I where shard = $1 and org = $2 and container = $3 limit $4))', table_name)
      using p_shard, p_org, p_container, p_count;
    get diagnostics count_removed = row_count;
    if count_removed > 0 then
      removed := removed || jsonb_build_object(table_name, count_removed);
    end if;
  end loop;
  gone := removed = '{}';
  if not gone then
    return;
  end if;
  if exists (select from cell.erasures where shard = p_shard and org = p_org and of_container = p_container and kind = 'container') then
    delete from cell.merges where shard = p_shard and org = p_org and container = p_container;
  end if;
  delete from cell.containers where shard = p_shard and org = p_org and container = p_container and deleted_at is not null;
  removed := '{"containers": 1}';
end $$;
