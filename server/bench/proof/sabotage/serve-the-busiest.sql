-- Turns go to the organization with the most waiting documents, and no longer to the one that was served least.
create function work.serve_the_busiest() returns trigger language plpgsql security definer as $$
begin
  new.rank_at := timestamptz '2000-01-01' - interval '1 second' * (
    select coalesce(sum(pending), 0) from cell.organization_counters where org = new.org);
  return new;
end $$;
create trigger serve_the_busiest before insert or update on work.turns for each row execute function work.serve_the_busiest();
