-- People, who sign in to the console. better-auth reads and writes the first four tables (decision 50); their columns are
-- the ones that it needs. An organization's members and invitations are ours.
create table directory.people (
  id             text primary key,
  name           text not null,
  email          text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image          text,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now()
);

create table directory.sessions (
  id         text primary key,
  person     text not null references directory.people on delete cascade,
  token      text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_person on directory.sessions (person, created_at);

-- How a person proves who they are: a password (scrypt), or an account at an OpenID provider.
create table directory.accounts (
  id                       text primary key,
  person                   text not null references directory.people on delete cascade,
  account_id               text not null,
  provider_id              text not null,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  password                 text,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_person on directory.accounts (person);

-- Short-lived values of a sign-in at an OpenID provider.
create table directory.verifications (
  id         text primary key,
  identifier text not null,
  value      text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on directory.verifications (identifier);

create table directory.members (
  org        uuid not null references directory.organizations,
  person     text not null references directory.people on delete cascade,
  role       text not null check (role in ('viewer', 'member', 'admin', 'owner')),
  created_at timestamptz not null default now(),
  primary key (org, person)
);
create index members_person on directory.members (person, created_at);

-- A link that makes whoever opens it a member. The set-up link of a new installation is an invitation of an owner that
-- nobody has sent. Only the hash of the token is stored.
create table directory.invitations (
  id          text primary key,
  org         uuid not null references directory.organizations,
  role        text not null check (role in ('viewer', 'member', 'admin', 'owner')),
  -- Null: anybody who has the link.
  email       text,
  token_hash  bytea not null unique check (length(token_hash) = 32),
  invited_by  text references directory.people on delete set null,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  accepted_at timestamptz,
  revoked_at  timestamptz
);
create index invitations_org on directory.invitations (org, created_at);

-- Failed sign-ins by what was tried: an address, an email, or both. Unlogged: a crash forgives them. An attempt counts before
-- its password is checked.
create unlogged table directory.sign_in_failures (
  subject      text primary key,
  failures     integer not null,
  failed_at    timestamptz not null,
  locked_until timestamptz not null
);
create index sign_in_failures_age on directory.sign_in_failures (failed_at);

-- Who did what, when and from where. Processes may add lines and read them, and can neither change nor remove one.
create table directory.audit_log (
  org        uuid not null references directory.organizations,
  id         bigint generated always as identity,
  at         timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('person', 'key', 'nobody')),
  actor      text,
  actor_name text,
  action     text not null,
  target     text,
  details    jsonb not null default '{}',
  address    text,
  request    text,
  primary key (org, id)
);
create index audit_log_action on directory.audit_log (org, action, id);

grant select, insert, update, delete on directory.people, directory.sessions, directory.accounts,
  directory.verifications, directory.members, directory.sign_in_failures to reverie_app;
grant select, insert, update on directory.invitations to reverie_app;
grant select, insert on directory.audit_log to reverie_app;
