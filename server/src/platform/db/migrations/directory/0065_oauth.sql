-- The authorization server of MCP clients (decision 57). better-auth reads and writes these tables; their columns are the
-- ones that it needs. A grant itself is a row of directory.keys, as for plugins: `reference_id` names it.
create table directory.oauth_clients (
  id                                  text primary key,
  client_id                           text not null unique,
  client_secret                       text,
  client_discovery_id                 text,
  disabled                            boolean default false,
  skip_consent                        boolean,
  enable_end_session                  boolean,
  subject_type                        text,
  scopes                              jsonb,
  client_credentials_scopes           jsonb,
  person                              text references directory.people on delete set null,
  created_at                          timestamptz default now(),
  updated_at                          timestamptz default now(),
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
  -- The organization whose admin made the client by hand. Null: it has registered itself, and is dropped if nobody uses it.
  reference_id                        text,
  metadata                            jsonb
);
create index oauth_clients_age on directory.oauth_clients (created_at) where reference_id is null;

create table directory.oauth_resources (
  id                                 text primary key,
  identifier                         text not null unique,
  name                               text not null,
  access_token_ttl                   integer,
  refresh_token_ttl                  integer,
  signing_algorithm                  text,
  signing_key_id                     text,
  allowed_scopes                     jsonb,
  custom_claims                      jsonb,
  dpop_bound_access_tokens_required  boolean default false,
  disabled                           boolean default false,
  created_at                         timestamptz default now(),
  updated_at                         timestamptz default now(),
  policy_version                     integer default 1,
  metadata                           jsonb
);

create table directory.oauth_client_resources (
  id          text primary key,
  client_id   text not null references directory.oauth_clients (client_id) on delete cascade,
  resource_id text not null references directory.oauth_resources (identifier) on delete cascade,
  metadata    jsonb,
  created_at  timestamptz default now(),
  unique (client_id, resource_id)
);
create index oauth_client_resources_resource on directory.oauth_client_resources (resource_id);

create table directory.oauth_refresh_tokens (
  id                          text primary key,
  token                       text not null unique,
  client_id                   text not null references directory.oauth_clients (client_id) on delete cascade,
  session_id                  text references directory.sessions on delete set null,
  person                      text not null references directory.people on delete cascade,
  reference_id                text,
  authorization_code_id       text,
  resources                   jsonb,
  requested_user_info_claims  jsonb,
  expires_at                  timestamptz not null,
  created_at                  timestamptz not null,
  revoked                     timestamptz,
  rotated_at                  timestamptz,
  rotation_replay_response    text,
  rotation_replay_expires_at  timestamptz,
  auth_time                   timestamptz,
  confirmation                jsonb,
  scopes                      jsonb not null
);
create index oauth_refresh_tokens_client on directory.oauth_refresh_tokens (client_id);
create index oauth_refresh_tokens_session on directory.oauth_refresh_tokens (session_id);
create index oauth_refresh_tokens_person on directory.oauth_refresh_tokens (person);
create index oauth_refresh_tokens_code on directory.oauth_refresh_tokens (authorization_code_id);
create index oauth_refresh_tokens_age on directory.oauth_refresh_tokens (expires_at);

create table directory.oauth_access_tokens (
  id                          text primary key,
  token                       text not null unique,
  client_id                   text not null references directory.oauth_clients (client_id) on delete cascade,
  session_id                  text references directory.sessions on delete set null,
  person                      text references directory.people on delete cascade,
  reference_id                text,
  authorization_code_id       text,
  resources                   jsonb,
  requested_user_info_claims  jsonb,
  refresh_id                  text references directory.oauth_refresh_tokens on delete cascade,
  expires_at                  timestamptz not null,
  created_at                  timestamptz not null,
  revoked                     timestamptz,
  confirmation                jsonb,
  scopes                      jsonb not null
);
create index oauth_access_tokens_client on directory.oauth_access_tokens (client_id);
create index oauth_access_tokens_session on directory.oauth_access_tokens (session_id);
create index oauth_access_tokens_person on directory.oauth_access_tokens (person);
create index oauth_access_tokens_code on directory.oauth_access_tokens (authorization_code_id);
create index oauth_access_tokens_refresh on directory.oauth_access_tokens (refresh_id);
create index oauth_access_tokens_age on directory.oauth_access_tokens (expires_at);

create table directory.oauth_consents (
  id                          text primary key,
  client_id                   text not null references directory.oauth_clients (client_id) on delete cascade,
  person                      text references directory.people on delete cascade,
  reference_id                text,
  resources                   jsonb,
  requested_user_info_claims  jsonb,
  scopes                      jsonb not null,
  created_at                  timestamptz not null,
  updated_at                  timestamptz not null
);
create index oauth_consents_client on directory.oauth_consents (client_id);
create index oauth_consents_person on directory.oauth_consents (person);

create table directory.oauth_client_assertions (
  id         text primary key,
  expires_at timestamptz not null
);

grant select, insert, update, delete on directory.oauth_clients, directory.oauth_resources, directory.oauth_client_resources,
  directory.oauth_refresh_tokens, directory.oauth_access_tokens, directory.oauth_consents,
  directory.oauth_client_assertions to reverie_app;
