-- What a language model answered, so that a crash pays at most for the call in flight again: by hash of all that was asked, one
-- row for each document that was asked about. It holds what documents say: it goes with them, or after a day. Null: the model
-- could not be understood, and what was asked is asked in smaller parts, or read by rules.
create table cell.llm_answers (
  shard      smallint not null,
  org        uuid not null,
  container  uuid not null,
  document   uuid not null,
  id         uuid not null default gen_random_uuid(),
  hash       bytea not null,
  answer     jsonb,
  created_at timestamptz not null default now(),
  primary key (shard, org, container, document, id)
) partition by range (shard);
create index llm_answers_hash on cell.llm_answers (shard, org, container, hash);
create index llm_answers_age on cell.llm_answers (created_at);

-- What was paid for a document: its share of each call it was in.
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
  created_at    timestamptz not null default now(),
  primary key (shard, org, container, document, id)
) partition by range (shard);

do $$
declare name text;
begin
  foreach name in array array['llm_answers', 'llm_calls'] loop
    execute format('alter table cell.%I enable row level security', name);
    execute format('alter table cell.%I force row level security', name);
    execute format('create policy scope on cell.%I to reverie_app
      using (org = cell.scope_org() and container >= cell.scope_first() and container <= cell.scope_last())', name);
    execute format('grant select, insert, update, delete on cell.%I to reverie_app', name);
  end loop;
end $$;
create policy expired on cell.llm_answers to reverie_maintenance using (true);
grant select (created_at), delete on cell.llm_answers to reverie_maintenance;
