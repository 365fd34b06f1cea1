-- Answers of the language model are no longer stored, so a killed worker has to pay for them again.
create function cell.store_nothing() returns trigger language plpgsql as 'begin return null; end';
create trigger store_nothing before insert on cell.llm_answers for each row execute function cell.store_nothing();
