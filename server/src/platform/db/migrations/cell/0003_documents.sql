create type cell.document_status as enum
  ('unknown', 'queued', 'extracting', 'chunking', 'embedding', 'indexing', 'done', 'failed');

create table cell.documents (
  shard              smallint not null,
  org                uuid not null,
  container          uuid not null,
  id                 uuid not null,
  custom_id          text,
  container_tags     text[] not null,
  type               text not null default 'text',
  task_type          text not null default 'memory' check (task_type in ('memory', 'rag')),
  source             text,
  title              text,
  summary            text,
  url                text,
  og_image           text,
  filepath           text,
  connection_id      uuid,
  metadata           jsonb,
  entity_context     text,
  filter_by_metadata jsonb,
  dreaming           text not null default 'dynamic' check (dreaming in ('instant', 'dynamic')),
  dreaming_status    text not null default 'dreaming' check (dreaming_status in ('dreaming', 'done')),
  document_date      timestamptz,

  status             cell.document_status not null default 'queued',
  error_code         text,
  error_message      text,
  -- The newest content, and the content that search answers from; they differ while an update is processed.
  latest_revision    integer not null default 1,
  indexed_revision   integer not null default 0,
  active_content_update_id uuid,
  -- Length of the newest content: how much of a slice the document takes up.
  size               integer not null,

  -- Work. A document is due when due_at has passed; a claim moves due_at to the end of its lease, so a worker
  -- that dies gives its documents back by doing nothing. Null: nothing to do.
  lane               smallint not null default 0,
  ordered_at         timestamptz not null,
  due_at             timestamptz,
  -- Raised by every claim. A write that carries an older fence changes no row.
  fence              bigint not null default 0,
  attempts           integer not null default 0,

  created_at         timestamptz not null,
  updated_at         timestamptz not null default now(),
  tombstoned_at      timestamptz,
  primary key (shard, org, container, id)
) partition by range (shard);

-- An id alone finds its row; ids sort by creation time, so this also serves the organization-wide list.
create unique index documents_id on cell.documents (shard, org, id);
-- One live document per customId and container; leads with the customId because requests often name no container.
create unique index documents_custom_id on cell.documents (shard, org, custom_id, container)
  where custom_id is not null and tombstoned_at is null;
create index documents_updated on cell.documents (shard, org, container, updated_at, id);
-- What there is to do, in the order in which a lane does it.
create index documents_work on cell.documents (shard, org, container, lane, ordered_at, id) include (due_at)
  where due_at is not null;
-- The processing list of an organization; few documents are ever in it.
create index documents_unfinished on cell.documents (shard, org, id)
  where status <> 'done' and tombstoned_at is null;

-- Unfinished documents by their last sign of life: the few that are stuck are counted without looking at the others.
create index documents_silent on cell.documents (shard, org, updated_at)
  where status not in ('done', 'failed') and tombstoned_at is null;

-- Tags beyond a document's first, by which a list finds it too. Few documents have any.
create table cell.secondary_tags (
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  document  uuid not null,
  tag       text not null,
  primary key (shard, org, container, document, tag)
) partition by range (shard);
create index secondary_tags_tag on cell.secondary_tags (shard, org, tag);

-- Each content a document has had. Memories and results cite a revision and a span of its text.
create table cell.revisions (
  shard        smallint not null,
  org          uuid not null,
  container    uuid not null,
  document     uuid not null,
  revision     integer not null,
  content      text not null,
  -- Text taken out of an upload or a page; null when it is the content itself.
  extracted    text,
  content_hash bytea not null,
  created_at   timestamptz not null default now(),
  primary key (shard, org, container, document, revision)
) partition by range (shard);

-- What was tried, by whom, how far it came and how it ended. An attempt whose worker died stays 'running'
-- until the next one calls it lost.
create table cell.attempts (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  document      uuid not null,
  fence         bigint not null,
  revision      integer not null,
  worker        text not null,
  stage         text not null,
  outcome       text not null default 'running'
                check (outcome in ('running', 'done', 'retry', 'failed', 'superseded', 'lost')),
  error_code    text,
  error_message text,
  started_at    timestamptz not null default clock_timestamp(),
  ended_at      timestamptz,
  primary key (shard, org, container, document, fence)
) partition by range (shard);

-- Statement-level, with both sides of the change: counters follow every way a document can change.
-- Rows are counted up in key order, so two statements over the same containers cannot deadlock.
create function cell.count_documents() returns trigger language plpgsql as $$
declare delta record;
begin
  if tg_op = 'INSERT' then
    for delta in
      select shard, org, container, count(*) filter (where tombstoned_at is null) as documents,
             count(*) filter (where tombstoned_at is null and status not in ('done', 'failed')) as pending,
             count(*) filter (where tombstoned_at is null and status = 'failed') as failed
        from new_rows group by 1, 2, 3 order by 1, 2, 3
    loop
      perform cell.count_up(delta.shard, delta.org, delta.container, delta.documents, delta.pending, delta.failed, 0);
    end loop;
  elsif tg_op = 'UPDATE' then
    for delta in
      select shard, org, container, sum(live) as documents, sum(pending) as pending, sum(failed) as failed
        from (select shard, org, container, (tombstoned_at is null)::int as live,
                     (tombstoned_at is null and status not in ('done', 'failed'))::int as pending,
                     (tombstoned_at is null and status = 'failed')::int as failed from new_rows
              union all
              select shard, org, container, -(tombstoned_at is null)::int,
                     -(tombstoned_at is null and status not in ('done', 'failed'))::int,
                     -(tombstoned_at is null and status = 'failed')::int from old_rows) changes
       group by 1, 2, 3 having sum(live) <> 0 or sum(pending) <> 0 or sum(failed) <> 0 order by 1, 2, 3
    loop
      perform cell.count_up(delta.shard, delta.org, delta.container, delta.documents, delta.pending, delta.failed, 0);
    end loop;
  else
    for delta in
      select shard, org, container, count(*) filter (where tombstoned_at is null) as documents,
             count(*) filter (where tombstoned_at is null and status not in ('done', 'failed')) as pending,
             count(*) filter (where tombstoned_at is null and status = 'failed') as failed
        from old_rows group by 1, 2, 3 having count(*) filter (where tombstoned_at is null) > 0 order by 1, 2, 3
    loop
      perform cell.count_up(delta.shard, delta.org, delta.container, -delta.documents, -delta.pending, -delta.failed, 0);
    end loop;
  end if;
  return null;
end $$;

create trigger count_inserted after insert on cell.documents
  referencing new table as new_rows for each statement execute function cell.count_documents();
create trigger count_updated after update on cell.documents
  referencing old table as old_rows new table as new_rows for each statement execute function cell.count_documents();
create trigger count_deleted after delete on cell.documents
  referencing old table as old_rows for each statement execute function cell.count_documents();
