-- The schemas "directory" and "cell" as the migrations leave them, for reading and for review: a change to the
-- database shows here as a diff. Generated from the catalogs; do not edit, and do not run: migrations/ is the source.
-- Left out: partitions (their number is a setting), the queue's tables (pg-boss makes them) and the owner's rights.
-- server/test/schema-drift.test.ts holds it equal to the migrations. To write it anew: UPDATE_SCHEMA=1 npm test -- schema-drift

create schema directory;
grant usage on schema directory to reverie_app;

create table directory.cells (
  name      text not null,
  joined_at timestamp with time zone not null default now(),
  constraint cells_pkey PRIMARY KEY (name)
);
grant insert, select, update on directory.cells to reverie_app;

create table directory.keys (
  id                   text not null,
  org                  uuid not null,
  name                 text not null,
  secret_hash          bytea not null,
  container_tag        text,
  rate_limit_max       integer,
  rate_limit_window_ms integer,
  created_at           timestamp with time zone not null default now(),
  expires_at           timestamp with time zone,
  disabled_at          timestamp with time zone,
  last_used_at         timestamp with time zone,
  constraint keys_pkey PRIMARY KEY (id),
  constraint keys_org_fkey FOREIGN KEY (org) REFERENCES directory.organizations(id),
  constraint keys_secret_hash_check CHECK ((length(secret_hash) = 32))
);
CREATE INDEX keys_org ON directory.keys USING btree (org, created_at);
grant insert, select, update on directory.keys to reverie_app;

create table directory.organizations (
  id         uuid not null,
  slug       text not null,
  name       text not null,
  home_shard smallint not null,
  spread     boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_slug_key UNIQUE (slug),
  constraint organizations_home_shard_check CHECK (((home_shard >= 0) AND (home_shard <= 1023)))
);
grant insert, select, update on directory.organizations to reverie_app;

