-- Postgres acknowledges a commit before it is on the disk: a crash loses the commits of the last moments.
do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$;
