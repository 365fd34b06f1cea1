-- The schemas "directory", "cell" and "work" as the migrations leave them, for reading and for review: a change to the
-- database shows here as a diff. Generated from the catalogs; do not edit, and do not run: migrations/ is the source.
-- Left out: partitions (their number is a setting) and the owner's rights.
-- server/test/schema-drift.test.ts holds it equal to the migrations. To update it: UPDATE_SCHEMA=1 npm test -- schema-drift

create schema directory;
grant usage on schema directory to reverie_app;

create table directory.accounts (
  id                       text not null,
  person                   text not null,
  account_id               text not null,
  provider_id              text not null,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope                    text,
  password                 text,
  created_at               timestamp with time zone not null default now(),
  updated_at               timestamp with time zone not null default now(),
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_provider_id_account_id_key UNIQUE (provider_id, account_id),
  constraint accounts_person_fkey FOREIGN KEY (person) REFERENCES directory.people(id) ON DELETE CASCADE
);
CREATE INDEX accounts_person ON directory.accounts USING btree (person);
grant delete, insert, select, update on directory.accounts to reverie_app;

create table directory.audit_log (
  org        uuid not null,
  id         bigint not null generated as identity,
  at         timestamp with time zone not null default now(),
  actor_kind text not null,
  actor      text,
  actor_name text,
  action     text not null,
  target     text,
  details    jsonb not null default '{}'::jsonb,
  address    text,
  request    text,
  constraint audit_log_pkey PRIMARY KEY (org, id),
  constraint audit_log_org_fkey FOREIGN KEY (org) REFERENCES directory.organizations(id),
  constraint audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['person'::text, 'key'::text, 'nobody'::text])))
);
CREATE INDEX audit_log_action ON directory.audit_log USING btree (org, action, id);
grant insert, select on directory.audit_log to reverie_app;

create table directory.cells (
  name        text not null,
  joined_at   timestamp with time zone not null default now(),
  draining_at timestamp with time zone,
  constraint cells_pkey PRIMARY KEY (name)
);
grant insert, select, update on directory.cells to reverie_app;

create table directory.invitations (
  id          text not null,
  org         uuid not null,
  role        text not null,
  email       text,
  token_hash  bytea not null,
  invited_by  text,
  created_at  timestamp with time zone not null default now(),
  expires_at  timestamp with time zone not null,
  accepted_at timestamp with time zone,
  revoked_at  timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES directory.people(id) ON DELETE SET NULL,
  constraint invitations_org_fkey FOREIGN KEY (org) REFERENCES directory.organizations(id),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'member'::text, 'admin'::text, 'owner'::text]))),
  constraint invitations_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX invitations_org ON directory.invitations USING btree (org, created_at);
grant insert, select, update on directory.invitations to reverie_app;

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
  client               text,
  person               text,
  role                 text,
  constraint keys_pkey PRIMARY KEY (id),
  constraint keys_org_fkey FOREIGN KEY (org) REFERENCES directory.organizations(id),
  constraint keys_secret_hash_check CHECK ((length(secret_hash) = 32))
);
CREATE INDEX keys_org ON directory.keys USING btree (org, created_at);
grant insert, select, update on directory.keys to reverie_app;

create table directory.llm_spend (
  org           uuid not null,
  day           date not null,
  usd           double precision not null default 0,
  calls         bigint not null default 0,
  input_tokens  bigint not null default 0,
  output_tokens bigint not null default 0,
  constraint llm_spend_pkey PRIMARY KEY (org, day),
  constraint llm_spend_org_fkey FOREIGN KEY (org) REFERENCES directory.organizations(id)
);
grant insert, select, update on directory.llm_spend to reverie_app;

create table directory.members (
  org        uuid not null,
  person     text not null,
  role       text not null,
  created_at timestamp with time zone not null default now(),
  constraint members_pkey PRIMARY KEY (org, person),
  constraint members_org_fkey FOREIGN KEY (org) REFERENCES directory.organizations(id),
  constraint members_person_fkey FOREIGN KEY (person) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint members_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'member'::text, 'admin'::text, 'owner'::text])))
);
CREATE INDEX members_person ON directory.members USING btree (person, created_at);
grant delete, insert, select, update on directory.members to reverie_app;

create table directory.oauth_access_tokens (
  id                         text not null,
  token                      text not null,
  client_id                  text not null,
  session_id                 text,
  person                     text,
  reference_id               text,
  authorization_code_id      text,
  resources                  jsonb,
  requested_user_info_claims jsonb,
  refresh_id                 text,
  expires_at                 timestamp with time zone not null,
  created_at                 timestamp with time zone not null,
  revoked                    timestamp with time zone,
  confirmation               jsonb,
  scopes                     jsonb not null,
  constraint oauth_access_tokens_pkey PRIMARY KEY (id),
  constraint oauth_access_tokens_token_key UNIQUE (token),
  constraint oauth_access_tokens_client_id_fkey FOREIGN KEY (client_id) REFERENCES directory.oauth_clients(client_id) ON DELETE CASCADE,
  constraint oauth_access_tokens_person_fkey FOREIGN KEY (person) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint oauth_access_tokens_refresh_id_fkey FOREIGN KEY (refresh_id) REFERENCES directory.oauth_refresh_tokens(id) ON DELETE CASCADE,
  constraint oauth_access_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES directory.sessions(id) ON DELETE SET NULL
);
CREATE INDEX oauth_access_tokens_age ON directory.oauth_access_tokens USING btree (expires_at);
CREATE INDEX oauth_access_tokens_client ON directory.oauth_access_tokens USING btree (client_id);
CREATE INDEX oauth_access_tokens_code ON directory.oauth_access_tokens USING btree (authorization_code_id);
CREATE INDEX oauth_access_tokens_person ON directory.oauth_access_tokens USING btree (person);
CREATE INDEX oauth_access_tokens_refresh ON directory.oauth_access_tokens USING btree (refresh_id);
CREATE INDEX oauth_access_tokens_session ON directory.oauth_access_tokens USING btree (session_id);
grant delete, insert, select, update on directory.oauth_access_tokens to reverie_app;

create table directory.oauth_client_assertions (
  id         text not null,
  expires_at timestamp with time zone not null,
  constraint oauth_client_assertions_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on directory.oauth_client_assertions to reverie_app;

create table directory.oauth_client_resources (
  id          text not null,
  client_id   text not null,
  resource_id text not null,
  metadata    jsonb,
  created_at  timestamp with time zone default now(),
  constraint oauth_client_resources_pkey PRIMARY KEY (id),
  constraint oauth_client_resources_client_id_resource_id_key UNIQUE (client_id, resource_id),
  constraint oauth_client_resources_client_id_fkey FOREIGN KEY (client_id) REFERENCES directory.oauth_clients(client_id) ON DELETE CASCADE,
  constraint oauth_client_resources_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES directory.oauth_resources(identifier) ON DELETE CASCADE
);
CREATE INDEX oauth_client_resources_resource ON directory.oauth_client_resources USING btree (resource_id);
grant delete, insert, select, update on directory.oauth_client_resources to reverie_app;

create table directory.oauth_clients (
  id                                  text not null,
  client_id                           text not null,
  client_secret                       text,
  client_discovery_id                 text,
  disabled                            boolean default false,
  skip_consent                        boolean,
  enable_end_session                  boolean,
  subject_type                        text,
  scopes                              jsonb,
  client_credentials_scopes           jsonb,
  person                              text,
  created_at                          timestamp with time zone default now(),
  updated_at                          timestamp with time zone default now(),
  name                                text,
  uri                                 text,
  icon                                text,
  contacts                            jsonb,
  tos                                 text,
  policy                              text,
  software_id                         text,
  software_version                    text,
  software_statement                  text,
  redirect_uris                       jsonb not null,
  post_logout_redirect_uris           jsonb,
  backchannel_logout_uri              text,
  backchannel_logout_session_required boolean,
  token_endpoint_auth_method          text,
  application_type                    text,
  jwks                                text,
  jwks_uri                            text,
  grant_types                         jsonb,
  response_types                      jsonb,
  require_pkce                        boolean,
  dpop_bound_access_tokens            boolean default false,
  reference_id                        text,
  metadata                            jsonb,
  constraint oauth_clients_pkey PRIMARY KEY (id),
  constraint oauth_clients_client_id_key UNIQUE (client_id),
  constraint oauth_clients_person_fkey FOREIGN KEY (person) REFERENCES directory.people(id) ON DELETE SET NULL
);
CREATE INDEX oauth_clients_age ON directory.oauth_clients USING btree (created_at) WHERE (reference_id IS NULL);
grant delete, insert, select, update on directory.oauth_clients to reverie_app;

create table directory.oauth_consents (
  id                         text not null,
  client_id                  text not null,
  person                     text,
  reference_id               text,
  resources                  jsonb,
  requested_user_info_claims jsonb,
  scopes                     jsonb not null,
  created_at                 timestamp with time zone not null,
  updated_at                 timestamp with time zone not null,
  constraint oauth_consents_pkey PRIMARY KEY (id),
  constraint oauth_consents_client_id_fkey FOREIGN KEY (client_id) REFERENCES directory.oauth_clients(client_id) ON DELETE CASCADE,
  constraint oauth_consents_person_fkey FOREIGN KEY (person) REFERENCES directory.people(id) ON DELETE CASCADE
);
CREATE INDEX oauth_consents_client ON directory.oauth_consents USING btree (client_id);
CREATE INDEX oauth_consents_person ON directory.oauth_consents USING btree (person);
grant delete, insert, select, update on directory.oauth_consents to reverie_app;

create table directory.oauth_refresh_tokens (
  id                         text not null,
  token                      text not null,
  client_id                  text not null,
  session_id                 text,
  person                     text not null,
  reference_id               text,
  authorization_code_id      text,
  resources                  jsonb,
  requested_user_info_claims jsonb,
  expires_at                 timestamp with time zone not null,
  created_at                 timestamp with time zone not null,
  revoked                    timestamp with time zone,
  rotated_at                 timestamp with time zone,
  rotation_replay_response   text,
  rotation_replay_expires_at timestamp with time zone,
  auth_time                  timestamp with time zone,
  confirmation               jsonb,
  scopes                     jsonb not null,
  constraint oauth_refresh_tokens_pkey PRIMARY KEY (id),
  constraint oauth_refresh_tokens_token_key UNIQUE (token),
  constraint oauth_refresh_tokens_client_id_fkey FOREIGN KEY (client_id) REFERENCES directory.oauth_clients(client_id) ON DELETE CASCADE,
  constraint oauth_refresh_tokens_person_fkey FOREIGN KEY (person) REFERENCES directory.people(id) ON DELETE CASCADE,
  constraint oauth_refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES directory.sessions(id) ON DELETE SET NULL
);
CREATE INDEX oauth_refresh_tokens_age ON directory.oauth_refresh_tokens USING btree (expires_at);
CREATE INDEX oauth_refresh_tokens_client ON directory.oauth_refresh_tokens USING btree (client_id);
CREATE INDEX oauth_refresh_tokens_code ON directory.oauth_refresh_tokens USING btree (authorization_code_id);
CREATE INDEX oauth_refresh_tokens_person ON directory.oauth_refresh_tokens USING btree (person);
CREATE INDEX oauth_refresh_tokens_session ON directory.oauth_refresh_tokens USING btree (session_id);
grant delete, insert, select, update on directory.oauth_refresh_tokens to reverie_app;

create table directory.oauth_resources (
  id                                text not null,
  identifier                        text not null,
  name                              text not null,
  access_token_ttl                  integer,
  refresh_token_ttl                 integer,
  signing_algorithm                 text,
  signing_key_id                    text,
  allowed_scopes                    jsonb,
  custom_claims                     jsonb,
  dpop_bound_access_tokens_required boolean default false,
  disabled                          boolean default false,
  created_at                        timestamp with time zone default now(),
  updated_at                        timestamp with time zone default now(),
  policy_version                    integer default 1,
  metadata                          jsonb,
  constraint oauth_resources_pkey PRIMARY KEY (id),
  constraint oauth_resources_identifier_key UNIQUE (identifier)
);
grant delete, insert, select, update on directory.oauth_resources to reverie_app;

create table directory.organizations (
  id          uuid not null,
  slug        text not null,
  name        text not null,
  home_shard  smallint not null,
  spread      boolean not null default false,
  created_at  timestamp with time zone not null default now(),
  token_quota bigint,
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_slug_key UNIQUE (slug),
  constraint organizations_home_shard_check CHECK (((home_shard >= 0) AND (home_shard <= 1023))),
  constraint organizations_token_quota_check CHECK ((token_quota >= 0))
);
grant insert, select, update on directory.organizations to reverie_app;

create table directory.people (
  id             text not null,
  name           text not null,
  email          text not null,
  email_verified boolean not null default false,
  image          text,
  created_at     timestamp with time zone not null default now(),
  updated_at     timestamp with time zone not null default now(),
  constraint people_pkey PRIMARY KEY (id),
  constraint people_email_key UNIQUE (email),
  constraint people_email_check CHECK ((email = lower(email)))
);
grant delete, insert, select, update on directory.people to reverie_app;

create table directory.processes (
  name        text not null,
  cells       text[] not null,
  map_read_at timestamp with time zone not null default clock_timestamp(),
  constraint processes_pkey PRIMARY KEY (name)
);
grant delete, insert, select, update on directory.processes to reverie_app;

create unlogged table directory.rate_limits (
  key     text not null,
  free_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
grant delete, insert, select, update on directory.rate_limits to reverie_app;

create table directory.sessions (
  id         text not null,
  person     text not null,
  token      text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token),
  constraint sessions_person_fkey FOREIGN KEY (person) REFERENCES directory.people(id) ON DELETE CASCADE
);
CREATE INDEX sessions_person ON directory.sessions USING btree (person, created_at);
grant delete, insert, select, update on directory.sessions to reverie_app;

create table directory.settings (
  org        uuid not null,
  settings   jsonb not null default '{}'::jsonb,
  updated_at timestamp with time zone not null default now(),
  constraint settings_pkey PRIMARY KEY (org),
  constraint settings_org_fkey FOREIGN KEY (org) REFERENCES directory.organizations(id)
);
grant insert, select, update on directory.settings to reverie_app;

create table directory.shard_moves (
  id         uuid not null,
  source     text not null,
  target     text not null,
  shards     smallint[] not null,
  phase      text not null default 'copying'::text,
  pause_ms   double precision,
  rows       bigint,
  started_at timestamp with time zone not null default now(),
  flipped_at timestamp with time zone,
  ended_at   timestamp with time zone,
  constraint shard_moves_pkey PRIMARY KEY (id),
  constraint shard_moves_phase_check CHECK ((phase = ANY (ARRAY['copying'::text, 'closing'::text, 'flipped'::text, 'done'::text, 'undone'::text])))
);
CREATE INDEX shard_moves_unfinished ON directory.shard_moves USING btree (id) WHERE (phase = ANY (ARRAY['copying'::text, 'closing'::text, 'flipped'::text]));
grant select, update on directory.shard_moves to reverie_app;

create table directory.shards (
  shard smallint not null,
  cell  text not null,
  constraint shards_pkey PRIMARY KEY (shard),
  constraint shards_cell_fkey FOREIGN KEY (cell) REFERENCES directory.cells(name),
  constraint shards_shard_check CHECK (((shard >= 0) AND (shard <= 1023)))
);
grant insert, select, update on directory.shards to reverie_app;

create unlogged table directory.sign_in_failures (
  subject      text not null,
  failures     integer not null,
  failed_at    timestamp with time zone not null,
  locked_until timestamp with time zone not null,
  constraint sign_in_failures_pkey PRIMARY KEY (subject)
);
CREATE INDEX sign_in_failures_age ON directory.sign_in_failures USING btree (failed_at);
grant delete, insert, select, update on directory.sign_in_failures to reverie_app;

create table directory.turns (
  name       text not null,
  holder     text,
  held_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  due_at     timestamp with time zone not null default '-infinity'::timestamp with time zone,
  covers     timestamp with time zone,
  constraint turns_pkey PRIMARY KEY (name)
);
grant insert, select, update on directory.turns to reverie_app;

create table directory.verifications (
  id         text not null,
  identifier text not null,
  value      text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX verifications_identifier ON directory.verifications USING btree (identifier);
grant delete, insert, select, update on directory.verifications to reverie_app;

create unlogged table directory.workers (
  name       text not null,
  started_at timestamp with time zone not null default now(),
  seen_at    timestamp with time zone not null default now(),
  constraint workers_pkey PRIMARY KEY (name)
);
grant delete, insert, select, update on directory.workers to reverie_app;

create schema cell;
grant usage on schema cell to reverie_app;
grant usage on schema cell to reverie_backfill;
grant usage on schema cell to reverie_maintenance;
grant usage on schema cell to reverie_seeker;

create type cell.document_status as enum ('unknown', 'queued', 'extracting', 'chunking', 'embedding', 'indexing', 'done', 'failed');

create type cell.memory_relation as enum ('updates', 'extends', 'derives');

create table cell.archive_jobs (
  shard         smallint not null,
  org           uuid not null,
  id            uuid not null,
  of_container  uuid not null,
  kind          text not null default 'export'::text,
  format        text not null,
  container_tag text,
  options       jsonb not null default '{}'::jsonb,
  asked_by      text not null,
  status        text not null default 'queued'::text,
  phase         text,
  place         jsonb not null default '{}'::jsonb,
  counts        jsonb not null default '{}'::jsonb,
  total         bigint,
  error_code    text,
  error_message text,
  attempts      integer not null default 0,
  fence         bigint not null default 0,
  leased_until  timestamp with time zone,
  created_at    timestamp with time zone not null default now(),
  updated_at    timestamp with time zone not null default now(),
  finished_at   timestamp with time zone,
  constraint archive_jobs_pkey PRIMARY KEY (shard, org, id),
  constraint archive_jobs_kind_check CHECK ((kind = ANY (ARRAY['export'::text, 'import'::text]))),
  constraint archive_jobs_status_check CHECK ((status = ANY (ARRAY['uploading'::text, 'queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
) partition by RANGE (shard);
CREATE INDEX archive_jobs_age ON cell.archive_jobs USING btree (created_at);
CREATE INDEX archive_jobs_unfinished ON cell.archive_jobs USING btree (shard, org, id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
alter table cell.archive_jobs enable row level security;
alter table cell.archive_jobs force row level security;
create policy backfill on cell.archive_jobs as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.archive_jobs as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (of_container >= cell.scope_first()) AND (of_container <= cell.scope_last())));
create policy upkeep on cell.archive_jobs as permissive for all to reverie_maintenance
  using (true);
grant delete, insert, select, update on cell.archive_jobs to reverie_app;
grant delete, insert, select, update on cell.archive_jobs to reverie_backfill;
grant delete on cell.archive_jobs to reverie_maintenance;
grant select (shard, org, id, status, leased_until, created_at) on cell.archive_jobs to reverie_maintenance;

create table cell.archive_parts (
  shard        smallint not null,
  org          uuid not null,
  job          uuid not null,
  role         text not null default 'upload'::text,
  part         integer not null,
  of_container uuid not null,
  bytes        bigint not null,
  name         text,
  sha256       text,
  created_at   timestamp with time zone not null default now(),
  constraint archive_parts_pkey PRIMARY KEY (shard, org, job, role, part),
  constraint archive_parts_role_check CHECK ((role = ANY (ARRAY['upload'::text, 'output'::text, 'staged'::text])))
) partition by RANGE (shard);
CREATE INDEX archive_parts_age ON cell.archive_parts USING btree (created_at);
alter table cell.archive_parts enable row level security;
alter table cell.archive_parts force row level security;
create policy backfill on cell.archive_parts as permissive for all to reverie_backfill
  using (true);
create policy expired on cell.archive_parts as permissive for all to reverie_maintenance
  using (true);
create policy scope on cell.archive_parts as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (of_container >= cell.scope_first()) AND (of_container <= cell.scope_last())));
grant delete, insert, select, update on cell.archive_parts to reverie_app;
grant delete, insert, select, update on cell.archive_parts to reverie_backfill;
grant delete on cell.archive_parts to reverie_maintenance;
grant select (created_at) on cell.archive_parts to reverie_maintenance;

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
CREATE INDEX attempts_age ON cell.attempts USING btree (started_at);
alter table cell.attempts enable row level security;
alter table cell.attempts force row level security;
create policy backfill on cell.attempts as permissive for all to reverie_backfill
  using (true);
create policy expired on cell.attempts as permissive for all to reverie_maintenance
  using (true);
create policy scope on cell.attempts as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.attempts to reverie_app;
grant delete, insert, select, update on cell.attempts to reverie_backfill;
grant delete on cell.attempts to reverie_maintenance;
grant select (started_at) on cell.attempts to reverie_maintenance;

create table cell.bucket_vectors (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  embedding_set integer not null,
  bucket        bigint not null,
  embedding     halfvec not null,
  "least"       real not null,
  constraint bucket_vectors_pkey PRIMARY KEY (shard, org, container, embedding_set, bucket)
) partition by RANGE (shard);
alter table cell.bucket_vectors enable row level security;
alter table cell.bucket_vectors force row level security;
create policy backfill on cell.bucket_vectors as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.bucket_vectors as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.bucket_vectors to reverie_app;
grant delete, insert, select, update on cell.bucket_vectors to reverie_backfill;

create table cell.chunk_terms (
  shard      smallint not null,
  org        uuid not null,
  container  uuid not null,
  document   uuid not null,
  "position" integer not null,
  terms      sparsevec not null,
  sought     boolean not null default false,
  constraint chunk_terms_pkey PRIMARY KEY (shard, org, container, document, "position")
) partition by RANGE (shard);
CREATE INDEX chunk_terms_sought ON cell.chunk_terms USING gin (cell.term_keys(container, cell.terms_of(terms))) WHERE sought;
CREATE INDEX chunk_terms_unsought ON cell.chunk_terms USING btree (shard, org, container, document, "position") WHERE (NOT sought);
alter table cell.chunk_terms enable row level security;
alter table cell.chunk_terms force row level security;
create policy backfill on cell.chunk_terms as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.chunk_terms as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
create policy seek on cell.chunk_terms as permissive for select to reverie_seeker
  using (true);
create policy unsought on cell.chunk_terms as permissive for select to reverie_maintenance
  using ((NOT sought));
grant delete, insert, select, update on cell.chunk_terms to reverie_app;
grant delete, insert, select, update on cell.chunk_terms to reverie_backfill;
grant select on cell.chunk_terms to reverie_seeker;
grant select (shard, org, container, sought) on cell.chunk_terms to reverie_maintenance;

create table cell.chunk_tokens (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  embedding_set integer not null,
  document      uuid not null,
  "position"    integer not null,
  codes         bytea not null,
  constraint chunk_tokens_pkey PRIMARY KEY (shard, org, container, embedding_set, document, "position")
) partition by RANGE (shard);
alter table cell.chunk_tokens enable row level security;
alter table cell.chunk_tokens force row level security;
create policy backfill on cell.chunk_tokens as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.chunk_tokens as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.chunk_tokens to reverie_app;
grant delete, insert, select, update on cell.chunk_tokens to reverie_backfill;

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
create policy backfill on cell.chunk_vectors as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.chunk_vectors as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.chunk_vectors to reverie_app;
grant delete, insert, select, update on cell.chunk_vectors to reverie_backfill;

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
CREATE TRIGGER count_moved AFTER UPDATE ON cell.chunks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION cell.count_moved_chunks();
CREATE CONSTRAINT TRIGGER settle_counts AFTER INSERT OR DELETE ON cell.chunks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cell.settle_counts();
CREATE CONSTRAINT TRIGGER settle_updated_counts AFTER UPDATE ON cell.chunks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.container IS DISTINCT FROM new.container)) EXECUTE FUNCTION cell.settle_counts();
alter table cell.chunks enable row level security;
alter table cell.chunks force row level security;
create policy backfill on cell.chunks as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.chunks as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.chunks to reverie_app;
grant delete, insert, select, update on cell.chunks to reverie_backfill;

create table cell.connection_grants (
  shard        smallint not null,
  org          uuid not null,
  id           uuid not null,
  connection   uuid not null,
  provider     text not null,
  secret_hash  bytea not null,
  verifier     jsonb not null,
  client_id    text not null,
  redirect_uri text not null,
  return_to    text,
  expires_at   timestamp with time zone not null,
  constraint connection_grants_pkey PRIMARY KEY (shard, org, id)
) partition by RANGE (shard);
CREATE INDEX connection_grants_age ON cell.connection_grants USING btree (expires_at);
alter table cell.connection_grants enable row level security;
alter table cell.connection_grants force row level security;
create policy backfill on cell.connection_grants as permissive for all to reverie_backfill
  using (true);
create policy expired on cell.connection_grants as permissive for all to reverie_maintenance
  using ((expires_at < now()));
create policy scope on cell.connection_grants as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (cell.scope_first() <> cell.scope_last())));
grant delete, insert, select, update on cell.connection_grants to reverie_app;
grant delete, insert, select, update on cell.connection_grants to reverie_backfill;
grant delete on cell.connection_grants to reverie_maintenance;
grant select (expires_at) on cell.connection_grants to reverie_maintenance;

