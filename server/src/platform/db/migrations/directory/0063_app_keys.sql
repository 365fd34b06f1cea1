-- Keys that the log-in page of a plugin has made. `person` gave the access and lends it their role: such a key may do what
-- the lower of `role` and the person's own role allows, and nothing once the person has left the organization.
alter table directory.keys add column if not exists client text;
alter table directory.keys add column if not exists person text;
alter table directory.keys add column if not exists role text;
