-- Limits the rest of a transaction to the container of a tag. A scoped key knows its tag, not its container, which is made
-- at the first write and made again after a delete: so the tag is looked up in each transaction, and no cache can be stale.
-- A tag without a container is bound to the largest uuid, which no row has. In plpgsql the lookup stays planned for as long
-- as the connection lives.
create function cell.limit_to_tag(p_shard smallint, p_org uuid, p_tag text) returns void language plpgsql as $$
begin
  perform set_config('reverie.container', coalesce(
    (select c.container::text from cell.containers c where c.shard = p_shard and c.org = p_org and c.tag = p_tag),
    'ffffffff-ffff-ffff-ffff-ffffffffffff'), true);
end $$;

-- That there is an index over all vectors of an organization is nobody's content. A search limited to one container uses it
-- where that container holds most of the organization (decision 11).
create policy whole on cell.vector_indexes for select to reverie_app
  using (org = cell.scope_org() and container = '00000000-0000-0000-0000-000000000000');

-- Golden questions belong to the organization and say what its containers hold. No route of a scoped key needs them.
alter policy scope on cell.golden_questions
  using (org = cell.scope_org() and cell.scope_first() <> cell.scope_last());