create table cell.connections (
  shard               smallint not null,
  org                 uuid not null,
  id                  uuid not null,
  provider            text not null,
  container_tag       text not null,
  settings            jsonb not null default '{}'::jsonb,
  credentials         jsonb,
  credentials_version integer not null default 0,
  renewing_until      timestamp with time zone,
  expires_at          timestamp with time zone,
  account             text,
  chosen              jsonb,
  state               text not null default 'active'::text,
  document_limit      integer,
  metadata            jsonb,
  every_minutes       integer,
  checkpoint          jsonb,
  full_run            uuid,
  subscription        jsonb,
  next_run_at         timestamp with time zone,
  asked               text,
  asks_pull           boolean not null default false,
  current_run         uuid,
  failures            integer not null default 0,
  attempts            integer not null default 0,
  fence               bigint not null default 0,
  leased_until        timestamp with time zone,
  deletes_documents   boolean not null default false,
  created_by          text not null,
  created_at          timestamp with time zone not null default now(),
  updated_at          timestamp with time zone not null default now(),
  constraint connections_pkey PRIMARY KEY (shard, org, id),
  constraint connections_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'needs_authorization'::text, 'deleting'::text])))
) partition by RANGE (shard);
CREATE INDEX connections_at_work ON cell.connections USING btree (shard, org, id) WHERE ((state = 'deleting'::text) OR ((state = 'active'::text) AND ((asked IS NOT NULL) OR (current_run IS NOT NULL) OR (next_run_at IS NOT NULL))));
alter table cell.connections enable row level security;
alter table cell.connections force row level security;
create policy backfill on cell.connections as permissive for all to reverie_backfill
  using (true);
create policy due on cell.connections as permissive for select to reverie_maintenance
  using (true);
create policy scope on cell.connections as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (cell.scope_first() <> cell.scope_last())));
grant delete, insert, select, update on cell.connections to reverie_app;
grant delete, insert, select, update on cell.connections to reverie_backfill;
grant select (shard, org, id, state, next_run_at, asked, current_run, leased_until) on cell.connections to reverie_maintenance;

create table cell.containers (
  shard                   smallint not null,
  org                     uuid not null,
  container               uuid not null,
  tag                     text not null,
  name                    text,
  entity_context          text,
  active_set              integer not null,
  building_set            integer,
  documents               bigint not null default 0,
  pending                 bigint not null default 0,
  failed                  bigint not null default 0,
  chunks                  bigint not null default 0,
  dream_leased_until      timestamp with time zone,
  dream_fence             bigint not null default 0,
  created_at              timestamp with time zone not null default now(),
  updated_at              timestamp with time zone not null default now(),
  memories                bigint not null default 0,
  memory_versions         bigint not null default 0,
  memory_filesystem_paths jsonb,
  profile_buckets         jsonb,
  tokens                  bigint not null default 0,
  deleted_at              timestamp with time zone,
  version                 bigint not null default 0,
  constraint containers_pkey PRIMARY KEY (shard, org, container),
  constraint containers_shard_org_tag_key UNIQUE (shard, org, tag)
) partition by RANGE (shard);
CREATE INDEX containers_deleted ON cell.containers USING btree (shard, org, container) WHERE (deleted_at IS NOT NULL);
CREATE TRIGGER note_change AFTER UPDATE ON cell.containers FOR EACH ROW WHEN (((old.version = new.version) AND (new.deleted_at IS NULL) AND ((((((old.tag IS DISTINCT FROM new.tag) OR (old.name IS DISTINCT FROM new.name)) OR (old.entity_context IS DISTINCT FROM new.entity_context)) OR (old.active_set IS DISTINCT FROM new.active_set)) OR (old.memory_filesystem_paths IS DISTINCT FROM new.memory_filesystem_paths)) OR (old.profile_buckets IS DISTINCT FROM new.profile_buckets)))) EXECUTE FUNCTION cell.note_change();
CREATE TRIGGER note_new AFTER INSERT ON cell.containers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION cell.note_new_containers();
CREATE CONSTRAINT TRIGGER settle_change AFTER UPDATE ON cell.containers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.version = new.version) AND (new.deleted_at IS NULL) AND ((((((old.tag IS DISTINCT FROM new.tag) OR (old.name IS DISTINCT FROM new.name)) OR (old.entity_context IS DISTINCT FROM new.entity_context)) OR (old.active_set IS DISTINCT FROM new.active_set)) OR (old.memory_filesystem_paths IS DISTINCT FROM new.memory_filesystem_paths)) OR (old.profile_buckets IS DISTINCT FROM new.profile_buckets)))) EXECUTE FUNCTION cell.settle_counts();
CREATE CONSTRAINT TRIGGER settle_new AFTER INSERT ON cell.containers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cell.settle_counts();
alter table cell.containers enable row level security;
alter table cell.containers force row level security;
create policy backfill on cell.containers as permissive for all to reverie_backfill
  using (true);
create policy closed on cell.containers as permissive for select to reverie_maintenance
  using ((deleted_at IS NOT NULL));
create policy large on cell.containers as permissive for select to reverie_maintenance
  using ((chunks > 8000));
