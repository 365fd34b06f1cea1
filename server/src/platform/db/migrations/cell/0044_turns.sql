-- Who says what in a conversation, beside its text: [{"role", "name", "start", "end"}], offsets in UTF-16 code units. A label in
-- the text can be forged by whoever writes a message; a span cannot. Null: a plain text, or stored before this migration.
alter table cell.revisions add column turns jsonb;

-- The profile shows what people said before what documents, tools and assistants say, and guesses last.
drop index cell.memories_current;
create index memories_current on cell.memories (shard, org, container, is_static,
    (case when is_inference and review is distinct from 'approved' then 2 when origin in ('user', 'api') then 0 else 1 end), id desc)
  where is_latest and not is_forgotten;

-- Pages and files whose words had been taken for the user's are read again, by the reconciler. Their facts go with their
-- memories, and statements of the user that they had replaced are current again.
update cell.documents d
   set dream_since = now(), dreamed_revision = 0, dreaming_status = 'dreaming', dream_attempts = 0, dream_fence = dream_fence + 1,
       dream_outcome = null, dream_memories = null, dream_setting = null, dream_error_code = null, dream_error_message = null
 where d.status = 'done' and d.task_type = 'memory' and d.tombstoned_at is null
   and exists (select from cell.revisions r
                where r.shard = d.shard and r.org = d.org and r.container = d.container and r.document = d.id
                  and r.revision = d.latest_revision and (r.url is not null or r.blob_key is not null))
   and exists (select from cell.facts f
                where f.shard = d.shard and f.org = d.org and f.container = d.container and f.document = d.id
                  and f.fact ->> 'origin' = 'user');
