-- The cell that a shard leaves goes on accepting writes.
create function work.stay_open() returns trigger language plpgsql as $$
begin
  if new.state in ('leaving', 'gone') then new.state := 'here'; end if;
  return new;
end $$;
create trigger stay_open before insert or update on work.shard_moves for each row execute function work.stay_open();