create policy scope on cell.containers as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.containers to reverie_app;
grant delete, insert, select, update on cell.containers to reverie_backfill;
grant select (shard, org, container, active_set, chunks, deleted_at) on cell.containers to reverie_maintenance;

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
  head      text not null generated always as ("left"(value, 200)) stored,
  is_long   boolean not null generated always as ((length(value) > 200)) stored,
  constraint document_attributes_pkey PRIMARY KEY (shard, org, container, document, key, element)
) partition by RANGE (shard);
CREATE INDEX document_attributes_long ON cell.document_attributes USING btree (shard, org, container, key, document) WHERE is_long;
CREATE INDEX document_attributes_number ON cell.document_attributes USING btree (shard, org, container, key, number, document) WHERE (number IS NOT NULL);
CREATE INDEX document_attributes_value ON cell.document_attributes USING btree (shard, org, container, key, folded, document) INCLUDE (element, head);
alter table cell.document_attributes enable row level security;
alter table cell.document_attributes force row level security;
create policy backfill on cell.document_attributes as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.document_attributes as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.document_attributes to reverie_app;
grant delete, insert, select, update on cell.document_attributes to reverie_backfill;

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
  category                 text,
  path_start               text generated always as ("left"(filepath, 250)) stored,
  dream_since              timestamp with time zone,
  dreamed_revision         integer not null default 0,
  dream_attempts           integer not null default 0,
  erasure                  uuid,
  progress_done            integer,
  progress_total           integer,
  dream_outcome            text,
  dream_memories           integer,
  dream_setting            text,
  dream_error_code         text,
  dream_error_message      text,
  dream_fence              bigint not null default 0,
  dreamed_chars            integer,
  dreamed_units            integer,
  dreamed_speaker          text,
  dream_capped             boolean not null default false,
  chunking                 text,
  constraint documents_pkey PRIMARY KEY (shard, org, container, id) INCLUDE (tombstoned_at),
  constraint documents_dream_outcome_check CHECK ((dream_outcome = ANY (ARRAY['formed'::text, 'nothing'::text, 'filtered'::text]))),
  constraint documents_dreaming_check CHECK ((dreaming = ANY (ARRAY['instant'::text, 'dynamic'::text]))),
  constraint documents_dreaming_status_check CHECK ((dreaming_status = ANY (ARRAY['dreaming'::text, 'done'::text, 'failed'::text]))),
  constraint documents_task_type_check CHECK ((task_type = ANY (ARRAY['memory'::text, 'rag'::text])))
) partition by RANGE (shard);
CREATE INDEX documents_category ON cell.documents USING btree (shard, org, container, category, id) WHERE (category IS NOT NULL);
CREATE UNIQUE INDEX documents_custom_id ON cell.documents USING btree (shard, org, custom_id, container) WHERE ((custom_id IS NOT NULL) AND (tombstoned_at IS NULL));
CREATE INDEX documents_deleted ON cell.documents USING btree (shard, org, container, lane, ordered_at, id) WHERE ((tombstoned_at IS NOT NULL) AND (due_at IS NOT NULL));
CREATE INDEX documents_dream_order ON cell.documents USING btree (shard, org, container, ordered_at, id) WHERE (dream_since IS NOT NULL);
CREATE INDEX documents_dreams ON cell.documents USING btree (shard, org, container, dream_since) WHERE (dream_since IS NOT NULL);
CREATE INDEX documents_erasure ON cell.documents USING btree (shard, org, erasure, id) WHERE (erasure IS NOT NULL);
CREATE INDEX documents_finished ON cell.documents USING btree (shard, org, container, type, source, id) WHERE ((status = 'done'::cell.document_status) AND (tombstoned_at IS NULL));
CREATE UNIQUE INDEX documents_id ON cell.documents USING btree (shard, org, id);
CREATE INDEX documents_path ON cell.documents USING btree (shard, org, container, path_start, id) WHERE (path_start IS NOT NULL);
CREATE INDEX documents_silent ON cell.documents USING btree (shard, org, updated_at) WHERE ((status <> ALL (ARRAY['done'::cell.document_status, 'failed'::cell.document_status])) AND (tombstoned_at IS NULL));
CREATE INDEX documents_tombstones ON cell.documents USING btree (tombstoned_at) WHERE ((tombstoned_at IS NOT NULL) AND (due_at IS NULL) AND (dream_since IS NULL));
CREATE INDEX documents_unfinished ON cell.documents USING btree (shard, org, id) WHERE ((status <> 'done'::cell.document_status) AND (tombstoned_at IS NULL));
CREATE INDEX documents_updated ON cell.documents USING btree (shard, org, container, updated_at, id) INCLUDE (tombstoned_at);
CREATE INDEX documents_work ON cell.documents USING btree (shard, org, container, lane, ordered_at, id) INCLUDE (due_at) WHERE (due_at IS NOT NULL);
CREATE TRIGGER count_deleted AFTER DELETE ON cell.documents REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION cell.count_documents();
CREATE TRIGGER count_inserted AFTER INSERT ON cell.documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION cell.count_documents();
CREATE TRIGGER count_updated AFTER UPDATE ON cell.documents REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION cell.count_documents();
CREATE TRIGGER keep_inserted_attributes AFTER INSERT ON cell.documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION cell.keep_attributes();
CREATE TRIGGER keep_updated_attributes AFTER UPDATE OF metadata, container ON cell.documents FOR EACH ROW WHEN (((old.metadata IS DISTINCT FROM new.metadata) OR (old.container <> new.container))) EXECUTE FUNCTION cell.keep_attributes();
CREATE TRIGGER note_change AFTER UPDATE ON cell.documents FOR EACH ROW WHEN (((new.tombstoned_at IS NULL) AND (old.tombstoned_at IS NULL) AND (old.container = new.container) AND (old.size = new.size) AND ((old.status = ANY (ARRAY['done'::cell.document_status, 'failed'::cell.document_status])) = (new.status = ANY (ARRAY['done'::cell.document_status, 'failed'::cell.document_status]))) AND ((old.status = 'failed'::cell.document_status) = (new.status = 'failed'::cell.document_status)) AND (((((((((((((((((((((((old.updated_at IS DISTINCT FROM new.updated_at) OR (old.status IS DISTINCT FROM new.status)) OR (old.title IS DISTINCT FROM new.title)) OR (old.summary IS DISTINCT FROM new.summary)) OR (old.metadata IS DISTINCT FROM new.metadata)) OR (old.container_tags IS DISTINCT FROM new.container_tags)) OR (old.custom_id IS DISTINCT FROM new.custom_id)) OR (old.filepath IS DISTINCT FROM new.filepath)) OR (old.type IS DISTINCT FROM new.type)) OR (old.category IS DISTINCT FROM new.category)) OR (old.source IS DISTINCT FROM new.source)) OR (old.url IS DISTINCT FROM new.url)) OR (old.og_image IS DISTINCT FROM new.og_image)) OR (old.document_date IS DISTINCT FROM new.document_date)) OR (old.dreaming IS DISTINCT FROM new.dreaming)) OR (old.dreaming_status IS DISTINCT FROM new.dreaming_status)) OR (old.dream_since IS DISTINCT FROM new.dream_since)) OR (old.dream_outcome IS DISTINCT FROM new.dream_outcome)) OR (old.dream_memories IS DISTINCT FROM new.dream_memories)) OR (old.dream_error_code IS DISTINCT FROM new.dream_error_code)) OR (old.error_code IS DISTINCT FROM new.error_code)) OR (old.latest_revision IS DISTINCT FROM new.latest_revision)) OR (old.indexed_revision IS DISTINCT FROM new.indexed_revision)))) EXECUTE FUNCTION cell.note_change();
CREATE TRIGGER note_event AFTER UPDATE OF status ON cell.documents FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) AND (new.status = ANY (ARRAY['done'::cell.document_status, 'failed'::cell.document_status])) AND (new.tombstoned_at IS NULL))) EXECUTE FUNCTION cell.note_document();
CREATE CONSTRAINT TRIGGER settle_change AFTER UPDATE ON cell.documents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.tombstoned_at IS NULL) AND (old.tombstoned_at IS NULL) AND (old.container = new.container) AND (old.size = new.size) AND ((old.status = ANY (ARRAY['done'::cell.document_status, 'failed'::cell.document_status])) = (new.status = ANY (ARRAY['done'::cell.document_status, 'failed'::cell.document_status]))) AND ((old.status = 'failed'::cell.document_status) = (new.status = 'failed'::cell.document_status)) AND (((((((((((((((((((((((old.updated_at IS DISTINCT FROM new.updated_at) OR (old.status IS DISTINCT FROM new.status)) OR (old.title IS DISTINCT FROM new.title)) OR (old.summary IS DISTINCT FROM new.summary)) OR (old.metadata IS DISTINCT FROM new.metadata)) OR (old.container_tags IS DISTINCT FROM new.container_tags)) OR (old.custom_id IS DISTINCT FROM new.custom_id)) OR (old.filepath IS DISTINCT FROM new.filepath)) OR (old.type IS DISTINCT FROM new.type)) OR (old.category IS DISTINCT FROM new.category)) OR (old.source IS DISTINCT FROM new.source)) OR (old.url IS DISTINCT FROM new.url)) OR (old.og_image IS DISTINCT FROM new.og_image)) OR (old.document_date IS DISTINCT FROM new.document_date)) OR (old.dreaming IS DISTINCT FROM new.dreaming)) OR (old.dreaming_status IS DISTINCT FROM new.dreaming_status)) OR (old.dream_since IS DISTINCT FROM new.dream_since)) OR (old.dream_outcome IS DISTINCT FROM new.dream_outcome)) OR (old.dream_memories IS DISTINCT FROM new.dream_memories)) OR (old.dream_error_code IS DISTINCT FROM new.dream_error_code)) OR (old.error_code IS DISTINCT FROM new.error_code)) OR (old.latest_revision IS DISTINCT FROM new.latest_revision)) OR (old.indexed_revision IS DISTINCT FROM new.indexed_revision)))) EXECUTE FUNCTION cell.settle_counts();
CREATE CONSTRAINT TRIGGER settle_counts AFTER INSERT OR DELETE ON cell.documents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cell.settle_counts();
CREATE CONSTRAINT TRIGGER settle_updated_counts AFTER UPDATE ON cell.documents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.size IS DISTINCT FROM new.size) OR (old.container IS DISTINCT FROM new.container) OR (old.tombstoned_at IS DISTINCT FROM new.tombstoned_at))) EXECUTE FUNCTION cell.settle_counts();
alter table cell.documents enable row level security;
alter table cell.documents force row level security;
create policy backfill on cell.documents as permissive for all to reverie_backfill
  using (true);
create policy dreaming on cell.documents as permissive for select to reverie_maintenance
  using ((dream_since IS NOT NULL));
create policy due on cell.documents as permissive for select to reverie_maintenance
  using ((due_at IS NOT NULL));
create policy purged on cell.documents as permissive for select to reverie_maintenance
  using (((tombstoned_at IS NOT NULL) AND (due_at IS NULL) AND (dream_since IS NULL)));
create policy scope on cell.documents as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.documents to reverie_app;
grant delete, insert, select, update on cell.documents to reverie_backfill;
grant select (shard, org, container, id, lane, ordered_at, due_at, tombstoned_at, dream_since) on cell.documents to reverie_maintenance;

create table cell.dream_leases (
  shard        smallint not null,
  org          uuid not null,
  container    uuid not null,
  fence        bigint not null default 0,
  leased_until timestamp with time zone,
  constraint dream_leases_pkey PRIMARY KEY (shard, org, container)
) partition by RANGE (shard);
alter table cell.dream_leases enable row level security;
alter table cell.dream_leases force row level security;
create policy backfill on cell.dream_leases as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.dream_leases as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.dream_leases to reverie_app;
grant delete, insert, select, update on cell.dream_leases to reverie_backfill;

create table cell.embedding_builds (
  shard          smallint not null,
  org            uuid not null,
  container      uuid not null,
  embedding_set  integer not null,
  id             uuid not null default gen_random_uuid(),
  after_chunk_of uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  after_position integer not null default '-1'::integer,
  after_memory   uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  made           integer not null default 0,
  leased_until   timestamp with time zone,
  done_at        timestamp with time zone,
  created_at     timestamp with time zone not null default now(),
  constraint embedding_builds_pkey PRIMARY KEY (shard, org, container, embedding_set, id)
) partition by RANGE (shard);
CREATE INDEX embedding_builds_open ON cell.embedding_builds USING btree (shard, org, container) WHERE (done_at IS NULL);
alter table cell.embedding_builds enable row level security;
alter table cell.embedding_builds force row level security;
create policy backfill on cell.embedding_builds as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.embedding_builds as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
create policy unfinished on cell.embedding_builds as permissive for select to reverie_maintenance
  using ((done_at IS NULL));
grant delete, insert, select, update on cell.embedding_builds to reverie_app;
grant delete, insert, select, update on cell.embedding_builds to reverie_backfill;
grant select (shard, org, container, done_at) on cell.embedding_builds to reverie_maintenance;

create table cell.embedding_cache (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  embedding_set integer not null,
  content_hash  bytea not null,
  embedding     halfvec not null,
  created_at    timestamp with time zone not null default now(),
  paid_for      uuid,
  constraint embedding_cache_pkey PRIMARY KEY (shard, org, container, embedding_set, content_hash)
) partition by RANGE (shard);
CREATE INDEX embedding_cache_age ON cell.embedding_cache USING btree (created_at);
CREATE INDEX embedding_cache_paid_for ON cell.embedding_cache USING btree (shard, org, container, paid_for);
alter table cell.embedding_cache enable row level security;
alter table cell.embedding_cache force row level security;
create policy backfill on cell.embedding_cache as permissive for all to reverie_backfill
  using (true);
create policy expired on cell.embedding_cache as permissive for all to reverie_maintenance
  using (true);
create policy scope on cell.embedding_cache as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.embedding_cache to reverie_app;
grant delete, insert, select, update on cell.embedding_cache to reverie_backfill;
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
  role       text,
  constraint embedding_sets_pkey PRIMARY KEY (shard, org, id),
  constraint embedding_sets_shard_org_provider_model_revision_dimensions_key UNIQUE (shard, org, provider, model, revision, dimensions),
  constraint embedding_sets_role_check CHECK ((role = ANY (ARRAY['active'::text, 'building'::text, 'previous'::text, 'dropping'::text])))
) partition by RANGE (shard);
CREATE UNIQUE INDEX embedding_sets_role ON cell.embedding_sets USING btree (shard, org, role) WHERE (role <> 'dropping'::text);
alter table cell.embedding_sets enable row level security;
alter table cell.embedding_sets force row level security;
create policy backfill on cell.embedding_sets as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.embedding_sets as permissive for all to reverie_app
  using ((org = cell.scope_org()));
create policy sizes on cell.embedding_sets as permissive for select to reverie_maintenance
  using (true);
grant delete, insert, select, update on cell.embedding_sets to reverie_app;
grant delete, insert, select, update on cell.embedding_sets to reverie_backfill;
grant select (shard, org, id, dimensions, role) on cell.embedding_sets to reverie_maintenance;

create table cell.erasures (
  shard           smallint not null,
  org             uuid not null,
  id              uuid not null,
  of_container    uuid not null,
  kind            text not null default 'document'::text,
  target          uuid,
  asked_by        text not null,
  requested       bigint not null,
  forgotten       bigint not null default 0,
  removed         jsonb not null default '{}'::jsonb,
  blob_keys       text[] not null default '{}'::text[],
  found           jsonb,
  created_at      timestamp with time zone not null default now(),
  finished_at     timestamp with time zone,
  verified_at     timestamp with time zone,
  journaled_at    timestamp with time zone,
  held_documents  uuid[],
  held_containers uuid[],
  constraint erasures_pkey PRIMARY KEY (shard, org, id),
  constraint erasures_kind_check CHECK ((kind = ANY (ARRAY['document'::text, 'documents'::text, 'memory'::text, 'container'::text])))
) partition by RANGE (shard);
CREATE INDEX erasures_age ON cell.erasures USING btree (created_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX erasures_container ON cell.erasures USING btree (shard, org, of_container) WHERE (kind = 'container'::text);
CREATE INDEX erasures_unjournaled ON cell.erasures USING btree (shard, org, id) WHERE (journaled_at IS NULL);
alter table cell.erasures enable row level security;
alter table cell.erasures force row level security;
create policy backfill on cell.erasures as permissive for all to reverie_backfill
  using (true);
create policy expired on cell.erasures as permissive for all to reverie_maintenance
  using ((finished_at IS NOT NULL));
create policy scope on cell.erasures as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (of_container >= cell.scope_first()) AND (of_container <= cell.scope_last())));
create policy unjournaled on cell.erasures as permissive for select to reverie_maintenance
  using ((journaled_at IS NULL));
grant delete, insert, select, update on cell.erasures to reverie_app;
grant delete, insert, select, update on cell.erasures to reverie_backfill;
grant delete on cell.erasures to reverie_maintenance;
grant select (shard, org, id, created_at, journaled_at) on cell.erasures to reverie_maintenance;

create table cell.fact_keys (
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  key       bigint not null,
  fact      uuid not null,
  document  uuid,
  constraint fact_keys_pkey PRIMARY KEY (shard, org, container, key, fact)
) partition by RANGE (shard);
CREATE INDEX fact_keys_document ON cell.fact_keys USING btree (shard, org, container, document);
CREATE INDEX fact_keys_stated ON cell.fact_keys USING btree (shard, org, container, fact) WHERE (document IS NULL);
alter table cell.fact_keys enable row level security;
alter table cell.fact_keys force row level security;
create policy backfill on cell.fact_keys as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.fact_keys as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.fact_keys to reverie_app;
grant delete, insert, select, update on cell.fact_keys to reverie_backfill;

create table cell.facts (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  document      uuid,
  id            uuid not null,
  revision      integer not null,
  said_at       timestamp with time zone not null,
  fact          jsonb not null,
  embedding_set integer not null,
  embedding     halfvec not null,
  memory        uuid,
  decision      text,
  reason        text,
  learned_at    timestamp with time zone not null default now(),
  constraint facts_pkey PRIMARY KEY (shard, org, container, id)
) partition by RANGE (shard);
CREATE INDEX facts_document ON cell.facts USING btree (shard, org, container, document);
CREATE INDEX facts_memory ON cell.facts USING btree (shard, org, container, memory);
alter table cell.facts enable row level security;
alter table cell.facts force row level security;
create policy backfill on cell.facts as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.facts as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.facts to reverie_app;
grant delete, insert, select, update on cell.facts to reverie_backfill;

create table cell.golden_questions (
  shard         smallint not null,
  org           uuid not null,
  id            uuid not null,
  question      text not null,
  expected      text[] not null,
  container_tag text,
  created_at    timestamp with time zone not null default now(),
  constraint golden_questions_pkey PRIMARY KEY (shard, org, id)
) partition by RANGE (shard);
alter table cell.golden_questions enable row level security;
alter table cell.golden_questions force row level security;
create policy backfill on cell.golden_questions as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.golden_questions as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (cell.scope_first() <> cell.scope_last())));
grant delete, insert, select, update on cell.golden_questions to reverie_app;
grant delete, insert, select, update on cell.golden_questions to reverie_backfill;

