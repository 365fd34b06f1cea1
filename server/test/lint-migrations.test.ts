import { expect, test } from 'vitest'
import { lintAll, lintMigration } from './lint-migrations.ts'

// In CI this is a step of its own. From here, with a gigabyte in memory, each start of squawk took 0.2 s.
test.skipIf(process.env.CI)('every migration can run under traffic', () => {
  expect(lintAll()).toEqual([])
})

const rulesOf = (sql: string) => lintMigration('0900_next', sql).map(({ rule }) => rule)

test.each([
  [
    'an index that blocks writes',
    'create index a on cell.documents (title);',
    'require-concurrent-index-creation',
  ],
  [
    'a column that rewrites the table',
    'alter table cell.documents add column a text generated always as (left(title, 9)) stored;',
    'adding-field-with-default',
  ],
  ['a column that is dropped', 'alter table cell.documents drop column title;', 'ban-drop-column'],
  ['a column that is renamed', 'alter table cell.documents rename column title to a;', 'renaming-column'],
  [
    'a type that changes',
    'alter table cell.documents alter column size type bigint;',
    'changing-column-type',
  ],
  [
    'a check that reads the table',
    'alter table cell.documents add constraint a check (size > 0);',
    'constraint-missing-not-valid',
  ],
  ['a function that is dropped', 'drop function cell.count_up();', 'expand-only'],
  ['an update in a transaction', `update cell.documents set title = 'a';`, 'no-data-in-transaction'],
  ['an update in a step', `-- online\n-- step\nupdate cell.documents set title = 'a';`, 'backfill-by-pages'],
  [
    'two tables in one transaction',
    'alter table cell.documents add column a text;\nalter table cell.memories add column a text;',
    'one-table-per-transaction',
  ],
  [
    'triggers that a loop creates in one transaction',
    `do $$ begin execute format('create trigger a after update on cell.%I', 'documents'); end $$;`,
    'no-dynamic-ddl-in-transaction',
  ],
  [
    'a step of two statements',
    '-- online\n-- step\ngrant usage on schema cell to a; grant usage on schema cell to b;',
    'one-statement-per-step',
  ],
  [
    'a step that fails when it runs again',
    '-- online\n-- step\nalter table cell.documents add column a text;',
    'prefer-robust-stmts',
  ],
])('the rules notice %s', (_, sql, rule) => {
  expect(rulesOf(sql)).toContain(rule)
})

test.each([
  [
    'a new table with its indexes',
    'create table cell.a (shard smallint not null);\ncreate index a_shard on cell.a (shard);',
  ],
  [
    'a new column',
    'alter table cell.documents add column a text, add column b boolean not null default false;',
  ],
  [
    'an index of its own step',
    '-- online\n-- step\ncreate index concurrently if not exists a on cell.documents (title);',
  ],
  [
    'a backfill',
    `-- online\n-- step: backfill cell.documents\nupdate cell.documents d set a = 1 where d.shard >= $1 and d.shard < $2 and d.ctid >= $3 and d.ctid < $4;`,
  ],
])('the rules allow %s', (_, sql) => {
  expect(rulesOf(sql)).toEqual([])
})
