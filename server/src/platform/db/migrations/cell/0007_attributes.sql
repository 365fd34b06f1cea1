-- Metadata as rows, so that every key can be filtered by. A GIN index on the JSON would go unused: its operators are
-- not leakproof, and row-level security lets only leakproof ones near an index (0.24 ms became 135 ms). Equality of text
-- and comparison of floats are leakproof; these rows need nothing else.
create table cell.document_attributes (
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  document  uuid not null,
  key       text not null,
  -- Position in an array of strings; -1 for a single value.
  element   integer not null,
  value     text not null,
  -- What comparisons start from. A column, because `lower` is not leakproof either. Cut, so that any value fits an index.
  folded    text not null generated always as (lower(left(value, 200))) stored,
  number    double precision,
  primary key (shard, org, container, document, key, element)
) partition by range (shard);

create index document_attributes_value on cell.document_attributes (shard, org, container, key, folded, document);
create index document_attributes_number on cell.document_attributes
  (shard, org, container, key, number, document) where number is not null;

create function cell.attributes_of(metadata jsonb)
  returns table (key text, element integer, value text, number double precision) language sql immutable as $$
  select e.key, coalesce(a.ordinal::int - 1, -1), coalesce(a.value, e.value #>> '{}'),
         case when jsonb_typeof(e.value) = 'number' then (e.value #>> '{}')::double precision end
    from jsonb_each(case when jsonb_typeof(metadata) = 'object' then metadata end) e
    left join lateral jsonb_array_elements_text(case when jsonb_typeof(e.value) = 'array' then e.value end)
      with ordinality a (value, ordinal) on true
   where jsonb_typeof(e.value) <> 'array' or a.value is not null
$$;

-- Attributes follow the metadata whatever changes it, as counters follow the rows.
create function cell.keep_attributes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into cell.document_attributes (shard, org, container, document, key, element, value, number)
    select n.shard, n.org, n.container, n.id, a.* from new_rows n, cell.attributes_of(n.metadata) a
     where n.metadata is not null;
  else
    delete from cell.document_attributes a
     where a.shard = old.shard and a.org = old.org and a.container = old.container and a.document = old.id;
    insert into cell.document_attributes (shard, org, container, document, key, element, value, number)
    select new.shard, new.org, new.container, new.id, a.* from cell.attributes_of(new.metadata) a;
  end if;
  return null;
end $$;

create trigger keep_inserted_attributes after insert on cell.documents
  referencing new table as new_rows for each statement execute function cell.keep_attributes();
create trigger keep_updated_attributes after update of metadata, container on cell.documents
  for each row when (old.metadata is distinct from new.metadata or old.container <> new.container)
  execute function cell.keep_attributes();

alter table cell.document_attributes enable row level security;
alter table cell.document_attributes force row level security;
create policy scope on cell.document_attributes to reverie_app
  using (org = cell.scope_org() and container >= cell.scope_first() and container <= cell.scope_last());
grant select, insert, update, delete on cell.document_attributes to reverie_app;
