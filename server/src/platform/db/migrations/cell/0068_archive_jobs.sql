-- Exports and imports, one row each. `of_container` and not `container`: a job is neither cleared nor moved with what it is
-- about. It is the nil uuid for a job of the whole organization, which no scoped key sees. `place` says where the job goes on.
create table if not exists cell.archive_jobs (
  shard         smallint not null,
  org           uuid not null,
  id            uuid not null,
  of_container  uuid not null,
  kind          text not null default 'export' check (kind in ('export', 'import')),
  format        text not null,
  container_tag text,
  options       jsonb not null default '{}',
  asked_by      text not null,
  status        text not null default 'queued' check (status in ('uploading', 'queued', 'running', 'done', 'failed')),
  phase         text,
  place         jsonb not null default '{}',
  counts        jsonb not null default '{}',
  total         bigint,
  error_code    text,
  error_message text,
  attempts      integer not null default 0,
  fence         bigint not null default 0,
  leased_until  timestamptz,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  finished_at   timestamptz,
  primary key (shard, org, id)
) partition by range (shard);

create index if not exists archive_jobs_age on cell.archive_jobs (created_at);
create index if not exists archive_jobs_unfinished on cell.archive_jobs (shard, org, id) where status in ('queued', 'running');

alter table cell.archive_jobs enable row level security;
alter table cell.archive_jobs force row level security;
create policy scope on cell.archive_jobs to reverie_app
  using (org = cell.scope_org() and of_container >= cell.scope_first() and of_container <= cell.scope_last());
create policy upkeep on cell.archive_jobs to reverie_maintenance using (true);
grant select, insert, update, delete on cell.archive_jobs to reverie_app;
grant select (shard, org, id, status, leased_until, created_at), delete on cell.archive_jobs to reverie_maintenance;

-- The files of a job: pieces of an upload, entries of an archive that is written, records of an upload that was read.
create table if not exists cell.archive_parts (
  shard        smallint not null,
  org          uuid not null,
  job          uuid not null,
  role         text not null default 'upload' check (role in ('upload', 'output', 'staged')),
  part         integer not null,
  of_container uuid not null,
  bytes        bigint not null,
  name         text,
  sha256       text,
  created_at   timestamptz not null default now(),
  primary key (shard, org, job, role, part)
) partition by range (shard);

create index if not exists archive_parts_age on cell.archive_parts (created_at);

alter table cell.archive_parts enable row level security;
alter table cell.archive_parts force row level security;
create policy scope on cell.archive_parts to reverie_app
  using (org = cell.scope_org() and of_container >= cell.scope_first() and of_container <= cell.scope_last());
create policy expired on cell.archive_parts to reverie_maintenance using (true);
grant select, insert, update, delete on cell.archive_parts to reverie_app;
grant select (created_at), delete on cell.archive_parts to reverie_maintenance;
