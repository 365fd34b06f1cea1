-- A model is shown what is known beside the text, and `hash` is of all that it saw. What is known may change until a worker that
-- died is replaced, and the answer is paid for: `question` is the hash without it, until the facts of the answer are written. Null:
-- they are, or the answer is from before this migration.
alter table cell.llm_answers add column question bytea;