create table cell.idempotency_keys (
  shard        smallint not null,
  org          uuid not null,
  route        text not null,
  key          text not null,
  request_hash bytea not null,
  response     jsonb,
  created_at   timestamp with time zone not null default now(),
  principal    text not null default ''::text,
  item         integer not null default '-1'::integer,
  constraint idempotency_keys_pkey PRIMARY KEY (shard, org, principal, route, key, item)
) partition by RANGE (shard);
CREATE INDEX idempotency_keys_age ON cell.idempotency_keys USING btree (created_at);
alter table cell.idempotency_keys enable row level security;
alter table cell.idempotency_keys force row level security;
create policy backfill on cell.idempotency_keys as permissive for all to reverie_backfill
  using (true);
create policy expired on cell.idempotency_keys as permissive for all to reverie_maintenance
  using (true);
create policy scope on cell.idempotency_keys as permissive for all to reverie_app
  using ((org = cell.scope_org()));
grant delete, insert, select, update on cell.idempotency_keys to reverie_app;
grant delete, insert, select, update on cell.idempotency_keys to reverie_backfill;
grant delete on cell.idempotency_keys to reverie_maintenance;
grant select (created_at) on cell.idempotency_keys to reverie_maintenance;

create table cell.lane_clocks (
  shard      smallint not null,
  org        uuid not null,
  virtual_at timestamp with time zone not null default now(),
  reading_at timestamp with time zone not null default now(),
  constraint lane_clocks_pkey PRIMARY KEY (shard, org)
) partition by RANGE (shard);
alter table cell.lane_clocks enable row level security;
alter table cell.lane_clocks force row level security;
create policy backfill on cell.lane_clocks as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.lane_clocks as permissive for all to reverie_app
  using ((org = cell.scope_org()));
grant delete, insert, select, update on cell.lane_clocks to reverie_app;
grant delete, insert, select, update on cell.lane_clocks to reverie_backfill;

create table cell.llm_answers (
  shard      smallint not null,
  org        uuid not null,
  container  uuid not null,
  document   uuid not null,
  id         uuid not null default gen_random_uuid(),
  hash       bytea not null,
  answer     jsonb,
  created_at timestamp with time zone not null default now(),
  question   bytea,
  constraint llm_answers_pkey PRIMARY KEY (shard, org, container, document, id)
) partition by RANGE (shard);
CREATE INDEX llm_answers_age ON cell.llm_answers USING btree (created_at);
CREATE INDEX llm_answers_hash ON cell.llm_answers USING btree (shard, org, container, hash);
alter table cell.llm_answers enable row level security;
alter table cell.llm_answers force row level security;
create policy backfill on cell.llm_answers as permissive for all to reverie_backfill
  using (true);
create policy expired on cell.llm_answers as permissive for all to reverie_maintenance
  using (true);
create policy scope on cell.llm_answers as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.llm_answers to reverie_app;
grant delete, insert, select, update on cell.llm_answers to reverie_backfill;
grant delete on cell.llm_answers to reverie_maintenance;
grant select (created_at) on cell.llm_answers to reverie_maintenance;

create table cell.llm_calls (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  document      uuid not null,
  id            uuid not null default gen_random_uuid(),
  model         text not null,
  prompt        text not null,
  outcome       text not null,
  documents     integer not null,
  input_tokens  double precision not null,
  output_tokens double precision not null,
  usd           double precision not null,
  ms            integer not null,
  created_at    timestamp with time zone not null default now(),
  constraint llm_calls_pkey PRIMARY KEY (shard, org, container, document, id)
) partition by RANGE (shard);
CREATE INDEX llm_calls_age ON cell.llm_calls USING btree (created_at);
alter table cell.llm_calls enable row level security;
alter table cell.llm_calls force row level security;
create policy backfill on cell.llm_calls as permissive for all to reverie_backfill
  using (true);
create policy expired on cell.llm_calls as permissive for all to reverie_maintenance
  using (true);
create policy scope on cell.llm_calls as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.llm_calls to reverie_app;
grant delete, insert, select, update on cell.llm_calls to reverie_backfill;
grant delete on cell.llm_calls to reverie_maintenance;
grant select (created_at) on cell.llm_calls to reverie_maintenance;

create table cell.memories (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  id            uuid not null,
  text          text not null,
  text_hash     bigint not null generated always as (hashtextextended(text, (0)::bigint)) stored,
  is_static     boolean not null default false,
  is_inference  boolean not null default false,
  is_latest     boolean not null default true,
  is_forgotten  boolean not null default false,
  version       integer not null default 1,
  parent        uuid,
  root          uuid not null,
  source_count  integer not null default 1,
  metadata      jsonb,
  origin        text not null default 'api'::text,
  confidence    real,
  review        text,
  forget_after  timestamp with time zone,
  forget_reason text,
  forgotten_at  timestamp with time zone,
  forget_batch  uuid,
  learned_at    timestamp with time zone not null default now(),
  true_from     timestamp with time zone,
  true_until    timestamp with time zone,
  document_date timestamp with time zone,
  event_dates   timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  updated_at    timestamp with time zone not null default now(),
  dream_since   timestamp with time zone,
  inferred_by   text,
  about         text,
  attribute     text,
  lasts         text,
  constraint memories_pkey PRIMARY KEY (shard, org, container, id),
  constraint memories_origin_check CHECK ((origin = ANY (ARRAY['api'::text, 'user'::text, 'assistant'::text, 'document'::text, 'tool'::text]))),
  constraint memories_review_check CHECK ((review = ANY (ARRAY['approved'::text, 'declined'::text])))
) partition by RANGE (shard);
CREATE INDEX memories_briefing ON cell.memories USING btree (shard, org, container, (
CASE
    WHEN (is_inference AND (review IS DISTINCT FROM 'approved'::text) AND (attribute IS NULL)) THEN 'guess'::text
    WHEN (origin = ANY (ARRAY['document'::text, 'tool'::text])) THEN 'document'::text
    WHEN (attribute IS NULL) THEN 'unjudged'::text
    WHEN (attribute = ANY (ARRAY['plan'::text, 'event'::text, 'status'::text])) THEN attribute
    WHEN (lasts = 'passing'::text) THEN 'passing'::text
    WHEN ((lasts IS NULL) AND (NOT is_static)) THEN 'passing'::text
    ELSE attribute
END), (
CASE
    WHEN (lasts IS NULL) THEN is_static
    WHEN ((lasts = 'dated'::text) AND (attribute = ANY (ARRAY['plan'::text, 'event'::text]))) THEN false
    ELSE (lasts <> 'passing'::text)
END), ((
CASE
    WHEN (is_inference AND (review IS DISTINCT FROM 'approved'::text)) THEN 8
    WHEN (origin = ANY (ARRAY['user'::text, 'api'::text])) THEN 0
    ELSE 4
END +
CASE about
    WHEN 'owner'::text THEN 0
    WHEN 'person'::text THEN 1
    WHEN 'thing'::text THEN 2
    ELSE 3
END)), id DESC) WHERE (is_latest AND (NOT is_forgotten));
CREATE INDEX memories_coming ON cell.memories USING btree (shard, org, container, (event_dates[1])) WHERE (is_latest AND (NOT is_forgotten) AND (event_dates[1] IS NOT NULL));
CREATE INDEX memories_dreams ON cell.memories USING btree (shard, org, container, dream_since, id) WHERE (dream_since IS NOT NULL);
CREATE INDEX memories_expiring ON cell.memories USING btree (shard, org, container, forget_after) WHERE ((forget_after IS NOT NULL) AND is_latest AND (NOT is_forgotten));
CREATE UNIQUE INDEX memories_id ON cell.memories USING btree (shard, org, id);
CREATE INDEX memories_inferred_by ON cell.memories USING btree (shard, org, container, inferred_by) WHERE (inferred_by IS NOT NULL);
CREATE INDEX memories_learned ON cell.memories USING btree (shard, org, learned_at DESC) WHERE (is_latest AND (NOT is_forgotten));
CREATE INDEX memories_past ON cell.memories USING btree (shard, org, container, id) WHERE ((NOT is_latest) OR is_forgotten);
CREATE INDEX memories_root ON cell.memories USING btree (shard, org, container, root, version);
CREATE INDEX memories_text ON cell.memories USING btree (shard, org, container, text_hash);
CREATE INDEX memories_unreviewed ON cell.memories USING btree (shard, org, container, id) WHERE (is_inference AND (review IS NULL) AND is_latest AND (NOT is_forgotten));
CREATE INDEX memories_updated ON cell.memories USING btree (shard, org, container, updated_at, id) WHERE is_latest;
CREATE TRIGGER count_deleted AFTER DELETE ON cell.memories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION cell.count_memories();
CREATE TRIGGER count_inserted AFTER INSERT ON cell.memories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION cell.count_memories();
CREATE TRIGGER count_updated AFTER UPDATE ON cell.memories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION cell.count_memories();
CREATE TRIGGER keep_inserted_attributes AFTER INSERT ON cell.memories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION cell.keep_memory_attributes();
CREATE TRIGGER keep_liveness AFTER UPDATE OF is_latest, is_forgotten, forget_after ON cell.memories FOR EACH ROW WHEN (((old.is_latest <> new.is_latest) OR (old.is_forgotten <> new.is_forgotten) OR (old.forget_after IS DISTINCT FROM new.forget_after))) EXECUTE FUNCTION cell.keep_memory_liveness();
CREATE TRIGGER keep_updated_attributes AFTER UPDATE OF metadata, container ON cell.memories FOR EACH ROW WHEN (((old.metadata IS DISTINCT FROM new.metadata) OR (old.container <> new.container))) EXECUTE FUNCTION cell.keep_memory_attributes();
CREATE TRIGGER note_change AFTER UPDATE ON cell.memories FOR EACH ROW WHEN (((old.container = new.container) AND ((old.is_latest AND (NOT old.is_forgotten)) = (new.is_latest AND (NOT new.is_forgotten))) AND (((((((((((((((((((((((((old.updated_at IS DISTINCT FROM new.updated_at) OR (old.text IS DISTINCT FROM new.text)) OR (old.is_static IS DISTINCT FROM new.is_static)) OR (old.is_inference IS DISTINCT FROM new.is_inference)) OR (old.is_latest IS DISTINCT FROM new.is_latest)) OR (old.is_forgotten IS DISTINCT FROM new.is_forgotten)) OR (old.version IS DISTINCT FROM new.version)) OR (old.parent IS DISTINCT FROM new.parent)) OR (old.root IS DISTINCT FROM new.root)) OR (old.source_count IS DISTINCT FROM new.source_count)) OR (old.metadata IS DISTINCT FROM new.metadata)) OR (old.origin IS DISTINCT FROM new.origin)) OR (old.confidence IS DISTINCT FROM new.confidence)) OR (old.review IS DISTINCT FROM new.review)) OR (old.forget_after IS DISTINCT FROM new.forget_after)) OR (old.forget_reason IS DISTINCT FROM new.forget_reason)) OR (old.forgotten_at IS DISTINCT FROM new.forgotten_at)) OR (old.learned_at IS DISTINCT FROM new.learned_at)) OR (old.true_from IS DISTINCT FROM new.true_from)) OR (old.true_until IS DISTINCT FROM new.true_until)) OR (old.document_date IS DISTINCT FROM new.document_date)) OR (old.event_dates IS DISTINCT FROM new.event_dates)) OR (old.about IS DISTINCT FROM new.about)) OR (old.attribute IS DISTINCT FROM new.attribute)) OR (old.lasts IS DISTINCT FROM new.lasts)))) EXECUTE FUNCTION cell.note_change();
CREATE TRIGGER note_event AFTER UPDATE OF is_latest, is_forgotten ON cell.memories FOR EACH ROW WHEN (((old.is_latest AND (NOT old.is_forgotten)) IS DISTINCT FROM (new.is_latest AND (NOT new.is_forgotten)))) EXECUTE FUNCTION cell.note_memory();
CREATE TRIGGER note_new AFTER INSERT ON cell.memories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION cell.note_new_memories();
CREATE CONSTRAINT TRIGGER settle_change AFTER UPDATE ON cell.memories DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.container = new.container) AND ((old.is_latest AND (NOT old.is_forgotten)) = (new.is_latest AND (NOT new.is_forgotten))) AND (((((((((((((((((((((((((old.updated_at IS DISTINCT FROM new.updated_at) OR (old.text IS DISTINCT FROM new.text)) OR (old.is_static IS DISTINCT FROM new.is_static)) OR (old.is_inference IS DISTINCT FROM new.is_inference)) OR (old.is_latest IS DISTINCT FROM new.is_latest)) OR (old.is_forgotten IS DISTINCT FROM new.is_forgotten)) OR (old.version IS DISTINCT FROM new.version)) OR (old.parent IS DISTINCT FROM new.parent)) OR (old.root IS DISTINCT FROM new.root)) OR (old.source_count IS DISTINCT FROM new.source_count)) OR (old.metadata IS DISTINCT FROM new.metadata)) OR (old.origin IS DISTINCT FROM new.origin)) OR (old.confidence IS DISTINCT FROM new.confidence)) OR (old.review IS DISTINCT FROM new.review)) OR (old.forget_after IS DISTINCT FROM new.forget_after)) OR (old.forget_reason IS DISTINCT FROM new.forget_reason)) OR (old.forgotten_at IS DISTINCT FROM new.forgotten_at)) OR (old.learned_at IS DISTINCT FROM new.learned_at)) OR (old.true_from IS DISTINCT FROM new.true_from)) OR (old.true_until IS DISTINCT FROM new.true_until)) OR (old.document_date IS DISTINCT FROM new.document_date)) OR (old.event_dates IS DISTINCT FROM new.event_dates)) OR (old.about IS DISTINCT FROM new.about)) OR (old.attribute IS DISTINCT FROM new.attribute)) OR (old.lasts IS DISTINCT FROM new.lasts)))) EXECUTE FUNCTION cell.settle_counts();
CREATE CONSTRAINT TRIGGER settle_counts AFTER INSERT OR DELETE ON cell.memories DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cell.settle_counts();
CREATE CONSTRAINT TRIGGER settle_updated_counts AFTER UPDATE ON cell.memories DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.is_latest IS DISTINCT FROM new.is_latest) OR (old.is_forgotten IS DISTINCT FROM new.is_forgotten) OR (old.container IS DISTINCT FROM new.container))) EXECUTE FUNCTION cell.settle_counts();
alter table cell.memories enable row level security;
alter table cell.memories force row level security;
create policy backfill on cell.memories as permissive for all to reverie_backfill
  using (true);
create policy dreaming on cell.memories as permissive for select to reverie_maintenance
  using ((dream_since IS NOT NULL));
create policy scope on cell.memories as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.memories to reverie_app;
grant delete, insert, select, update on cell.memories to reverie_backfill;
grant select (shard, org, container, dream_since) on cell.memories to reverie_maintenance;

create table cell.memory_attributes (
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  memory    uuid not null,
  key       text not null,
  element   integer not null,
  value     text not null,
  folded    text not null generated always as (lower("left"(value, 200))) stored,
  number    double precision,
  constraint memory_attributes_pkey PRIMARY KEY (shard, org, container, memory, key, element)
) partition by RANGE (shard);
CREATE INDEX memory_attributes_number ON cell.memory_attributes USING btree (shard, org, container, key, number, memory) WHERE (number IS NOT NULL);
CREATE INDEX memory_attributes_value ON cell.memory_attributes USING btree (shard, org, container, key, folded, memory);
alter table cell.memory_attributes enable row level security;
alter table cell.memory_attributes force row level security;
create policy backfill on cell.memory_attributes as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.memory_attributes as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.memory_attributes to reverie_app;
grant delete, insert, select, update on cell.memory_attributes to reverie_backfill;

create table cell.memory_buckets (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  embedding_set integer not null,
  bucket        bigint not null,
  memory        uuid not null,
  similarity    real not null,
  constraint memory_buckets_pkey PRIMARY KEY (shard, org, container, embedding_set, memory, bucket)
) partition by RANGE (shard);
CREATE INDEX memory_buckets_best ON cell.memory_buckets USING btree (shard, org, container, embedding_set, bucket, similarity DESC, memory DESC);
alter table cell.memory_buckets enable row level security;
alter table cell.memory_buckets force row level security;
create policy backfill on cell.memory_buckets as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.memory_buckets as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.memory_buckets to reverie_app;
grant delete, insert, select, update on cell.memory_buckets to reverie_backfill;

