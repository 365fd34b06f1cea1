-- The request that added a revision, and its trace (decision 70). Workers name both, so that log lines and spans of the
-- processing lead back to the request. Null in rows from before, and the trace is null unless the request was traced.
alter table cell.revisions
  add column if not exists request_id  text,
  add column if not exists traceparent text;
