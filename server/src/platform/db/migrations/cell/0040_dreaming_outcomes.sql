-- How dreaming of a document ended, and attempts at it. A document that failed was `dreaming` for ever, and a worker that
-- died while dreaming was followed by the next one without end.

-- `dream_outcome`, `dream_memories`, `dream_setting`: how the last reading ended, how many memories cited the document then,
-- and which setting left its facts out. `dream_error_code`: why dreaming waits or has failed; null while a worker reads.
-- `dream_fence`: raised by each claim and by each change that makes a reading worthless. The attempt of a claim has it as its
-- own fence, negative, because a link may be fetched and dreamed of at the same time, each under its own fence.
alter table cell.documents
  add column dream_outcome text check (dream_outcome in ('formed', 'nothing', 'filtered')),
  add column dream_memories integer,
  add column dream_setting text,
  add column dream_error_code text,
  add column dream_error_message text,
  add column dream_fence bigint not null default 0,
  drop constraint documents_dreaming_status_check,
  add constraint documents_dreaming_status_check check (dreaming_status in ('dreaming', 'done', 'failed'));

-- A file that was read once is read again, after settings or tools have changed. Its old text stays until there is a new one.
alter table cell.revisions add column reread boolean not null default false;

-- Documents that failed, on the way to being searchable or in dreaming, which then had no way to say so.
update cell.documents
   set dreaming_status = case when dreamed_revision = latest_revision then 'done' else 'failed' end,
       dream_error_code = case when error_code like 'dream.%' then error_code end,
       dream_error_message = case when error_code like 'dream.%' then error_message end
 where status = 'failed' and task_type = 'memory' and dreaming_status = 'dreaming' and dream_since is null and tombstoned_at is null;

-- Documents that nobody would ever have dreamed of: a link that was found unchanged after its dreaming had failed.
update cell.documents set dream_since = now()
 where status = 'done' and task_type = 'memory' and dreaming_status = 'dreaming' and dream_since is null and tombstoned_at is null;

-- Documents that became `rag` after they were added.
update cell.documents set dreaming_status = 'done', dream_since = null
 where task_type = 'rag' and dreaming_status = 'dreaming' and tombstoned_at is null;

-- An upload that failed is known by the name of its file.
update cell.documents d set title = r.file_name
  from cell.revisions r
 where d.status = 'failed' and d.title is null and d.tombstoned_at is null
   and r.shard = d.shard and r.org = d.org and r.container = d.container and r.document = d.id and r.revision = d.latest_revision
   and r.url is null and r.file_name <> '';