create table cell.memory_relations (
  shard      smallint not null,
  org        uuid not null,
  container  uuid not null,
  memory     uuid not null,
  related    uuid not null,
  relation   cell.memory_relation not null,
  reason     text,
  created_at timestamp with time zone not null default now(),
  constraint memory_relations_pkey PRIMARY KEY (shard, org, container, memory, related)
) partition by RANGE (shard);
CREATE INDEX memory_relations_related ON cell.memory_relations USING btree (shard, org, container, related);
alter table cell.memory_relations enable row level security;
alter table cell.memory_relations force row level security;
create policy backfill on cell.memory_relations as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.memory_relations as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.memory_relations to reverie_app;
grant delete, insert, select, update on cell.memory_relations to reverie_backfill;

create table cell.memory_sources (
  shard      smallint not null,
  org        uuid not null,
  container  uuid not null,
  memory     uuid not null,
  document   uuid not null,
  revision   integer not null,
  spans      int4multirange not null default '{}'::int4multirange,
  created_at timestamp with time zone not null default now(),
  constraint memory_sources_pkey PRIMARY KEY (shard, org, container, memory, document)
) partition by RANGE (shard);
CREATE INDEX memory_sources_document ON cell.memory_sources USING btree (shard, org, container, document);
alter table cell.memory_sources enable row level security;
alter table cell.memory_sources force row level security;
create policy backfill on cell.memory_sources as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.memory_sources as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.memory_sources to reverie_app;
grant delete, insert, select, update on cell.memory_sources to reverie_backfill;

create table cell.memory_term_counts (
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  term      integer not null,
  memories  integer not null,
  constraint memory_term_counts_pkey PRIMARY KEY (shard, org, container, term)
) partition by RANGE (shard);
alter table cell.memory_term_counts enable row level security;
alter table cell.memory_term_counts force row level security;
create policy backfill on cell.memory_term_counts as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.memory_term_counts as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.memory_term_counts to reverie_app;
grant delete, insert, select, update on cell.memory_term_counts to reverie_backfill;

create table cell.memory_terms (
  shard      smallint not null,
  org        uuid not null,
  container  uuid not null,
  memory     uuid not null,
  terms      sparsevec not null,
  live_until timestamp with time zone not null default 'infinity'::timestamp with time zone,
  constraint memory_terms_pkey PRIMARY KEY (shard, org, container, memory)
) partition by RANGE (shard);
alter table cell.memory_terms enable row level security;
alter table cell.memory_terms force row level security;
create policy backfill on cell.memory_terms as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.memory_terms as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
create policy seek on cell.memory_terms as permissive for select to reverie_seeker
  using (true);
grant delete, insert, select, update on cell.memory_terms to reverie_app;
grant delete, insert, select, update on cell.memory_terms to reverie_backfill;
grant select on cell.memory_terms to reverie_seeker;

create table cell.memory_vectors (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  embedding_set integer not null,
  memory        uuid not null,
  embedding     halfvec not null,
  code          bit varying not null generated always as (binary_quantize(embedding)) stored,
  live_until    timestamp with time zone not null default 'infinity'::timestamp with time zone,
  constraint memory_vectors_pkey PRIMARY KEY (shard, org, container, embedding_set, memory) INCLUDE (code, live_until)
) partition by RANGE (shard);
CREATE TRIGGER forget_buckets BEFORE UPDATE OF container ON cell.memory_vectors FOR EACH ROW WHEN ((old.container <> new.container)) EXECUTE FUNCTION cell.forget_buckets();
CREATE TRIGGER keep_deleted_buckets AFTER DELETE ON cell.memory_vectors REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION cell.keep_memory_buckets();
CREATE TRIGGER keep_inserted_buckets AFTER INSERT ON cell.memory_vectors REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION cell.keep_memory_buckets();
alter table cell.memory_vectors enable row level security;
alter table cell.memory_vectors force row level security;
create policy backfill on cell.memory_vectors as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.memory_vectors as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.memory_vectors to reverie_app;
grant delete, insert, select, update on cell.memory_vectors to reverie_backfill;

create table cell.merges (
  shard       smallint not null,
  org         uuid not null,
  container   uuid not null,
  id          uuid not null,
  target_tag  text not null,
  source_tags text[] not null,
  sources     uuid[] not null,
  moved       bigint not null default 0,
  started_at  timestamp with time zone,
  finished_at timestamp with time zone,
  created_at  timestamp with time zone not null default now(),
  updated_at  timestamp with time zone not null default now(),
  emptied     uuid[] not null default '{}'::uuid[],
  constraint merges_pkey PRIMARY KEY (shard, org, container, id)
) partition by RANGE (shard);
CREATE UNIQUE INDEX merges_id ON cell.merges USING btree (shard, org, id);
CREATE INDEX merges_unfinished ON cell.merges USING btree (shard, org, container) WHERE (finished_at IS NULL);
alter table cell.merges enable row level security;
alter table cell.merges force row level security;
create policy backfill on cell.merges as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.merges as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
create policy unfinished on cell.merges as permissive for select to reverie_maintenance
  using ((finished_at IS NULL));
grant delete, insert, select, update on cell.merges to reverie_app;
grant delete, insert, select, update on cell.merges to reverie_backfill;
grant select (shard, org, container, finished_at) on cell.merges to reverie_maintenance;

create table cell.organization_counters (
  shard           smallint not null,
  org             uuid not null,
  slot            smallint not null,
  documents       bigint not null default 0,
  pending         bigint not null default 0,
  failed          bigint not null default 0,
  chunks          bigint not null default 0,
  memories        bigint not null default 0,
  memory_versions bigint not null default 0,
  tokens          bigint not null default 0,
  version         bigint not null default 0,
  constraint organization_counters_pkey PRIMARY KEY (shard, org, slot)
) partition by RANGE (shard);
alter table cell.organization_counters enable row level security;
alter table cell.organization_counters force row level security;
create policy backfill on cell.organization_counters as permissive for all to reverie_backfill
  using (true);
create policy large on cell.organization_counters as permissive for select to reverie_maintenance
  using (((chunks > 1000) OR (memory_versions > 1000)));
create policy scope on cell.organization_counters as permissive for all to reverie_app
  using ((org = cell.scope_org()));
grant delete, insert, select, update on cell.organization_counters to reverie_app;
grant delete, insert, select, update on cell.organization_counters to reverie_backfill;
grant select (shard, org, chunks, memory_versions) on cell.organization_counters to reverie_maintenance;

create table cell.organization_indexes (
  shard           smallint not null,
  org             uuid not null,
  corpus          text not null,
  kind            text not null,
  embedding_set   integer not null,
  dimensions      integer not null,
  lists           integer not null,
  ready_at        timestamp with time zone,
  postponed_until timestamp with time zone,
  given_up        smallint not null default 0,
  created_at      timestamp with time zone not null default now(),
  constraint organization_indexes_pkey PRIMARY KEY (shard, org, corpus, kind, embedding_set)
) partition by RANGE (shard);
alter table cell.organization_indexes enable row level security;
alter table cell.organization_indexes force row level security;
create policy backfill on cell.organization_indexes as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.organization_indexes as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (cell.scope_first() < cell.scope_last())));
create policy upkeep on cell.organization_indexes as permissive for all to reverie_maintenance
  using (true);
grant delete, insert, select, update on cell.organization_indexes to reverie_app;
grant delete, insert, select, update on cell.organization_indexes to reverie_backfill;
grant delete, insert, select, update on cell.organization_indexes to reverie_maintenance;

create table cell.request_log (
  shard      smallint not null,
  org        uuid not null,
  at         timestamp with time zone not null,
  id         uuid not null,
  key_id     text not null,
  operation  text not null,
  method     text not null,
  route      text not null,
  status     smallint not null,
  ms         real not null,
  request_id text not null,
  constraint request_log_pkey PRIMARY KEY (shard, org, at, id)
) partition by RANGE (shard);
CREATE INDEX request_log_age ON cell.request_log USING btree (at);
alter table cell.request_log enable row level security;
alter table cell.request_log force row level security;
create policy backfill on cell.request_log as permissive for all to reverie_backfill
  using (true);
create policy expired on cell.request_log as permissive for all to reverie_maintenance
  using (true);
create policy scope on cell.request_log as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (cell.scope_first() <> cell.scope_last())));
grant delete, insert, select, update on cell.request_log to reverie_app;
grant delete, insert, select, update on cell.request_log to reverie_backfill;
grant delete on cell.request_log to reverie_maintenance;
grant select (at) on cell.request_log to reverie_maintenance;

create table cell.revisions (
  shard         smallint not null,
  org           uuid not null,
  container     uuid not null,
  document      uuid not null,
  revision      integer not null,
  content       text not null,
  extracted     text,
  content_hash  bytea not null,
  created_at    timestamp with time zone not null default now(),
  blob_key      text,
  file_name     text,
  file_type     text,
  structure     jsonb,
  url           text,
  etag          text,
  last_modified text,
  body_hash     bytea,
  refetch       boolean not null default false,
  reread        boolean not null default false,
  turns         jsonb,
  root          integer,
  since         integer,
  tidy_at       timestamp with time zone,
  request_id    text,
  traceparent   text,
  constraint revisions_pkey PRIMARY KEY (shard, org, container, document, revision),
  constraint revisions_file_whole CHECK ((((blob_key IS NULL) = (file_name IS NULL)) AND ((blob_key IS NULL) = (file_type IS NULL))))
) partition by RANGE (shard);
CREATE INDEX revisions_blob ON cell.revisions USING btree (shard, org, blob_key) WHERE (blob_key IS NOT NULL);
CREATE INDEX revisions_tidy ON cell.revisions USING btree (tidy_at) WHERE (tidy_at IS NOT NULL);
alter table cell.revisions enable row level security;
alter table cell.revisions force row level security;
create policy backfill on cell.revisions as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.revisions as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
create policy tidy on cell.revisions as permissive for select to reverie_maintenance
  using ((tidy_at IS NOT NULL));
grant delete, insert, select, update on cell.revisions to reverie_app;
grant delete, insert, select, update on cell.revisions to reverie_backfill;
grant select (shard, org, container, document, tidy_at) on cell.revisions to reverie_maintenance;

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
create policy backfill on cell.secondary_tags as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.secondary_tags as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.secondary_tags to reverie_app;
grant delete, insert, select, update on cell.secondary_tags to reverie_backfill;

create table cell.sync_failures (
  shard       smallint not null,
  org         uuid not null,
  connection  uuid not null,
  external_id text not null,
  code        text not null,
  message     text not null,
  attempts    integer not null default 1,
  run         uuid not null,
  first_at    timestamp with time zone not null default now(),
  last_at     timestamp with time zone not null default now(),
  constraint sync_failures_pkey PRIMARY KEY (shard, org, connection, external_id)
) partition by RANGE (shard);
alter table cell.sync_failures enable row level security;
alter table cell.sync_failures force row level security;
create policy backfill on cell.sync_failures as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.sync_failures as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (cell.scope_first() <> cell.scope_last())));
grant delete, insert, select, update on cell.sync_failures to reverie_app;
grant delete, insert, select, update on cell.sync_failures to reverie_backfill;

create table cell.sync_items (
  shard         smallint not null,
  org           uuid not null,
  connection    uuid not null,
  external_id   text not null,
  container_tag text not null,
  version       text,
  document      uuid,
  seen_run      uuid,
  content_key   text,
  wanted        boolean not null default false,
  constraint sync_items_pkey PRIMARY KEY (shard, org, connection, external_id)
) partition by RANGE (shard);
CREATE INDEX sync_items_content ON cell.sync_items USING btree (shard, org, connection, content_key) WHERE (content_key IS NOT NULL);
CREATE INDEX sync_items_wanted ON cell.sync_items USING btree (shard, org, connection) WHERE wanted;
alter table cell.sync_items enable row level security;
alter table cell.sync_items force row level security;
create policy backfill on cell.sync_items as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.sync_items as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (cell.scope_first() <> cell.scope_last())));
grant delete, insert, select, update on cell.sync_items to reverie_app;
grant delete, insert, select, update on cell.sync_items to reverie_backfill;

create table cell.sync_runs (
  shard           smallint not null,
  org             uuid not null,
  connection      uuid not null,
  id              uuid not null,
  trigger         text not null default 'cron'::text,
  status          text not null default 'running'::text,
  phase           text not null default 'fetch'::text,
  pulls           boolean not null default true,
  items_processed integer not null default 0,
  items_unchanged integer not null default 0,
  items_deleted   integer not null default 0,
  items_failed    integer not null default 0,
  items_skipped   integer not null default 0,
  restarts        smallint not null default 0,
  seen            integer,
  total           integer,
  error_code      text,
  error_message   text,
  started_at      timestamp with time zone not null default now(),
  completed_at    timestamp with time zone,
  constraint sync_runs_pkey PRIMARY KEY (shard, org, connection, id),
  constraint sync_runs_phase_check CHECK ((phase = ANY (ARRAY['fetch'::text, 'pull'::text, 'prune'::text, 'done'::text]))),
  constraint sync_runs_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'failed'::text]))),
  constraint sync_runs_trigger_check CHECK ((trigger = ANY (ARRAY['event'::text, 'cron'::text, 'manual'::text])))
) partition by RANGE (shard);
CREATE INDEX sync_runs_age ON cell.sync_runs USING btree (completed_at) WHERE (completed_at IS NOT NULL);
CREATE TRIGGER note_event AFTER UPDATE OF status ON cell.sync_runs FOR EACH ROW WHEN (((old.status = 'running'::text) AND (new.status <> 'running'::text))) EXECUTE FUNCTION cell.note_sync_run();
alter table cell.sync_runs enable row level security;
alter table cell.sync_runs force row level security;
create policy backfill on cell.sync_runs as permissive for all to reverie_backfill
  using (true);
create policy expired on cell.sync_runs as permissive for all to reverie_maintenance
  using ((completed_at IS NOT NULL));
create policy scope on cell.sync_runs as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (cell.scope_first() <> cell.scope_last())));
grant delete, insert, select, update on cell.sync_runs to reverie_app;
grant delete, insert, select, update on cell.sync_runs to reverie_backfill;
grant delete on cell.sync_runs to reverie_maintenance;
grant select (completed_at) on cell.sync_runs to reverie_maintenance;

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
create policy backfill on cell.term_counts as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.term_counts as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.term_counts to reverie_app;
grant delete, insert, select, update on cell.term_counts to reverie_backfill;

create table cell.term_tallies (
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  part      bigint not null default ((random() * ('9000000000000000'::numeric)::double precision))::bigint,
  marks     integer[] not null,
  tally     bytea not null,
  constraint term_tallies_pkey PRIMARY KEY (shard, org, container, part)
) partition by RANGE (shard);
alter table cell.term_tallies enable row level security;
alter table cell.term_tallies force row level security;
create policy backfill on cell.term_tallies as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.term_tallies as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.term_tallies to reverie_app;
grant delete, insert, select, update on cell.term_tallies to reverie_backfill;

create table cell.undone (
  shard      smallint not null,
  org        uuid not null,
  container  uuid not null,
  id         uuid not null default gen_random_uuid(),
  older      text not null,
  newer      text not null,
  created_at timestamp with time zone not null default now(),
  constraint undone_pkey PRIMARY KEY (shard, org, container, id)
) partition by RANGE (shard);
alter table cell.undone enable row level security;
alter table cell.undone force row level security;
create policy backfill on cell.undone as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.undone as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
grant delete, insert, select, update on cell.undone to reverie_app;
grant delete, insert, select, update on cell.undone to reverie_backfill;

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
create policy backfill on cell.usage_hours as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.usage_hours as permissive for all to reverie_app
  using ((org = cell.scope_org()));
grant delete, insert, select, update on cell.usage_hours to reverie_app;
grant delete, insert, select, update on cell.usage_hours to reverie_backfill;

create table cell.vector_indexes (
  shard           smallint not null,
  org             uuid not null,
  container       uuid not null,
  embedding_set   integer not null,
  dimensions      integer not null,
  ready_at        timestamp with time zone,
  created_at      timestamp with time zone not null default now(),
  postponed_until timestamp with time zone,
  given_up        smallint not null default 0,
  constraint vector_indexes_pkey PRIMARY KEY (shard, org, container, embedding_set)
) partition by RANGE (shard);
alter table cell.vector_indexes enable row level security;
alter table cell.vector_indexes force row level security;
create policy backfill on cell.vector_indexes as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.vector_indexes as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (container >= cell.scope_first()) AND (container <= cell.scope_last())));
create policy upkeep on cell.vector_indexes as permissive for all to reverie_maintenance
  using (true);
create policy whole on cell.vector_indexes as permissive for select to reverie_app
  using (((org = cell.scope_org()) AND (container = '00000000-0000-0000-0000-000000000000'::uuid)));
