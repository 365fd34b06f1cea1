-- What was found in a file besides its text: blocks with their pages or times, title, author, date. A crash between
-- reading and indexing does not read the file again.
alter table cell.revisions add column structure jsonb;

-- How far reading has come, in pages (or seconds of a recording): null before and after.
alter table cell.documents add column progress_done integer, add column progress_total integer;
