-- Questions an organization knows the answer to, and the documents that hold it, by id or customId: what sets are compared
-- by. On the organization's home shard.
create table cell.golden_questions (
  shard         smallint not null,
  org           uuid not null,
  id            uuid not null,
  question      text not null,
  expected      text[] not null,
  container_tag text,
  created_at    timestamptz not null default now(),
  primary key (shard, org, id)
) partition by range (shard);

alter table cell.golden_questions enable row level security;
alter table cell.golden_questions force row level security;
create policy scope on cell.golden_questions to reverie_app using (org = cell.scope_org());
grant select, insert, update, delete on cell.golden_questions to reverie_app;
