-- A conversation that grows is stored and indexed by what was added (decision 41).

-- `root`: this row holds only what was appended, and the whole text (and its turns) is that of all rows from `root` to this
-- one, in order. Null: the row holds the whole text. `since`: the first revision that this row stands for, because the rows
-- before it were folded into it; each of their texts is a beginning of this one. Null: its own only. The revisions from
-- coalesce(root, since, revision) to the newest that names it are one chain.
-- `tidy_at`: upkeep folds or drops the row from then on. Null: nothing to do.
alter table cell.revisions
  add column root    integer,
  add column since   integer,
  add column tidy_at timestamptz;
create index revisions_tidy on cell.revisions (tidy_at) where tidy_at is not null;
create policy tidy on cell.revisions for select to reverie_maintenance using (tidy_at is not null);
grant select (shard, org, container, document, tidy_at) on cell.revisions to reverie_maintenance;

-- How the indexed text was cut: a longer text that would be cut the same way needs only its end cut. Null: unknown.
alter table cell.documents add column chunking text;