grant delete, insert, select, update on cell.vector_indexes to reverie_app;
grant delete, insert, select, update on cell.vector_indexes to reverie_backfill;
grant delete, insert, select, update on cell.vector_indexes to reverie_maintenance;

create table cell.webhook_deliveries (
  shard      smallint not null,
  org        uuid not null,
  endpoint   uuid not null,
  event      uuid not null,
  type       text not null,
  data       jsonb not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  due_at     timestamp with time zone default clock_timestamp(),
  attempts   smallint not null default 0,
  state      text not null default 'pending'::text,
  log        jsonb not null default '[]'::jsonb,
  constraint webhook_deliveries_pkey PRIMARY KEY (shard, org, endpoint, event)
) partition by RANGE (shard);
CREATE INDEX webhook_deliveries_age ON cell.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_due ON cell.webhook_deliveries USING btree (shard, org, endpoint, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX webhook_deliveries_failed ON cell.webhook_deliveries USING btree (shard, org, endpoint, event) WHERE (state = 'failed'::text);
alter table cell.webhook_deliveries enable row level security;
alter table cell.webhook_deliveries force row level security;
create policy backfill on cell.webhook_deliveries as permissive for all to reverie_backfill
  using (true);
create policy due on cell.webhook_deliveries as permissive for select to reverie_maintenance
  using ((due_at IS NOT NULL));
create policy expired on cell.webhook_deliveries as permissive for all to reverie_maintenance
  using ((due_at IS NULL));
create policy noted on cell.webhook_deliveries as permissive for insert to reverie_app
  with check ((org = cell.scope_org()));
create policy scope on cell.webhook_deliveries as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (cell.scope_first() <> cell.scope_last())));
grant delete, insert, select, update on cell.webhook_deliveries to reverie_app;
grant delete, insert, select, update on cell.webhook_deliveries to reverie_backfill;
grant delete on cell.webhook_deliveries to reverie_maintenance;
grant select (shard, org, endpoint, created_at, due_at) on cell.webhook_deliveries to reverie_maintenance;

create table cell.webhook_endpoints (
  shard           smallint not null,
  org             uuid not null,
  endpoint        uuid not null,
  url             text not null,
  description     text,
  secret          jsonb not null,
  previous_secret jsonb,
  previous_until  timestamp with time zone,
  created_at      timestamp with time zone not null,
  disabled_at     timestamp with time zone,
  disabled_reason text,
  constraint webhook_endpoints_pkey PRIMARY KEY (shard, org, endpoint)
) partition by RANGE (shard);
alter table cell.webhook_endpoints enable row level security;
alter table cell.webhook_endpoints force row level security;
create policy backfill on cell.webhook_endpoints as permissive for all to reverie_backfill
  using (true);
create policy scope on cell.webhook_endpoints as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (cell.scope_first() <> cell.scope_last())));
grant delete, insert, select, update on cell.webhook_endpoints to reverie_app;
grant delete, insert, select, update on cell.webhook_endpoints to reverie_backfill;

create table cell.webhook_subscriptions (
  shard          smallint not null,
  org            uuid not null,
  endpoint       uuid not null,
  events         text[] not null,
  container_tags text[],
  enabled        boolean not null,
  failures       integer not null default 0,
  failing_since  timestamp with time zone,
  paused_until   timestamp with time zone,
  is_slow        boolean not null default false,
  constraint webhook_subscriptions_pkey PRIMARY KEY (shard, org, endpoint)
) partition by RANGE (shard);
alter table cell.webhook_subscriptions enable row level security;
alter table cell.webhook_subscriptions force row level security;
create policy backfill on cell.webhook_subscriptions as permissive for all to reverie_backfill
  using (true);
create policy due on cell.webhook_subscriptions as permissive for select to reverie_maintenance
  using (true);
create policy noted on cell.webhook_subscriptions as permissive for select to reverie_app
  using ((org = cell.scope_org()));
create policy scope on cell.webhook_subscriptions as permissive for all to reverie_app
  using (((org = cell.scope_org()) AND (cell.scope_first() <> cell.scope_last())));
grant delete, insert, select, update on cell.webhook_subscriptions to reverie_app;
grant delete, insert, select, update on cell.webhook_subscriptions to reverie_backfill;
grant select (shard, org, endpoint, enabled, failures, paused_until, is_slow) on cell.webhook_subscriptions to reverie_maintenance;

