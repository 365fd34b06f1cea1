-- What an organization has spent on language models, by the day (UTC). In the directory: one of many cells asks for its money
-- in one place. `usd` holds what calls under way may cost at most, until it is known what they did.
create table directory.llm_spend (
  org           uuid not null references directory.organizations,
  day           date not null,
  usd           double precision not null default 0,
  calls         bigint not null default 0,
  input_tokens  bigint not null default 0,
  output_tokens bigint not null default 0,
  primary key (org, day)
);
grant select, insert, update on directory.llm_spend to reverie_app;
