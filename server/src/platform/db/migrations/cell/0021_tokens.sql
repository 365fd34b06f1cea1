-- The signs of each chunk's token vectors, 48 bytes a token at 384 dimensions, for the few chunks a search compares word by
-- word (see lib/token-codes.ts). Beside the vectors and not with them: nothing scans these. A chunk in a language that the
-- model does not know has no row.
create table cell.chunk_tokens (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  embedding_set integer not null,
  document      uuid not null,
  position      integer not null,
  codes         bytea not null,
  primary key (shard, org, container, embedding_set, document, position)
) partition by range (shard);

alter table cell.chunk_tokens enable row level security;
alter table cell.chunk_tokens force row level security;
create policy scope on cell.chunk_tokens to reverie_app
  using (org = cell.scope_org() and container >= cell.scope_first() and container <= cell.scope_last());
grant select, insert, update, delete on cell.chunk_tokens to reverie_app;