CREATE OR REPLACE FUNCTION cell.add_counts(a jsonb, b jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(jsonb_object_agg(key, n), '{}') from (
    select key, sum(value::bigint) as n from (select * from jsonb_each_text(a) union all select * from jsonb_each_text(b)) e group by key) s
$function$;

CREATE OR REPLACE FUNCTION cell.admit_backfill(p_table name)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('create policy backfill on cell.%I to reverie_backfill using (true)', p_table);
  execute format('grant select, insert, update, delete on cell.%I to reverie_backfill', p_table);
end $function$;

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

CREATE OR REPLACE FUNCTION cell.check_move(asked uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
declare strayed smallint;
begin
  select shard into strayed from work.shard_moves where move = asked and state in ('gone', 'arriving') limit 1;
  if found then
    raise exception 'shard % is not in this cell', strayed using errcode = 'RV010', detail = strayed::text;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION cell.clear_container(p_shard smallint, p_org uuid, p_container uuid, p_count integer, OUT gone boolean, OUT removed jsonb)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION cell.close_container(p_shard smallint, p_org uuid, p_container uuid, OUT documents bigint, OUT memories bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare had record;
begin
  update cell.containers
     set deleted_at = now(), tag = tag || '/' || container, documents = 0, pending = 0, failed = 0, chunks = 0, tokens = 0,
         memories = 0, memory_versions = 0, version = version + 1, updated_at = now()
   where shard = p_shard and org = p_org and container = p_container and deleted_at is null
  returning old.documents, old.pending, old.failed, old.chunks, old.tokens, old.memories, old.memory_versions into had;
  if not found then
    return;
  end if;
  update cell.organization_counters
     set documents = documents - had.documents, pending = pending - had.pending, failed = failed - had.failed,
         chunks = chunks - had.chunks, tokens = tokens - had.tokens,
         memories = memories - had.memories, memory_versions = memory_versions - had.memory_versions, version = version + 1
   where shard = p_shard and org = p_org and slot = abs(uuid_hash(p_container)::bigint) % 16;
  close_container.documents := had.documents;
  close_container.memories := had.memories;
end $function$;

CREATE OR REPLACE FUNCTION cell.count_chunks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform set_config('reverie.counts', concat_ws(';', nullif(current_setting('reverie.counts', true), ''), string_agg(concat_ws(',', shard, org, container, 0, 0, 0, chunks, 0, 0, 0, false), ';')), true)
       from (select shard, org, container, count(*) as chunks from new_rows group by 1, 2, 3) d having count(*) > 0;
  else
    perform set_config('reverie.counts', concat_ws(';', nullif(current_setting('reverie.counts', true), ''), string_agg(concat_ws(',', shard, org, container, 0, 0, 0, -chunks, 0, 0, 0, false), ';')), true)
       from (select shard, org, container, count(*) as chunks from old_rows group by 1, 2, 3) d having count(*) > 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION cell.count_documents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform set_config('reverie.counts', concat_ws(';', nullif(current_setting('reverie.counts', true), ''), string_agg(concat_ws(',', shard, org, container, documents, pending, failed, 0, tokens, 0, 0, true), ';')), true)
       from (select shard, org, container, count(*) filter (where tombstoned_at is null) as documents,
                    count(*) filter (where tombstoned_at is null and status not in ('done', 'failed')) as pending,
                    count(*) filter (where tombstoned_at is null and status = 'failed') as failed,
                    coalesce(sum((size + 3) / 4) filter (where tombstoned_at is null), 0) as tokens
               from new_rows group by 1, 2, 3) d;
  elsif tg_op = 'UPDATE' then
    perform set_config('reverie.counts', concat_ws(';', nullif(current_setting('reverie.counts', true), ''), string_agg(concat_ws(',', shard, org, container, documents, pending, failed, 0, tokens, 0, 0, documents > 0), ';')), true)
       from (select shard, org, container, sum(live) as documents, sum(pending) as pending, sum(failed) as failed, sum(tokens) as tokens
               from (select shard, org, container, (tombstoned_at is null)::int as live,
                            (tombstoned_at is null and status not in ('done', 'failed'))::int as pending,
                            (tombstoned_at is null and status = 'failed')::int as failed,
                            case when tombstoned_at is null then (size + 3) / 4 else 0 end as tokens from new_rows
                     union all
                     select shard, org, container, -(tombstoned_at is null)::int,
                            -(tombstoned_at is null and status not in ('done', 'failed'))::int,
                            -(tombstoned_at is null and status = 'failed')::int,
                            case when tombstoned_at is null then -((size + 3) / 4) else 0 end from old_rows) changes
              group by 1, 2, 3 having sum(live) <> 0 or sum(pending) <> 0 or sum(failed) <> 0 or sum(tokens) <> 0) d
     having count(*) > 0;
  else
    perform set_config('reverie.counts', concat_ws(';', nullif(current_setting('reverie.counts', true), ''), string_agg(concat_ws(',', shard, org, container, -documents, -pending, -failed, 0, -tokens, 0, 0, false), ';')), true)
       from (select shard, org, container, count(*) as documents, count(*) filter (where status not in ('done', 'failed')) as pending,
                    count(*) filter (where status = 'failed') as failed, sum((size + 3) / 4) as tokens
               from old_rows where tombstoned_at is null group by 1, 2, 3) d
     having count(*) > 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION cell.count_memories()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform set_config('reverie.counts', concat_ws(';', nullif(current_setting('reverie.counts', true), ''), string_agg(concat_ws(',', shard, org, container, 0, 0, 0, 0, 0, memories, versions, true), ';')), true)
       from (select shard, org, container, count(*) filter (where is_latest and not is_forgotten) as memories, count(*) as versions
               from new_rows group by 1, 2, 3) d
     having count(*) > 0;
  elsif tg_op = 'UPDATE' then
    perform set_config('reverie.counts', concat_ws(';', nullif(current_setting('reverie.counts', true), ''), string_agg(concat_ws(',', shard, org, container, 0, 0, 0, 0, 0, memories, versions, versions > 0), ';')), true)
       from (select shard, org, container, sum(memories) as memories, sum(versions) as versions
               from (select shard, org, container, (is_latest and not is_forgotten)::int as memories, 1 as versions from new_rows
                     union all
                     select shard, org, container, -(is_latest and not is_forgotten)::int, -1 from old_rows) changes
              group by 1, 2, 3 having sum(memories) <> 0 or sum(versions) <> 0) d
     having count(*) > 0;
  else
    perform set_config('reverie.counts', concat_ws(';', nullif(current_setting('reverie.counts', true), ''), string_agg(concat_ws(',', shard, org, container, 0, 0, 0, 0, 0, -memories, -versions, false), ';')), true)
       from (select shard, org, container, count(*) filter (where is_latest and not is_forgotten) as memories, count(*) as versions
               from old_rows group by 1, 2, 3) d
     having count(*) > 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION cell.count_moved_chunks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('reverie.counts', concat_ws(';', nullif(current_setting('reverie.counts', true), ''), string_agg(concat_ws(',', shard, org, container, 0, 0, 0, chunks, 0, 0, 0, false), ';')), true)
     from (select shard, org, container, sum(chunks) as chunks
             from (select shard, org, container, 1 as chunks from new_rows union all
                   select shard, org, container, -1 from old_rows) changes
            group by 1, 2, 3 having sum(chunks) <> 0) d
   having count(*) > 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION cell.count_up(p_shard smallint, p_org uuid, p_container uuid, p_documents bigint, p_pending bigint, p_failed bigint, p_chunks bigint, p_tokens bigint DEFAULT 0)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  update cell.containers
     set documents = documents + p_documents, pending = pending + p_pending, failed = failed + p_failed,
         chunks = chunks + p_chunks, tokens = tokens + p_tokens, updated_at = now()
   where shard = p_shard and org = p_org and container = p_container and deleted_at is null;
  if not found then
    return false;
  end if;
  insert into cell.organization_counters as c (shard, org, slot, documents, pending, failed, chunks, tokens)
  values (p_shard, p_org, abs(uuid_hash(p_container)::bigint) % 16, p_documents, p_pending, p_failed, p_chunks, p_tokens)
  on conflict (shard, org, slot) do update
     set documents = c.documents + excluded.documents, pending = c.pending + excluded.pending,
         failed = c.failed + excluded.failed, chunks = c.chunks + excluded.chunks, tokens = c.tokens + excluded.tokens;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION cell.count_up_memories(p_shard smallint, p_org uuid, p_container uuid, p_memories bigint, p_versions bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update cell.containers
     set memories = memories + p_memories, memory_versions = memory_versions + p_versions, updated_at = now()
   where shard = p_shard and org = p_org and container = p_container and deleted_at is null;
  if not found then
    if p_versions > 0 then
      perform cell.raise_gone(p_container);
    end if;
    return;
  end if;
  insert into cell.organization_counters as c (shard, org, slot, memories, memory_versions)
  values (p_shard, p_org, abs(uuid_hash(p_container)::bigint) % 16, p_memories, p_versions)
  on conflict (shard, org, slot) do update
     set memories = c.memories + excluded.memories, memory_versions = c.memory_versions + excluded.memory_versions;
end $function$;

CREATE OR REPLACE FUNCTION cell.count_words(p_shard smallint, p_org uuid, p_corpus text, p_terms integer[], p_most integer)
 RETURNS TABLE(term integer, rows integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
declare each integer;
begin
  if not cell.is_whole_organization(p_org) then
    return;
  end if;
  foreach each in array p_terms loop
    if p_corpus = 'chunks' then
      return query select each, count(*)::integer from (
        select from cell.chunk_terms c
         where c.shard = p_shard and c.org = p_org and cell.terms_of(c.terms) && array[each] limit p_most) found;
    else
      return query select each, count(*)::integer from (
        select from cell.memory_terms m
         where m.shard = p_shard and m.org = p_org and cell.terms_of(m.terms) && array[each] limit p_most) found;
    end if;
  end loop;
end $function$;
revoke all on function cell.count_words(smallint,uuid,text,integer[],integer) from public;
grant execute on function cell.count_words(smallint,uuid,text,integer[],integer) to reverie_app;

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
      perform cell.tune_partition((parent.relname || '_' || part)::name, parent.relname);
    end loop;
    if not exists (select from pg_policy p where p.polrelid = parent.oid and p.polname = 'backfill') then
      perform cell.admit_backfill(parent.relname);
    end if;
  end loop;
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

CREATE OR REPLACE FUNCTION cell.find_sought(p_shard smallint, p_org uuid, p_container uuid, p_terms integer[], p_query sparsevec)
 RETURNS TABLE(document uuid, "position" integer, distance double precision)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  if p_org = cell.scope_org() and p_container >= cell.scope_first() and p_container <= cell.scope_last() then
    -- `offset 0`: organization and container are compared last, or the planner might walk the whole container by them.
    return query
      select t.document, t."position", cell.term_distance(t.terms, p_query) from (
        select * from cell.chunk_terms c
         where c.shard = p_shard and c.sought and cell.term_keys(c.container, cell.terms_of(c.terms)) && cell.term_keys(p_container, p_terms)
        offset 0) t
       where t.org = p_org and t.container = p_container;
  end if;
end $function$;
revoke all on function cell.find_sought(smallint,uuid,uuid,integer[],sparsevec) from public;
grant execute on function cell.find_sought(smallint,uuid,uuid,integer[],sparsevec) to reverie_app;

CREATE OR REPLACE FUNCTION cell.forget_buckets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from cell.bucket_vectors where shard = new.shard and org = new.org and container = new.container;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION cell.guard_shard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  found_shard smallint := case when tg_op = 'DELETE' or tg_name = 'guard_moved' then old.shard else new.shard end;
  here record;
begin
  select s.barrier, s.state into here from work.shard_moves s where s.shard = found_shard;
  if found then
    if here.state = 'leaving' then
      perform pg_advisory_xact_lock_shared(hashtext('reverie shard move'), here.barrier);
      select s.barrier, s.state into here from work.shard_moves s where s.shard = found_shard;
    end if;
    if here.state in ('gone', 'arriving') then
      if current_user = 'reverie_maintenance' then return null; end if;
      raise exception 'shard % is not in this cell', found_shard using errcode = 'RV010', detail = found_shard::text;
    end if;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION cell.holds_mark(p_org uuid, p_mark text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  kind constant text := split_part(p_mark, ' ', 1);
  part text;
begin
  if kind = 'log' then
    return coalesce(pg_last_wal_replay_lsn() >= split_part(p_mark, ' ', 2)::pg_lsn, false);
  end if;
  foreach part in array string_to_array(substr(p_mark, length(kind) + 2), ',') loop
    if kind = 'slots' then
      perform from cell.organization_counters
        where shard = split_part(part, ' ', 1)::smallint and org = p_org and slot = split_part(part, ' ', 2)::smallint
          and version >= split_part(part, ' ', 3)::bigint;
    else
      perform from cell.containers
        where shard = split_part(part, ' ', 1)::smallint and org = p_org and container = split_part(part, ' ', 2)::uuid
          and version >= split_part(part, ' ', 3)::bigint and deleted_at is null;
    end if;
    if not found then
      return false;
    end if;
  end loop;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION cell.is_whole_organization(p_org uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE(((p_org = cell.scope_org()) AND (cell.scope_first() < cell.scope_last())), false);

CREATE OR REPLACE FUNCTION cell.keep_attributes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if not exists (select from new_rows where metadata is not null) then
      return null;
    end if;
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

CREATE OR REPLACE FUNCTION cell.keep_memory_attributes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into cell.memory_attributes (shard, org, container, memory, key, element, value, number)
    select n.shard, n.org, n.container, n.id, a.* from new_rows n, cell.attributes_of(n.metadata) a
     where n.metadata is not null;
  else
    delete from cell.memory_attributes a
     where a.shard = old.shard and a.org = old.org and a.container = old.container and a.memory = old.id;
    insert into cell.memory_attributes (shard, org, container, memory, key, element, value, number)
    select new.shard, new.org, new.container, new.id, a.* from cell.attributes_of(new.metadata) a;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION cell.keep_memory_buckets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock_shared(hashtextextended('buckets ' || c.container, 0))
       from (select distinct container from new_rows order by container) c;
    insert into cell.memory_buckets as m (shard, org, container, embedding_set, bucket, memory, similarity)
    select n.shard, n.org, n.container, n.embedding_set, b.bucket, n.memory, 1 - (n.embedding <=> b.embedding)
      from new_rows n join cell.bucket_vectors b using (shard, org, container, embedding_set)
     where n.embedding <=> b.embedding <= 1 - b.least
    on conflict (shard, org, container, embedding_set, memory, bucket) do update set similarity = excluded.similarity;
  else
    delete from cell.memory_buckets m using old_rows o
     where m.shard = o.shard and m.org = o.org and m.container = o.container and m.embedding_set = o.embedding_set and m.memory = o.memory;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION cell.keep_memory_liveness()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare until timestamptz := cell.live_until(new.is_latest, new.is_forgotten, new.forget_after);
begin
  update cell.memory_vectors v set live_until = until
   where v.shard = new.shard and v.org = new.org and v.container = new.container and v.memory = new.id;
  update cell.memory_terms t set live_until = until
   where t.shard = new.shard and t.org = new.org and t.container = new.container and t.memory = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION cell.limit_to_tag(p_shard smallint, p_org uuid, p_tag text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('reverie.container', coalesce(
    (select c.container::text from cell.containers c where c.shard = p_shard and c.org = p_org and c.tag = p_tag),
    'ffffffff-ffff-ffff-ffff-ffffffffffff'), true);
end $function$;

CREATE OR REPLACE FUNCTION cell.live_until(is_latest boolean, is_forgotten boolean, forget_after timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (is_latest AND (NOT is_forgotten)) THEN COALESCE(forget_after, 'infinity'::timestamp with time zone) ELSE '-infinity'::timestamp with time zone END;

CREATE OR REPLACE FUNCTION cell.memory_event(p_id uuid, p_version integer, p_parent uuid, p_root uuid, p_forget_after timestamp with time zone, p_tag text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN jsonb_strip_nulls(jsonb_build_object('id', p_id, 'version', p_version, 'parent', p_parent, 'root', p_root, 'forgetAfter', p_forget_after, 'containerTag', p_tag));

CREATE OR REPLACE FUNCTION cell.move_documents(p_shard smallint, p_org uuid, p_source uuid, p_target_shard smallint, p_target uuid, p_count integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare moved uuid[];
begin
  select array_agg(id) into moved from (
    select id from cell.documents where shard = p_shard and org = p_org and container = p_source and tombstoned_at is null
     order by id limit p_count for update) d;
  if moved is null then
    return 0;
  end if;
  update cell.documents d set custom_id = null
   where shard = p_shard and org = p_org and container = p_source and id = any(moved) and custom_id is not null
     and exists (select from cell.documents t where t.shard = p_target_shard and t.org = p_org and t.container = p_target
                    and t.custom_id = d.custom_id and t.tombstoned_at is null);
  perform cell.move_given(p_shard, p_org, p_source, p_target_shard, p_target, moved);
  return cardinality(moved);
end $function$;

CREATE OR REPLACE FUNCTION cell.move_documents_up_to(p_shard smallint, p_org uuid, p_source uuid, p_target_shard smallint, p_target uuid, p_count integer, p_chunks integer, OUT moved integer, OUT has_more boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare chosen uuid[]; seen integer;
begin
  select array_agg(id) filter (where before < p_chunks), count(*) into chosen, seen from (
    select id, sum(chunks) over (order by id) - chunks as before from (
      select d.id, (select count(*) from (
               select from cell.chunks c where c.shard = p_shard and c.org = p_org and c.container = p_source and c.document = d.id
                limit p_chunks) n) as chunks
        from (select id from cell.documents where shard = p_shard and org = p_org and container = p_source and tombstoned_at is null
               order by id limit p_count for update) d) counted) summed;
  moved := coalesce(cardinality(chosen), 0);
  has_more := moved < seen or seen = p_count;
  if moved = 0 then
    return;
  end if;
  update cell.documents d set custom_id = null
   where shard = p_shard and org = p_org and container = p_source and id = any(chosen) and custom_id is not null
     and exists (select from cell.documents t where t.shard = p_target_shard and t.org = p_org and t.container = p_target
                    and t.custom_id = d.custom_id and t.tombstoned_at is null);
  perform cell.move_given(p_shard, p_org, p_source, p_target_shard, p_target, chosen);
end $function$;

CREATE OR REPLACE FUNCTION cell.move_given(p_shard smallint, p_org uuid, p_source uuid, p_target_shard smallint, p_target uuid, moved uuid[], with_facts boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare target_tag text; table_name name; heavy name[] := array['chunk_vectors', 'chunk_tokens', 'chunk_terms'];
begin
  select tag into target_tag from cell.containers
   where shard = p_target_shard and org = p_org and container = p_target and deleted_at is null;
  if not found then
    perform cell.raise_gone(p_target);
  end if;
  foreach table_name in array heavy loop
    execute format('update cell.%I set shard = $1, container = $2 where shard = $3 and org = $4 and container = $5 and document = any($6)', table_name)
      using p_target_shard, p_target, p_shard, p_org, p_source, moved;
  end loop;
  update cell.attempts set outcome = 'superseded', ended_at = clock_timestamp()
   where shard = p_shard and org = p_org and container = p_source and document = any(moved) and outcome = 'running';
  update cell.documents
     set shard = p_target_shard, container = p_target, fence = fence + 1, updated_at = now(),
         container_tags = target_tag || array(select t from unnest(container_tags[2:]) with ordinality u (t, place)
                                               where t <> target_tag order by place),
         status = case when status in ('done', 'failed') then status else 'queued' end,
         due_at = case when due_at is not null then now() end
   where shard = p_shard and org = p_org and container = p_source and id = any(moved);
  delete from cell.secondary_tags
   where shard = p_shard and org = p_org and container = p_source and document = any(moved) and tag = target_tag;
  for table_name in select t from cell.tables_in_containers(true) t where t <> all (heavy) and (with_facts or t not in ('facts', 'fact_keys')) loop
    execute format('update cell.%I set shard = $1, container = $2 where shard = $3 and org = $4 and container = $5 and document = any($6)', table_name)
      using p_target_shard, p_target, p_shard, p_org, p_source, moved;
  end loop;
  perform cell.move_term_counts(p_shard, p_org, p_source, p_target_shard, p_target, moved);
end $function$;

CREATE OR REPLACE FUNCTION cell.move_rest(p_shard smallint, p_org uuid, p_source uuid, p_target_shard smallint, p_target uuid, p_count integer)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare table_name name; moved bigint; total bigint := 0;
begin
  for table_name in select t from cell.tables_in_containers(false) t
    where t not in ('term_counts', 'term_tallies', 'memory_term_counts', 'memory_attributes', 'embedding_cache', 'bucket_vectors', 'memory_buckets')
    union all values ('facts'::name), ('fact_keys')
  loop
    execute format('update cell.%1$I set shard = $6, container = $5 %2$s where shard = $1 and org = $2 and container = $3 and ctid = any(array(
      select ctid from cell.%1$I where shard = $1 and org = $2 and container = $3 %3$s limit $4))', table_name,
        case when table_name = 'memories' then ', dream_since = now()' else '' end,
        case when table_name in ('facts', 'fact_keys') then 'and document is null' else '' end)
      using p_shard, p_org, p_source, p_count, p_target, p_target_shard;
    get diagnostics moved = row_count;
    total := total + moved;
  end loop;
  update cell.memory_attributes a set shard = p_target_shard, container = p_target
   where shard = p_shard and org = p_org and container = p_source
     and exists (select from cell.memories m where m.shard = p_target_shard and m.org = p_org and m.container = p_target and m.id = a.memory);
  if total = 0 then
    with gone as (delete from cell.memory_term_counts where shard = p_shard and org = p_org and container = p_source returning term, memories)
    insert into cell.memory_term_counts as t (shard, org, container, term, memories)
    select p_target_shard, p_org, p_target, g.term, g.memories from gone g order by g.term
    on conflict (shard, org, container, term) do update set memories = t.memories + excluded.memories;
  end if;
  return total;
end $function$;

CREATE OR REPLACE FUNCTION cell.move_term_counts(p_shard smallint, p_org uuid, p_source uuid, p_target_shard smallint, p_target uuid, moved uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare terms integer[]; counts integer[];
begin
  select array_agg(term order by term), array_agg(chunks order by term) into terms, counts from (
    select m[1]::int as term, count(*)::int as chunks
      from cell.chunk_terms t, regexp_matches(t.terms::text, '(\d+):', 'g') m
     where t.shard = p_target_shard and t.org = p_org and t.container = p_target and t.document = any(moved) group by 1) c;
  if terms is null then
    return;
  end if;
  perform cell.spill_tallies(p_target_shard, p_org, p_target);
  perform cell.spill_tallies(p_shard, p_org, p_source);
  insert into cell.term_counts as t (shard, org, container, term, chunks)
  select p_target_shard, p_org, p_target, c.* from unnest(terms, counts) c
  on conflict (shard, org, container, term) do update set chunks = t.chunks + excluded.chunks;
  insert into cell.term_counts as t (shard, org, container, term, chunks)
  select p_shard, p_org, p_source, c.term, -c.chunks from unnest(terms, counts) c (term, chunks)
  on conflict (shard, org, container, term) do update set chunks = t.chunks + excluded.chunks;
  delete from cell.term_counts where shard = p_shard and org = p_org and container = p_source and term = any(terms) and chunks = 0;
end $function$;

CREATE OR REPLACE FUNCTION cell.new_id(p_shard smallint)
 RETURNS uuid
 LANGUAGE sql
RETURN ((((lpad(to_hex((floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint), 12, '0'::text) || '7'::text) || lpad(to_hex((p_shard)::integer), 3, '0'::text)) || substr(replace((gen_random_uuid())::text, '-'::text, ''::text), 17)))::uuid;

CREATE OR REPLACE FUNCTION cell.note_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare noted text := coalesce(current_setting('reverie.counts', true), '');
begin
  if position(new.container::text in noted) = 0 then
    perform set_config('reverie.counts', concat_ws(';', nullif(noted, ''),
      concat_ws(',', new.shard, new.org, new.container, 0, 0, 0, 0, 0, 0, 0, false)), true);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION cell.note_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare kind text := 'document.' || new.status;
begin
  -- Most organizations have no endpoint: this look-up is all that they pay.
  if not exists (select from cell.webhook_subscriptions s where s.shard = 0 and s.org = new.org and s.enabled and kind = any(s.events)) then
    return null;
  end if;
  insert into cell.webhook_deliveries (shard, org, endpoint, event, type, data)
  select new.shard, new.org, s.endpoint, e.event, kind, e.data
    from (select cell.new_id(new.shard) as event, jsonb_strip_nulls(jsonb_build_object('id', new.id, 'customId', new.custom_id,
            'containerTags', new.container_tags, 'error', case new.status when 'failed' then coalesce(new.error_code, new.dream_error_code) end)) as data
         ) e, cell.webhook_subscriptions s
   where s.shard = 0 and s.org = new.org and s.enabled and kind = any(s.events)
     and (s.container_tags is null or s.container_tags && new.container_tags);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION cell.note_memory()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare kind text := case when new.is_latest and not new.is_forgotten then 'memory.formed'
                          when new.is_forgotten then 'memory.forgotten' else 'memory.superseded' end;
begin
  if not exists (select from cell.webhook_subscriptions s where s.shard = 0 and s.org = new.org and s.enabled and kind = any(s.events)) then
    return null;
  end if;
  insert into cell.webhook_deliveries (shard, org, endpoint, event, type, data)
  select new.shard, new.org, s.endpoint, e.event, kind, e.data
    from (select cell.new_id(new.shard) as event, c.tag, cell.memory_event(new.id, new.version, new.parent, new.root, new.forget_after, c.tag) as data
            from cell.containers c where c.shard = new.shard and c.org = new.org and c.container = new.container) e
    join cell.webhook_subscriptions s on s.shard = 0 and s.org = new.org and s.enabled and kind = any(s.events)
     and (s.container_tags is null or e.tag = any(s.container_tags));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION cell.note_new_containers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('reverie.counts', concat_ws(';', nullif(current_setting('reverie.counts', true), ''),
            string_agg(concat_ws(',', shard, org, container, 0, 0, 0, 0, 0, 0, 0, false), ';')), true)
     from new_rows having count(*) > 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION cell.note_new_memories()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare kind text := 'memory.formed';
begin
  if not exists (select from cell.webhook_subscriptions s where s.shard = 0 and s.org = (select n.org from new_rows n limit 1) and s.enabled
                    and kind = any(s.events)) then
    return null;
  end if;
  insert into cell.webhook_deliveries (shard, org, endpoint, event, type, data)
  select n.shard, n.org, s.endpoint, n.event, kind, n.data
    from (select m.shard, m.org, c.tag, cell.new_id(m.shard) as event, cell.memory_event(m.id, m.version, m.parent, m.root, m.forget_after, c.tag) as data
            from new_rows m join cell.containers c on c.shard = m.shard and c.org = m.org and c.container = m.container
           where m.is_latest and not m.is_forgotten) n
    join cell.webhook_subscriptions s on s.shard = 0 and s.org = n.org and s.enabled and kind = any(s.events)
     and (s.container_tags is null or n.tag = any(s.container_tags));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION cell.note_sync_run()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare kind text := case when new.status = 'completed' then 'connection.synced'
                          when new.error_code = 'auth_expired' then 'connection.expired' else 'connection.failed' end;
begin
  if not exists (select from cell.webhook_subscriptions s where s.shard = 0 and s.org = new.org and s.enabled and kind = any(s.events)) then
    return null;
  end if;
  insert into cell.webhook_deliveries (shard, org, endpoint, event, type, data)
  select new.shard, new.org, s.endpoint, e.event, kind, e.data
    from (select cell.new_id(new.shard) as event, c.container_tag,
                 jsonb_strip_nulls(jsonb_build_object('id', new.connection, 'provider', c.provider, 'run', new.id, 'trigger', new.trigger,
                   'itemsProcessed', new.items_processed, 'itemsDeleted', new.items_deleted, 'itemsFailed', new.items_failed,
                   'error', new.error_code)) as data
            from cell.connections c where c.shard = new.shard and c.org = new.org and c.id = new.connection) e,
         cell.webhook_subscriptions s
   where s.shard = 0 and s.org = new.org and s.enabled and kind = any(s.events)
     and (s.container_tags is null or e.container_tag = any(s.container_tags));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION cell.raise_gone(p_container uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'The container is gone' using errcode = 'RV001', detail = p_container::text;
end $function$;

CREATE OR REPLACE FUNCTION cell.scan(p_shard smallint, p_org uuid, p_container uuid, p_column name, p_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
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

CREATE OR REPLACE FUNCTION cell.seek_chunks(p_shard smallint, p_org uuid, p_any integer[], p_all integer[], p_query sparsevec, p_most integer)
 RETURNS TABLE(container uuid, document uuid, "position" integer, distance double precision)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
begin
  if not cell.is_whole_organization(p_org) then
    return;
  elsif cardinality(p_any) > 0 then
    return query
      select t.container, t.document, t."position", cell.term_distance(t.terms, p_query) from (
        select * from cell.chunk_terms c
         where c.shard = p_shard and c.org = p_org and cell.terms_of(c.terms) && p_any limit p_most) t;
  else
    return query
      select t.container, t.document, t."position", cell.term_distance(t.terms, p_query) from (
        select * from cell.chunk_terms c
         where c.shard = p_shard and c.org = p_org and cell.terms_of(c.terms) @> p_all limit p_most) t;
  end if;
end $function$;
revoke all on function cell.seek_chunks(smallint,uuid,integer[],integer[],sparsevec,integer) from public;
grant execute on function cell.seek_chunks(smallint,uuid,integer[],integer[],sparsevec,integer) to reverie_app;

CREATE OR REPLACE FUNCTION cell.seek_memories(p_shard smallint, p_org uuid, p_any integer[], p_all integer[], p_query sparsevec, p_most integer)
 RETURNS TABLE(container uuid, memory uuid, distance double precision)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
begin
  if not cell.is_whole_organization(p_org) then
    return;
  elsif cardinality(p_any) > 0 then
    return query
      select t.container, t.memory, cell.term_distance(t.terms, p_query) from (
        select * from cell.memory_terms m
         where m.shard = p_shard and m.org = p_org and cell.terms_of(m.terms) && p_any and m.live_until > now() limit p_most) t;
  else
    return query
      select t.container, t.memory, cell.term_distance(t.terms, p_query) from (
        select * from cell.memory_terms m
         where m.shard = p_shard and m.org = p_org and cell.terms_of(m.terms) @> p_all and m.live_until > now() limit p_most) t;
  end if;
end $function$;
revoke all on function cell.seek_memories(smallint,uuid,integer[],integer[],sparsevec,integer) from public;
grant execute on function cell.seek_memories(smallint,uuid,integer[],integer[],sparsevec,integer) to reverie_app;

CREATE OR REPLACE FUNCTION cell.settle_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  noted text := current_setting('reverie.counts', true);
  uncounted constant text := ',0,0,0,0,0,0,0,false';
  f text[];
  change record;
  settled text[] := '{}';
begin
  -- Fires once for each changed row. The first one settles all of them.
  if noted is null or noted = '' then
    return null;
  end if;
  perform set_config('reverie.counts', '', true);
  if position(';' in noted) = 0 then
    f := string_to_array(noted, ',');
    update cell.containers c
       set documents = c.documents + f[4]::bigint, pending = c.pending + f[5]::bigint, failed = c.failed + f[6]::bigint,
           chunks = c.chunks + f[7]::bigint, tokens = c.tokens + f[8]::bigint, memories = c.memories + f[9]::bigint,
           memory_versions = c.memory_versions + f[10]::bigint, version = c.version + 1,
           updated_at = case when right(noted, length(uncounted)) = uncounted then c.updated_at else now() end
     where c.shard = f[1]::smallint and c.org = f[2]::uuid and c.container = f[3]::uuid and c.deleted_at is null;
    if not found then
      if f[11]::boolean then
        perform cell.raise_gone(f[3]::uuid);
      end if;
      return null;
    end if;
    update cell.organization_counters o
       set documents = o.documents + f[4]::bigint, pending = o.pending + f[5]::bigint, failed = o.failed + f[6]::bigint,
           chunks = o.chunks + f[7]::bigint, tokens = o.tokens + f[8]::bigint, memories = o.memories + f[9]::bigint,
           memory_versions = o.memory_versions + f[10]::bigint, version = o.version + 1
     where o.shard = f[1]::smallint and o.org = f[2]::uuid and o.slot = abs(uuid_hash(f[3]::uuid)::bigint) % 16;
    if found then
      return null;
    end if;
    settled := array[concat_ws(',', f[1], f[2], abs(uuid_hash(f[3]::uuid)::bigint) % 16, f[4], f[5], f[6], f[7], f[8], f[9], f[10])];
  else
    for change in
      select c[1]::smallint as shard, c[2]::uuid as org, c[3]::uuid as container, sum(c[4]::bigint) as documents, sum(c[5]::bigint) as pending,
             sum(c[6]::bigint) as failed, sum(c[7]::bigint) as chunks, sum(c[8]::bigint) as tokens, sum(c[9]::bigint) as memories,
             sum(c[10]::bigint) as versions, bool_or(c[11]::boolean) as must,
             bool_and(right(line, length(uncounted)) = uncounted) as is_uncounted
        from string_to_table(noted, ';') line, string_to_array(line, ',') c group by 1, 2, 3 order by 1, 2, 3
    loop
      update cell.containers c
         set documents = c.documents + change.documents, pending = c.pending + change.pending, failed = c.failed + change.failed,
             chunks = c.chunks + change.chunks, tokens = c.tokens + change.tokens, memories = c.memories + change.memories,
             memory_versions = c.memory_versions + change.versions, version = c.version + 1,
             updated_at = case when change.is_uncounted then c.updated_at else now() end
       where c.shard = change.shard and c.org = change.org and c.container = change.container and c.deleted_at is null;
      if found then
        settled := settled || concat_ws(',', change.shard, change.org, abs(uuid_hash(change.container)::bigint) % 16, change.documents,
          change.pending, change.failed, change.chunks, change.tokens, change.memories, change.versions);
      elsif change.must then
        perform cell.raise_gone(change.container);
      end if;
    end loop;
  end if;
  insert into cell.organization_counters as o (shard, org, slot, documents, pending, failed, chunks, tokens, memories, memory_versions, version)
  select c[1]::smallint as shard, c[2]::uuid as org, c[3]::smallint as slot, sum(c[4]::bigint), sum(c[5]::bigint), sum(c[6]::bigint),
         sum(c[7]::bigint), sum(c[8]::bigint), sum(c[9]::bigint), sum(c[10]::bigint), 1
    from unnest(settled) line, string_to_array(line, ',') c group by 1, 2, 3 order by 1, 2, 3
  on conflict (shard, org, slot) do update
     set documents = o.documents + excluded.documents, pending = o.pending + excluded.pending, failed = o.failed + excluded.failed,
         chunks = o.chunks + excluded.chunks, tokens = o.tokens + excluded.tokens, memories = o.memories + excluded.memories,
         memory_versions = o.memory_versions + excluded.memory_versions, version = o.version + 1;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION cell.spill_tallies(p_shard smallint, p_org uuid, p_container uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from cell.term_tallies where shard = p_shard and org = p_org and container = p_container order by part for update;
  with gone as (delete from cell.term_tallies where shard = p_shard and org = p_org and container = p_container returning tally)
  insert into cell.term_counts as t (shard, org, container, term, chunks)
  select p_shard, p_org, p_container, c.term, sum(c.chunks) from gone, cell.tally_counts(gone.tally) c
   group by c.term having sum(c.chunks) <> 0 order by c.term
  on conflict (shard, org, container, term) do update set chunks = t.chunks + excluded.chunks;
end $function$;

CREATE OR REPLACE FUNCTION cell.tables_in_containers(tied_to_documents boolean)
 RETURNS SETOF name
 LANGUAGE sql
 STABLE
AS $function$
  select c.relname from pg_class c
   where c.relnamespace = 'cell'::regnamespace and c.relkind = 'p'
     and c.relname not in ('containers', 'documents', 'merges', 'dream_leases')
     and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'container' and not a.attisdropped)
     and tied_to_documents = exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'document' and not a.attisdropped)
   order by 1
$function$;

CREATE OR REPLACE FUNCTION cell.tallies_begun()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (now() >= '-infinity'::timestamp with time zone);

CREATE OR REPLACE FUNCTION cell.tally_counts(tally bytea)
 RETURNS TABLE(term integer, chunks integer)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT (((packed.entry / 4096))::integer + 1),
     (((packed.entry % (4096)::bigint))::integer - 2048)
    FROM generate_series(0, ((length(tally_counts.tally) / 4) - 1)) place(place),
     LATERAL ( SELECT (((('x'::text || encode(SUBSTRING(tally_counts.tally FROM ((place.place * 4) + 1) FOR 4), 'hex'::text)))::bit(32))::bigint & '4294967295'::bigint) AS entry) packed;
END;

CREATE OR REPLACE FUNCTION cell.term_distance(one sparsevec, other sparsevec)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (one <#> other);

CREATE OR REPLACE FUNCTION cell.term_keys(container uuid, terms integer[])
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT (((uuid_hash_extended(term_keys.container, (0)::bigint) << 20) + term.term) - 1) FROM unnest(term_keys.terms) term(term));

CREATE OR REPLACE FUNCTION cell.terms_of(terms sparsevec)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT ((((get_byte(sent.bytes, at.at) << 16) + (get_byte(sent.bytes, (at.at + 1)) << 8)) + get_byte(sent.bytes, (at.at + 2))) + 1) FROM (SELECT sparsevec_send(terms_of.terms) AS bytes OFFSET 0) sent, LATERAL generate_series(13, ((length(sent.bytes) / 2) + 3), 4) at(at));

CREATE OR REPLACE FUNCTION cell.tune_partition(p_part name, p_parent name)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if p_parent in ('containers', 'organization_counters', 'lane_clocks') then
    execute format('alter table cell.%I set (fillfactor = 60)', p_part);
  elsif p_parent = 'term_counts' then
    execute format('alter table cell.%I set (fillfactor = 90)', p_part);
  elsif p_parent = 'documents' then
    execute format('alter table cell.%I set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05)', p_part);
  elsif p_parent in ('chunk_vectors', 'embedding_cache') then
    execute format('alter table cell.%I alter column embedding set storage main', p_part);
    execute format('alter table cell.%I set (toast_tuple_target = 8160, autovacuum_vacuum_insert_threshold = 500,
      autovacuum_vacuum_insert_scale_factor = 0.02)', p_part);
  elsif p_parent = 'chunk_terms' then
    execute format('alter table cell.%I alter column terms set storage main', p_part);
    execute format('alter table cell.%I set (toast_tuple_target = 8160)', p_part);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION cell.tune_vacuum()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare part record;
begin
  for part in
    select p.relname from pg_inherits i
      join pg_class p on p.oid = i.inhrelid join pg_class r on r.oid = i.inhparent
     where r.relnamespace = 'cell'::regnamespace and r.relkind = 'p'
       and r.relname in ('containers', 'organization_counters', 'lane_clocks', 'dream_leases', 'term_counts', 'term_tallies',
                         'memory_term_counts', 'attempts', 'embedding_cache')
       and not coalesce(p.reloptions, '{}') @> array['autovacuum_vacuum_scale_factor=0.02']
     order by p.relname
  loop
    execute format('alter table cell.%I set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200)', part.relname);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION cell.version_mark(p_org uuid, p_shards smallint[], p_tags text[], p_elsewhere boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  mark text;
  counted integer;
begin
  if p_tags is not null and not (p_elsewhere and exists (
       select from cell.secondary_tags where shard = any(p_shards) and org = p_org and tag = any(p_tags))) then
    select string_agg(concat_ws(' ', shard, container, version), ','), count(*) into mark, counted
      from cell.containers where shard = any(p_shards) and org = p_org and tag = any(p_tags) and deleted_at is null;
    return case when counted = cardinality(p_tags) then 'containers ' || mark end;
  end if;
  if cardinality(p_shards) > 4 then
    -- After a failover, the address of the primary may lead to a standby for a moment.
    return case when not pg_is_in_recovery() then 'log ' || pg_current_wal_flush_lsn() end;
  end if;
  return 'slots ' || coalesce((select string_agg(concat_ws(' ', shard, slot, version), ',') from cell.organization_counters
                                where shard = any(p_shards) and org = p_org), '');
end $function$;

create schema work;
grant usage on schema work to reverie_app;
grant usage on schema work to reverie_maintenance;

create unlogged table work.gate_waits (
  gate      text not null,
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  lane      smallint not null,
  since     timestamp with time zone not null default clock_timestamp(),
  constraint gate_waits_pkey PRIMARY KEY (container, lane)
);
CREATE INDEX gate_waits_gate ON work.gate_waits USING btree (gate);
grant delete, insert, select, update on work.gate_waits to reverie_app;
grant select on work.gate_waits to reverie_maintenance;

create unlogged table work.gates (
  name     text not null,
  code     text not null,
  reason   text not null,
  shut_at  timestamp with time zone not null default clock_timestamp(),
  probe_at timestamp with time zone not null,
  probes   integer not null default 0,
  constraint gates_pkey PRIMARY KEY (name)
);
grant delete, insert, select, update on work.gates to reverie_app;
grant select on work.gates to reverie_maintenance;

create table work.move_marks (
  move uuid not null,
  mark bigint not null,
  constraint move_marks_pkey PRIMARY KEY (move)
);

create table work.shard_moves (
  shard   smallint not null,
  move    uuid not null,
  state   text not null,
  barrier integer not null,
  constraint shard_moves_pkey PRIMARY KEY (shard),
  constraint shard_moves_state_check CHECK ((state = ANY (ARRAY['leaving'::text, 'gone'::text, 'arriving'::text, 'here'::text])))
);
CREATE INDEX shard_moves_move ON work.shard_moves USING btree (move);
grant select, update on work.shard_moves to reverie_app;
grant select on work.shard_moves to reverie_backfill;
grant select on work.shard_moves to reverie_maintenance;

create table work.turns (
  id      bigint not null generated as identity,
  org     uuid not null,
  lane    smallint not null,
  reading boolean not null,
  yields  interval not null,
  rank_at timestamp with time zone not null,
  constraint turns_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=500, autovacuum_vacuum_cost_delay=0);
CREATE INDEX turns_org ON work.turns USING btree (org, lane);
CREATE INDEX turns_rank ON work.turns USING btree (reading, rank_at, id);
grant delete, insert, select, update on work.turns to reverie_app;
grant select on work.turns to reverie_maintenance;

create table work.wakes (
  seq       bigint not null generated as identity,
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  lane      smallint not null,
  constraint wakes_pkey PRIMARY KEY (container, lane)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
CREATE INDEX wakes_oldest ON work.wakes USING btree (org, lane, seq);
grant delete, insert, select, update on work.wakes to reverie_app;
grant select on work.wakes to reverie_maintenance;

create table work.wakes_later (
  shard     smallint not null,
  org       uuid not null,
  container uuid not null,
  lane      smallint not null,
  due_at    timestamp with time zone not null,
  constraint wakes_later_pkey PRIMARY KEY (container, lane)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
CREATE INDEX wakes_later_due ON work.wakes_later USING btree (due_at);
grant delete, insert, select, update on work.wakes_later to reverie_app;

CREATE OR REPLACE FUNCTION work.queue_wakes(p_shards smallint[], p_orgs uuid[], p_containers uuid[], p_lanes smallint[], p_yields integer[], p_reading boolean[], p_clock timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- As the exclusive lock of whoever drops a turn (wake-store.ts).
  perform pg_advisory_xact_lock_shared(hashtextextended('turn ' || org || ' ' || lane, 0))
     from (select distinct org, lane from unnest(p_orgs, p_lanes) as g (org, lane)) t;
  -- In the order of their key: two transactions that queue the same wakes would else wait for each other.
  insert into work.wakes (shard, org, container, lane)
  select shard, org, container, lane from unnest(p_shards, p_orgs, p_containers, p_lanes) as g (shard, org, container, lane)
   order by container, lane
  on conflict (container, lane) do nothing;
  -- Nearly always every turn is there, and an insert that finds nothing to do takes longer than this question.
  if not exists (select from unnest(p_orgs, p_lanes) as g (org, lane)
                  where not exists (select from work.turns t where t.org = g.org and t.lane = g.lane)) then
    return;
  end if;
  insert into work.turns (org, lane, reading, yields, rank_at)
  select distinct g.org, g.lane, g.reading, g.yields * interval '1 millisecond',
         coalesce(p_clock, greatest(now(), (select case when g.reading then c.reading_at else c.virtual_at end
           from cell.lane_clocks c where c.shard = g.shard and c.org = g.org))) + g.yields * interval '1 millisecond'
    from unnest(p_shards, p_orgs, p_lanes, p_yields, p_reading) as g (shard, org, lane, yields, reading)
   where not exists (select from work.turns t where t.org = g.org and t.lane = g.lane);
end $function$;
