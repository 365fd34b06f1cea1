-- How a memory was judged when its fact was read: whose fact it is, which attribute it gives, and for how long it holds. The
-- profile is ordered by it, and search prefers what is about the owner. Null: not judged, or written before this migration.
alter table cell.memories
  add column about text,
  add column attribute text,
  add column lasts text;