create unlogged table directory.rate_limits (
  key     text not null,
  free_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
grant delete, insert, select, update on directory.rate_limits to reverie_app;

create table directory.settings (
  org        uuid not null,
  settings   jsonb not null default '{}'::jsonb,
  updated_at timestamp with time zone not null default now(),
  constraint settings_pkey PRIMARY KEY (org),
  constraint settings_org_fkey FOREIGN KEY (org) REFERENCES directory.organizations(id)
);
grant insert, select, update on directory.settings to reverie_app;

create table directory.shards (
  shard smallint not null,
  cell  text not null,
  constraint shards_pkey PRIMARY KEY (shard),
  constraint shards_cell_fkey FOREIGN KEY (cell) REFERENCES directory.cells(name),
  constraint shards_shard_check CHECK (((shard >= 0) AND (shard <= 1023)))
);
grant insert, select, update on directory.shards to reverie_app;

create schema cell;
grant usage on schema cell to reverie_app;
grant usage on schema cell to reverie_maintenance;

create type cell.document_status as enum ('unknown', 'queued', 'extracting', 'chunking', 'embedding', 'indexing', 'done', 'failed');

create table cell.attempts (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  document      uuid not null,
  fence         bigint not null,
  revision      integer not null,
  worker        text not null,
  stage         text not null,
  outcome       text not null default 'running'::text,
  error_code    text,
  error_message text,
  started_at    timestamp with time zone not null default clock_timestamp(),
  ended_at      timestamp with time zone,
  constraint attempts_pkey PRIMARY KEY (shard, org, container, document, fence),
  constraint attempts_outcome_check CHECK ((outcome = ANY (ARRAY['running'::text, 'done'::text, 'retry'::text, 'failed'::text, 'superseded'::text, 'lost'::text])))
) partition by RANGE (shard);
alter table cell.attempts enable row level security;
alter table cell.attempts force row level security;
create policy scope on cell.attempts as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.attempts to reverie_app;

create table cell.chunk_terms (
  shard      smallint not null,
  org        uuid not null,
  container  uuid not null,
  document   uuid not null,
  "position" integer not null,
  terms      sparsevec not null,
  constraint chunk_terms_pkey PRIMARY KEY (shard, org, container, document, "position")
) partition by RANGE (shard);
alter table cell.chunk_terms enable row level security;
alter table cell.chunk_terms force row level security;
create policy scope on cell.chunk_terms as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.chunk_terms to reverie_app;

create table cell.chunk_vectors (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  embedding_set integer not null,
  document      uuid not null,
  "position"    integer not null,
  embedding     halfvec not null,
  code          bit varying not null generated always as (binary_quantize(embedding)) stored,
  constraint chunk_vectors_pkey PRIMARY KEY (shard, org, container, embedding_set, document, "position") INCLUDE (code)
) partition by RANGE (shard);
alter table cell.chunk_vectors enable row level security;
alter table cell.chunk_vectors force row level security;
create policy scope on cell.chunk_vectors as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.chunk_vectors to reverie_app;

create table cell.chunks (
  shard        smallint not null,
  org          uuid not null,
  container    uuid not null,
  document     uuid not null,
  "position"   integer not null,
  id           uuid not null,
  revision     integer not null,
  start_offset integer not null,
  end_offset   integer not null,
  content      text not null,
  headings     text[] not null default '{}'::text[],
  content_hash bytea not null,
  type         text not null default 'text'::text,
  metadata     jsonb,
  created_at   timestamp with time zone not null default now(),
  constraint chunks_pkey PRIMARY KEY (shard, org, container, document, "position")
) partition by RANGE (shard);
CREATE TRIGGER count_deleted AFTER DELETE ON cell.chunks REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION cell.count_chunks();
CREATE TRIGGER count_inserted AFTER INSERT ON cell.chunks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION cell.count_chunks();
alter table cell.chunks enable row level security;
alter table cell.chunks force row level security;
create policy scope on cell.chunks as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.chunks to reverie_app;

create table cell.containers (
  shard              smallint not null,
  org                uuid not null,
  container          uuid not null,
  tag                text not null,
  name               text,
  entity_context     text,
  active_set         integer not null,
  building_set       integer,
  documents          bigint not null default 0,
  pending            bigint not null default 0,
  failed             bigint not null default 0,
  chunks             bigint not null default 0,
  dream_leased_until timestamp with time zone,
  dream_fence        bigint not null default 0,
  created_at         timestamp with time zone not null default now(),
  updated_at         timestamp with time zone not null default now(),
  constraint containers_pkey PRIMARY KEY (shard, org, container),
  constraint containers_shard_org_tag_key UNIQUE (shard, org, tag)
) partition by RANGE (shard);
alter table cell.containers enable row level security;
alter table cell.containers force row level security;
create policy scope on cell.containers as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.containers to reverie_app;

create table cell.document_attributes (
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  document  uuid not null,
  key       text not null,
  element   integer not null,
  value     text not null,
  folded    text not null generated always as (lower("left"(value, 200))) stored,
  number    double precision,
  constraint document_attributes_pkey PRIMARY KEY (shard, org, container, document, key, element)
) partition by RANGE (shard);
CREATE INDEX document_attributes_number ON cell.document_attributes USING btree (shard, org, container, key, number, document) WHERE (number IS NOT NULL);
CREATE INDEX document_attributes_value ON cell.document_attributes USING btree (shard, org, container, key, folded, document);
alter table cell.document_attributes enable row level security;
alter table cell.document_attributes force row level security;
create policy scope on cell.document_attributes as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.document_attributes to reverie_app;

create table cell.documents (
  shard                    smallint not null,
  org                      uuid not null,
  container                uuid not null,
  id                       uuid not null,
  custom_id                text,
  container_tags           text[] not null,
  type                     text not null default 'text'::text,
  task_type                text not null default 'memory'::text,
  source                   text,
  title                    text,
  summary                  text,
  url                      text,
  og_image                 text,
  filepath                 text,
  connection_id            uuid,
  metadata                 jsonb,
  entity_context           text,
  filter_by_metadata       jsonb,
  dreaming                 text not null default 'dynamic'::text,
  dreaming_status          text not null default 'dreaming'::text,
  document_date            timestamp with time zone,
  status                   cell.document_status not null default 'queued'::cell.document_status,
  error_code               text,
  error_message            text,
  latest_revision          integer not null default 1,
  indexed_revision         integer not null default 0,
  active_content_update_id uuid,
  size                     integer not null,
  lane                     smallint not null default 0,
  ordered_at               timestamp with time zone not null,
  due_at                   timestamp with time zone,
  fence                    bigint not null default 0,
  attempts                 integer not null default 0,
  created_at               timestamp with time zone not null,
  updated_at               timestamp with time zone not null default now(),
  tombstoned_at            timestamp with time zone,
  constraint documents_pkey PRIMARY KEY (shard, org, container, id),
  constraint documents_dreaming_check CHECK ((dreaming = ANY (ARRAY['instant'::text, 'dynamic'::text]))),
  constraint documents_dreaming_status_check CHECK ((dreaming_status = ANY (ARRAY['dreaming'::text, 'done'::text]))),
  constraint documents_task_type_check CHECK ((task_type = ANY (ARRAY['memory'::text, 'rag'::text])))
) partition by RANGE (shard);
CREATE UNIQUE INDEX documents_custom_id ON cell.documents USING btree (shard, org, custom_id, container) WHERE ((custom_id IS NOT NULL) AND (tombstoned_at IS NULL));
CREATE UNIQUE INDEX documents_id ON cell.documents USING btree (shard, org, id);
CREATE INDEX documents_silent ON cell.documents USING btree (shard, org, updated_at) WHERE ((status <> ALL (ARRAY['done'::cell.document_status, 'failed'::cell.document_status])) AND (tombstoned_at IS NULL));
CREATE INDEX documents_unfinished ON cell.documents USING btree (shard, org, id) WHERE ((status <> 'done'::cell.document_status) AND (tombstoned_at IS NULL));
CREATE INDEX documents_updated ON cell.documents USING btree (shard, org, container, updated_at, id);
CREATE INDEX documents_work ON cell.documents USING btree (shard, org, container, lane, ordered_at, id) INCLUDE (due_at) WHERE (due_at IS NOT NULL);
CREATE TRIGGER count_deleted AFTER DELETE ON cell.documents REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION cell.count_documents();
CREATE TRIGGER count_inserted AFTER INSERT ON cell.documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION cell.count_documents();
CREATE TRIGGER count_updated AFTER UPDATE ON cell.documents REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION cell.count_documents();
CREATE TRIGGER keep_inserted_attributes AFTER INSERT ON cell.documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION cell.keep_attributes();
CREATE TRIGGER keep_updated_attributes AFTER UPDATE OF metadata, container ON cell.documents FOR EACH ROW WHEN (((old.metadata IS DISTINCT FROM new.metadata) OR (old.container <> new.container))) EXECUTE FUNCTION cell.keep_attributes();
alter table cell.documents enable row level security;
alter table cell.documents force row level security;
create policy due on cell.documents as permissive for select to reverie_maintenance
  using ((due_at IS NOT NULL));
create policy scope on cell.documents as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.documents to reverie_app;
grant select (shard, org, container, id, lane, ordered_at, due_at) on cell.documents to reverie_maintenance;

create table cell.embedding_cache (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  embedding_set integer not null,
  content_hash  bytea not null,
  embedding     halfvec not null,
  created_at    timestamp with time zone not null default now(),
  constraint embedding_cache_pkey PRIMARY KEY (shard, org, container, embedding_set, content_hash)
) partition by RANGE (shard);
alter table cell.embedding_cache enable row level security;
alter table cell.embedding_cache force row level security;
create policy expired on cell.embedding_cache as permissive for all to reverie_maintenance
  using (true);
create policy scope on cell.embedding_cache as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.embedding_cache to reverie_app;
grant delete on cell.embedding_cache to reverie_maintenance;
grant select (created_at) on cell.embedding_cache to reverie_maintenance;

create table cell.embedding_sets (
  shard      smallint not null,
  org        uuid not null,
  id         integer not null,
  provider   text not null,
  model      text not null,
  revision   text not null,
  dimensions integer not null,
  created_at timestamp with time zone not null default now(),
  constraint embedding_sets_pkey PRIMARY KEY (shard, org, id),
  constraint embedding_sets_shard_org_provider_model_revision_dimensions_key UNIQUE (shard, org, provider, model, revision, dimensions)
) partition by RANGE (shard);
alter table cell.embedding_sets enable row level security;
alter table cell.embedding_sets force row level security;
create policy scope on cell.embedding_sets as permissive for all to reverie_app
  using ((org = cell.scope_org()));
grant delete, insert, select, update on cell.embedding_sets to reverie_app;

create table cell.lane_clocks (
  shard      smallint not null,
  org        uuid not null,
  virtual_at timestamp with time zone not null,
  constraint lane_clocks_pkey PRIMARY KEY (shard, org)
) partition by RANGE (shard);
alter table cell.lane_clocks enable row level security;
alter table cell.lane_clocks force row level security;
create policy scope on cell.lane_clocks as permissive for all to reverie_app
  using ((org = cell.scope_org()));
grant delete, insert, select, update on cell.lane_clocks to reverie_app;

create table cell.organization_counters (
  shard     smallint not null,
  org       uuid not null,
  slot      smallint not null,
  documents bigint not null default 0,
  pending   bigint not null default 0,
  failed    bigint not null default 0,
  chunks    bigint not null default 0,
  constraint organization_counters_pkey PRIMARY KEY (shard, org, slot)
) partition by RANGE (shard);
alter table cell.organization_counters enable row level security;
alter table cell.organization_counters force row level security;
create policy scope on cell.organization_counters as permissive for all to reverie_app
  using ((org = cell.scope_org()));
grant delete, insert, select, update on cell.organization_counters to reverie_app;

create table cell.revisions (
  shard        smallint not null,
  org          uuid not null,
  container    uuid not null,
  document     uuid not null,
  revision     integer not null,
  content      text not null,
  extracted    text,
  content_hash bytea not null,
  created_at   timestamp with time zone not null default now(),
  constraint revisions_pkey PRIMARY KEY (shard, org, container, document, revision)
) partition by RANGE (shard);
alter table cell.revisions enable row level security;
alter table cell.revisions force row level security;
create policy scope on cell.revisions as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.revisions to reverie_app;

create table cell.secondary_tags (
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  document  uuid not null,
  tag       text not null,
  constraint secondary_tags_pkey PRIMARY KEY (shard, org, container, document, tag)
) partition by RANGE (shard);
CREATE INDEX secondary_tags_tag ON cell.secondary_tags USING btree (shard, org, tag);
alter table cell.secondary_tags enable row level security;
alter table cell.secondary_tags force row level security;
create policy scope on cell.secondary_tags as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.secondary_tags to reverie_app;

create table cell.term_counts (
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  term      integer not null,
  chunks    integer not null,
  constraint term_counts_pkey PRIMARY KEY (shard, org, container, term)
) partition by RANGE (shard);
alter table cell.term_counts enable row level security;
alter table cell.term_counts force row level security;
create policy scope on cell.term_counts as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.term_counts to reverie_app;

create table cell.usage_hours (
  shard           smallint not null,
  org             uuid not null,
  hour            timestamp with time zone not null,
  key_id          text not null,
  type            text not null,
  status          smallint not null,
  requests        bigint not null default 0,
  duration_ms     double precision not null default 0,
  max_duration_ms double precision not null default 0,
  last_at         timestamp with time zone not null default now(),
  tokens_in       bigint not null default 0,
  tokens_out      bigint not null default 0,
  constraint usage_hours_pkey PRIMARY KEY (shard, org, hour, key_id, type, status)
) partition by RANGE (hour);
alter table cell.usage_hours enable row level security;
alter table cell.usage_hours force row level security;
create policy scope on cell.usage_hours as permissive for all to reverie_app
  using ((org = cell.scope_org()));
grant delete, insert, select, update on cell.usage_hours to reverie_app;

CREATE OR REPLACE FUNCTION cell.attributes_of(metadata jsonb)
 RETURNS TABLE(key text, element integer, value text, number double precision)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select e.key, coalesce(a.ordinal::int - 1, -1), coalesce(a.value, e.value #>> '{}'),
         case when jsonb_typeof(e.value) = 'number' then (e.value #>> '{}')::double precision end
    from jsonb_each(case when jsonb_typeof(metadata) = 'object' then metadata end) e
    left join lateral jsonb_array_elements_text(case when jsonb_typeof(e.value) = 'array' then e.value end)
      with ordinality a (value, ordinal) on true
   where jsonb_typeof(e.value) <> 'array' or a.value is not null
$function$;

CREATE OR REPLACE FUNCTION cell.count_chunks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare delta record;
begin
  if tg_op = 'INSERT' then
    for delta in select shard, org, container, count(*) as chunks from new_rows group by 1, 2, 3 order by 1, 2, 3 loop
      perform cell.count_up(delta.shard, delta.org, delta.container, 0, 0, 0, delta.chunks);
    end loop;
  else
    for delta in select shard, org, container, count(*) as chunks from old_rows group by 1, 2, 3 order by 1, 2, 3 loop
      perform cell.count_up(delta.shard, delta.org, delta.container, 0, 0, 0, -delta.chunks);
    end loop;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION cell.count_documents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION cell.count_up(p_shard smallint, p_org uuid, p_container uuid, p_documents bigint, p_pending bigint, p_failed bigint, p_chunks bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  update cell.containers
     set documents = documents + p_documents, pending = pending + p_pending,
         failed = failed + p_failed, chunks = chunks + p_chunks, updated_at = now()
   where shard = p_shard and org = p_org and container = p_container;
  insert into cell.organization_counters as c (shard, org, slot, documents, pending, failed, chunks)
  values (p_shard, p_org, abs(uuid_hash(p_container)::bigint) % 16, p_documents, p_pending, p_failed, p_chunks)
  on conflict (shard, org, slot) do update
     set documents = c.documents + excluded.documents, pending = c.pending + excluded.pending,
         failed = c.failed + excluded.failed, chunks = c.chunks + excluded.chunks;
$function$;

CREATE OR REPLACE FUNCTION cell.create_partitions(wanted integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare parent record; part integer; width integer := 1024 / wanted;
begin
  for parent in
    select c.oid, c.relname from pg_class c
     where c.relnamespace = 'cell'::regnamespace and c.relkind = 'p'
       and not exists (select from pg_inherits i where i.inhparent = c.oid)
     order by c.relname
  loop
    for part in 0 .. wanted - 1 loop
      execute format('create table cell.%I partition of cell.%I for values from (%s) to (%s)',
        parent.relname || '_' || part, parent.relname, part * width,
        case when part = wanted - 1 then 1024 else (part + 1) * width end);
    end loop;
  end loop;
  perform cell.tune_partitions();
end $function$;

CREATE OR REPLACE FUNCTION cell.drop_usage_before(cutoff timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '2s'
AS $function$
declare name text; dropped integer := 0;
begin
  for name in
    select relname from pg_inherits join pg_class on oid = inhrelid
     where inhparent = 'cell.usage_hours'::regclass
       and to_timestamp(right(relname, 7), 'YYYY_MM') + interval '1 month' <= least(cutoff, date_trunc('month', now()))
     order by relname
  loop
    execute format('drop table cell.%I', name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $function$;
revoke all on function cell.drop_usage_before(timestamp with time zone) from public;
grant execute on function cell.drop_usage_before(timestamp with time zone) to reverie_maintenance;

CREATE OR REPLACE FUNCTION cell.ensure_usage_partitions(ahead integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '2s'
AS $function$
declare first timestamptz; name text;
begin
  perform pg_advisory_xact_lock(hashtext('reverie usage partitions'));
  for first in
    select m from generate_series(date_trunc('month', now()), date_trunc('month', now()) + ahead * interval '1 month', '1 month') m
     where not exists (select from pg_class where relnamespace = 'cell'::regnamespace
                        and relname = to_char(m, '"usage_hours_"YYYY_MM'))
  loop
    name := to_char(first, '"usage_hours_"YYYY_MM');
    -- Rows of the current hour change every second: room for that in their own page.
    execute format('create table cell.%I (like cell.usage_hours including defaults including constraints) with (fillfactor = 70)', name);
    execute format('alter table cell.usage_hours attach partition cell.%I for values from (%L) to (%L)',
      name, first, first + interval '1 month');
  end loop;
end $function$;
revoke all on function cell.ensure_usage_partitions(integer) from public;
grant execute on function cell.ensure_usage_partitions(integer) to reverie_maintenance;

CREATE OR REPLACE FUNCTION cell.keep_attributes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION cell.scope_first()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(NULLIF(current_setting('reverie.container'::text, true), ''::text), '00000000-0000-0000-0000-000000000000'::text))::uuid;

CREATE OR REPLACE FUNCTION cell.scope_last()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(NULLIF(current_setting('reverie.container'::text, true), ''::text), 'ffffffff-ffff-ffff-ffff-ffffffffffff'::text))::uuid;

CREATE OR REPLACE FUNCTION cell.scope_org()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('reverie.org'::text, true), ''::text))::uuid;

CREATE OR REPLACE FUNCTION cell.tune_partitions()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare part record;
begin
  for part in
    select p.relname, r.relname as parent from pg_inherits i
      join pg_class p on p.oid = i.inhrelid join pg_class r on r.oid = i.inhparent
     where r.relnamespace = 'cell'::regnamespace and r.relkind = 'p'
  loop
    if part.parent in ('containers', 'organization_counters', 'lane_clocks', 'term_counts') then
      execute format('alter table cell.%I set (fillfactor = 60)', part.relname);
    elsif part.parent = 'documents' then
      execute format('alter table cell.%I set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05)', part.relname);
    elsif part.parent in ('chunk_vectors', 'embedding_cache') then
      execute format('alter table cell.%I alter column embedding set storage main', part.relname);
      execute format('alter table cell.%I set (toast_tuple_target = 8160, autovacuum_vacuum_insert_threshold = 500,
        autovacuum_vacuum_insert_scale_factor = 0.02)', part.relname);
    elsif part.parent = 'chunk_terms' then
      execute format('alter table cell.%I alter column terms set storage main', part.relname);
      execute format('alter table cell.%I set (toast_tuple_target = 8160)', part.relname);
    end if;
  end loop;
end $function$;
