-- An Idempotency-Key is stored as another one, so a repeated request is not recognized.
create function cell.store_another_key() returns trigger language plpgsql as 'begin new.key := gen_random_uuid(); return new; end';
create trigger store_another_key before insert on cell.idempotency_keys for each row execute function cell.store_another_key();
