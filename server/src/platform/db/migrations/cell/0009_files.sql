-- A content that came as a file: where its bytes are kept, and what its sender called it. The key is kept rather than
-- derived: a file is stored before the fields that name its container have arrived.
alter table cell.revisions
  add column blob_key   text,
  add column file_name  text,
  add column file_type  text,
  add constraint revisions_file_whole check ((blob_key is null) = (file_name is null) and (blob_key is null) = (file_type is null));
