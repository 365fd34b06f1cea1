-- One kind for whatever passes, and the attribute as the kind of whatever is dated: a profile looks up 38 kinds instead of 62.
-- The expressions are those of features/profile/store.ts. They avoid coalesce, which is not leakproof: under row-level
-- security, Postgres would not look it up in the index.
create index memories_briefing on cell.memories (shard, org, container,
    (case when is_inference and review is distinct from 'approved' and attribute is null then 'guess'
          when origin in ('document', 'tool') then 'document'
          when attribute is null then 'unjudged'
          when attribute in ('plan', 'event', 'status') then attribute
          when lasts = 'passing' then 'passing'
          when lasts is null and not is_static then 'passing'
          else attribute end),
    (case when lasts is null then is_static
          when lasts = 'dated' and attribute in ('plan', 'event') then false
          else lasts <> 'passing' end),
    (case when is_inference and review is distinct from 'approved' then 8 when origin in ('user', 'api') then 0 else 4 end
      + case about when 'owner' then 0 when 'person' then 1 when 'thing' then 2 else 3 end),
    id desc)
  where is_latest and not is_forgotten;
drop index cell.memories_profile;

-- A profile as of a date also shows memories that were current then and are not now.
create index memories_past on cell.memories (shard, org, container, id) where not is_latest or is_forgotten;
