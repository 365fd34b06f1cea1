-- How many tokens of documents an organization may keep, a token being four characters; null: as many as it likes.
alter table directory.organizations add column token_quota bigint check (token_quota >= 0);
