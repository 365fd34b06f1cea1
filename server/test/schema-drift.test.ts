import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dumpSchema } from '../src/platform/db/dump-schema.ts'
import { createDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase
let migrated: string
beforeAll(async () => {
  database = await createDatabase()
  migrated = await dumpSchema(database.admin)
})
afterAll(() => database.drop())

test('schema.sql says what the migrations make (otherwise: UPDATE_SCHEMA=1 npm test -- schema-drift)', () => {
  const path = join(import.meta.dirname, '../src/platform/db/schema.sql')
  if (process.env.UPDATE_SCHEMA) writeFileSync(path, migrated)
  expect(readFileSync(path, 'utf8')).toBe(migrated)
})

test.each([
  ['a column', 'alter table cell.documents add column extra text'],
  ['a type', 'alter table cell.containers alter column pending type integer'],
  ['a default', 'alter table cell.documents alter column lane set default 1'],
  ['not null', 'alter table cell.documents alter column size drop not null'],
  ['a generated column', 'alter table cell.chunk_vectors alter column code drop expression'],
  ['a check', 'alter table directory.shards drop constraint shards_shard_check'],
  ['a foreign key', 'alter table directory.keys drop constraint keys_org_fkey'],
  ['an index', 'drop index cell.documents_work'],
  ['a table', 'create table cell.extra (shard smallint)'],
  ['a table that a crash empties', 'alter table directory.settings set unlogged'],
  ['a view', 'create view cell.extra as select 1 as one'],
  [
    'a function',
    `create or replace function cell.scope_org() returns uuid stable language sql return null::uuid`,
  ],
  ['a function that runs as its owner', 'alter function cell.count_documents() security definer'],
  ['an enum', "create type cell.extra as enum ('a')"],
  ['a trigger', 'drop trigger count_updated on cell.documents'],
  ['a trigger switched off', 'alter table cell.documents disable trigger count_updated'],
  ['row-level security off', 'alter table cell.documents disable row level security'],
  ['row-level security not forced', 'alter table cell.documents no force row level security'],
  ['a policy dropped', 'drop policy scope on cell.documents'],
  ['a policy loosened', 'alter policy scope on cell.documents using (true)'],
  ['a policy for another role', 'alter policy scope on cell.documents to public'],
  ['a right on a table', 'grant select on cell.chunks to reverie_maintenance'],
  ['a right on a column', 'grant select (title) on cell.documents to reverie_maintenance'],
  ['a right on a schema', 'grant create on schema cell to reverie_app'],
  ['a right on a function', 'revoke execute on function cell.create_partitions from public'],
])('the dump notices %s', async (_, change) => {
  const client = await database.admin.connect()
  try {
    await client.query(`begin; ${change}`)
    expect(await dumpSchema(client)).not.toBe(migrated)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
