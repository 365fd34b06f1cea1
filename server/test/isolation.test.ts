import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChunkRecallQuery, recallStatement } from '../src/features/search/store.ts'
import { inBound } from '../src/platform/db/bound.ts'
import { openPool } from '../src/platform/db/pool.ts'
import type { Scope } from '../src/platform/db/scope.ts'
import { inScope, type Source, sendInScope, unscoped } from '../src/platform/db/tx.ts'
import { newId } from '../src/platform/lib/ids.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { insertionOf, readTables, type Table } from './sample-rows.ts'

/**
 * Tests the second lock: row-level security must hold when the application forgets its own predicates. Every statement here
 * runs in the application's role and selects all rows. Tables come from the catalog and their rows are generated from their
 * columns, so a new table is tested without a change to this file.
 */
const shard = 7
const ada = { org: newId(shard), containers: [newId(shard), newId(shard)] }
const bob = { org: newId(shard), containers: [newId(shard)] }
const adas: Scope = { org: ada.org }
const adasFirst: Scope = { org: ada.org, container: ada.containers[0] }

let database: TestDatabase
let app: Source
let maintenance: Source
let tables: Table[]

beforeAll(async () => {
  database = await createDatabase()
  app = {
    name: 'app',
    pool: openPool({ url: database.login, role: 'reverie_app', max: 1, name: 'isolation test' }),
  }
  maintenance = {
    name: 'maintenance',
    pool: openPool({ url: database.login, role: 'reverie_maintenance', max: 1, name: 'isolation test' }),
  }
  tables = await readTables(database.admin)
  await database.admin.query(everybodysRows())
})

afterAll(async () => {
  await Promise.all([app.pool.end(), maintenance.pool.end()])
  await database.drop()
})

test('as the owner, this test sees rows of both organizations in every table', async () => {
  expect(tables.length).toBeGreaterThanOrEqual(13)
  for (const { name } of tables) {
    expect(await ownersCount(name, { org: ada.org }), name).toBeGreaterThan(0)
    expect(await ownersCount(name, { org: bob.org }), name).toBeGreaterThan(0)
  }
})

test('row-level security is on and forced on every table, and nothing bypasses it', async () => {
  const { rows: locks } = await database.admin.query(
    `select relname as name, relkind::text as kind, relrowsecurity as enabled, relforcerowsecurity as forced from pg_class
      where relnamespace = 'cell'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') and not relispartition`,
  )
  // A view would run with the rights of its owner, whom row-level security does not bind.
  for (const lock of locks) expect(lock).toMatchObject({ kind: 'p', enabled: true, forced: true })
  const { rows: raised } = await database.admin.query<{ name: string; reachable: boolean; pinned: boolean }>(
    `select proname as name, has_function_privilege('reverie_app', oid, 'execute') as reachable,
            coalesce(proconfig::text like '%search_path=%', false) as pinned
       from pg_proc where pronamespace = 'cell'::regnamespace and prosecdef`,
  )
  // Functions with their owner's rights are only for maintenance, except those that compare the scope themselves (see below).
  // All have a fixed search path.
  const comparing = ['find_sought', 'seek_chunks', 'seek_memories', 'count_words']
  for (const each of raised)
    expect(each).toEqual({ name: each.name, reachable: comparing.includes(each.name), pinned: true })
})

test('the tables outside of row-level security name lanes, and hold nothing that a tenant wrote', async () => {
  const { rows } = await database.admin.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
       from information_schema.columns where table_schema = 'work' group by 1 order by 1`,
  )
  expect(rows).toEqual([
    { table: 'gate_waits', columns: ['gate', 'shard', 'org', 'container', 'lane', 'since'] },
    { table: 'gates', columns: ['name', 'code', 'reason', 'shut_at', 'probe_at', 'probes'] },
    { table: 'move_marks', columns: ['move', 'mark'] },
    { table: 'shard_moves', columns: ['shard', 'move', 'state', 'barrier'] },
    { table: 'turns', columns: ['id', 'org', 'lane', 'reading', 'yields', 'rank_at'] },
    { table: 'wakes', columns: ['seq', 'shard', 'org', 'container', 'lane'] },
    { table: 'wakes_later', columns: ['shard', 'org', 'container', 'lane', 'due_at'] },
  ])
  for (const { table } of rows)
    expect(await refusal(() => visible(maintenance, undefined, `delete from work.${table}`)), table).toBe(
      'permission denied',
    )
})

describe('without a scope', () => {
  test('no table shows a row', async () => {
    expect(await each(({ name }) => visible(app, undefined, `select from cell.${name}`))).toEqual(
      await each(() => 0),
    )
  })

  test('no row can be changed or deleted', async () => {
    expect(await each(({ name }) => changed(undefined, `update cell.${name} set org = org`))).toEqual(
      await each(() => 0),
    )
    expect(await each(({ name }) => changed(undefined, `delete from cell.${name}`))).toEqual(
      await each(() => 0),
    )
  })

  test('no row can be added', async () => {
    expect(
      await each(table => refusal(() => changed(undefined, insertion(table, ada.org, ada.containers[0]!)))),
    ).toEqual(await each(() => 'violates row-level security'))
  })

  test('a connection forgets the scope of its last transaction', async () => {
    const statement = 'select from cell.documents'
    expect(await visible(app, adas, statement)).toBeGreaterThan(0)
    expect(await visible(app, undefined, statement)).toBe(0)
    expect(await visible(app, adasFirst, statement)).toBe(1)
    expect(await visible(app, adas, statement)).toBe(2)
  })
})

test('a scope accepts only uuids', async () => {
  const hostile = [`${ada.org}'; set local reverie.org = '${bob.org}`, '', ada.org.toUpperCase()]
  for (const org of hostile)
    await expect(inScope(app, { org }, async () => 'ran')).rejects.toThrow('A scope is made of uuids')
  for (const container of hostile.filter(text => text !== ''))
    await expect(inScope(app, { org: ada.org, container }, async () => 'ran')).rejects.toThrow(
      'A scope is made of uuids',
    )
})

describe("in an organization's scope", () => {
  test('every table shows only its own rows', async () => {
    const own = await each(({ name }) => ownersCount(name, adas))
    expect(await each(({ name }) => visible(app, adas, `select * from cell.${name}`))).toEqual(own)
    expect(
      await each(({ name }) => visible(app, adas, `select * from cell.${name} where org = '${bob.org}'`)),
    ).toEqual(await each(() => 0))
  })

  test('updates and deletes without a predicate reach only its own rows', async () => {
    const own = await each(({ name }) => ownersCount(name, adas))
    expect(await each(({ name }) => changed(adas, `update cell.${name} set org = org`))).toEqual(own)
    expect(await each(({ name }) => changed(adas, `delete from cell.${name}`))).toEqual(own)
  })

  test('no row can be inserted into or moved to another organization', async () => {
    const refused = await each(() => 'violates row-level security')
    expect(
      await each(table => refusal(() => changed(adas, insertion(table, bob.org, bob.containers[0]!)))),
    ).toEqual(refused)
    expect(
      await each(({ name }) => refusal(() => changed(adas, `update cell.${name} set org = '${bob.org}'`))),
    ).toEqual(refused)
  })
})

describe("in a container's scope", () => {
  const eachWithContainer = <T>(ask: (table: Table) => Promise<T> | T) =>
    each(ask, table => table.hasContainer)

  test('every table with containers shows only that container', async () => {
    const own = await eachWithContainer(({ name }) => ownersCount(name, adasFirst))
    expect(
      await eachWithContainer(({ name }) => visible(app, adasFirst, `select * from cell.${name}`)),
    ).toEqual(own)
    expect(
      await eachWithContainer(({ name }) =>
        changed(adasFirst, `update cell.${name} set container = container`),
      ),
    ).toEqual(own)
    expect(await eachWithContainer(({ name }) => changed(adasFirst, `delete from cell.${name}`))).toEqual(own)
  })

  test('no row can be inserted into or moved to another container', async () => {
    const other = ada.containers[1]!
    const refused = await eachWithContainer(() => 'violates row-level security')
    expect(
      await eachWithContainer(table => refusal(() => changed(adasFirst, insertion(table, ada.org, other)))),
    ).toEqual(refused)
    expect(
      await eachWithContainer(({ name }) =>
        refusal(() => changed(adasFirst, `update cell.${name} set container = '${other}'`)),
      ),
    ).toEqual(refused)
  })

  test("a container of another organization shows no row, whatever the scope's organization", async () => {
    const crossed: Scope = { org: ada.org, container: bob.containers[0] }
    expect(
      await eachWithContainer(({ name }) => visible(app, crossed, `select * from cell.${name}`)),
    ).toEqual(await eachWithContainer(() => 0))
  })
})

describe('within the bound of a scoped key', () => {
  /** Every transaction names only the organization, like code that forgets the container. */
  const bounded = async <T>(work: () => Promise<T>, tag?: string): Promise<T> => {
    const first = await database.admin.query<{ tag: string }>(
      'select tag from cell.containers where container = $1',
      [ada.containers[0]],
    )
    return inBound({ org: ada.org, shard, tag: tag ?? first.rows[0]!.tag }, work)
  }

  /** These belong to the organization as a whole: counters, clocks, models, and stored answers. */
  const shared = ['embedding_sets', 'idempotency_keys', 'lane_clocks', 'organization_counters', 'usage_hours']

  test('every table shows, updates and deletes only rows of its container', async () => {
    const own = await each(({ name, hasContainer }) => {
      if (shared.includes(name)) return ownersCount(name, adas)
      if (hasContainer) return ownersCount(name, adasFirst)
      return name === 'erasures' ? 1 : 0
    })
    await database.admin.query('update cell.erasures set of_container = $1 where org = $2', [
      ada.containers[0],
      ada.org,
    ])
    // The triggers that note events for webhooks read which events are wanted, in transactions of every kind.
    const seen = { ...own, webhook_subscriptions: await ownersCount('webhook_subscriptions', adas) }
    await bounded(async () => {
      expect(await each(({ name }) => visible(app, adas, `select * from cell.${name}`))).toEqual(seen)
      expect(await each(({ name }) => changed(adas, `update cell.${name} set org = org`))).toEqual(own)
      expect(await each(({ name }) => changed(adas, `delete from cell.${name}`))).toEqual(own)
    })
  })

  test('no row can be added to another container', async () => {
    const other = ada.containers[1]!
    await bounded(async () => {
      const added = each(
        table => refusal(() => changed(adas, insertion(table, ada.org, other))),
        ({ hasContainer }) => hasContainer,
      )
      expect(new Set(Object.values(await added))).toEqual(new Set(['violates row-level security']))
    })
  })

  test('statements that are sent at once change only rows of its container', async () => {
    const at = new Date(2_000_000_000_000)
    const text = 'update cell.containers set updated_at = $1 where org = $2'
    await bounded(() => sendInScope(app, adas, [{ text, values: [at, ada.org] }]))
    const { rows } = await database.admin.query(
      'select container from cell.containers where updated_at = $1',
      [at],
    )
    expect(rows).toEqual([{ container: ada.containers[0] }])
  })

  test('a tag without a container shows no row, and no tag is read as SQL', async () => {
    for (const tag of ['nobody', `x'); select set_config('reverie.container', '', true); --`, "\\'", ''])
      await bounded(async () => {
        const seen = await each(
          ({ name }) => visible(app, adas, `select * from cell.${name}`),
          ({ hasContainer }) => hasContainer,
        )
        expect(new Set(Object.values(seen))).toEqual(new Set([0]))
      }, tag)
  })

  test('the bound of one organization does not affect transactions of another', async () => {
    const own = await each(({ name }) => ownersCount(name, { org: bob.org }))
    await bounded(async () => {
      expect(await each(({ name }) => visible(app, { org: bob.org }, `select * from cell.${name}`))).toEqual(
        own,
      )
    })
  })
})

describe("the application's role", () => {
  test('is bound by row-level security', async () => {
    const { rows } = await database.admin.query(
      `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcanlogin from pg_roles
        where rolname in ('reverie_app', 'reverie_backfill', 'reverie_maintenance', 'reverie_seeker') order by 1`,
    )
    const bound = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcanlogin: false }
    expect(rows).toEqual([
      { rolname: 'reverie_app', ...bound },
      { rolname: 'reverie_backfill', ...bound },
      { rolname: 'reverie_maintenance', ...bound },
      { rolname: 'reverie_seeker', ...bound },
    ])
    const { rows: owned } = await database.admin.query(
      `select relname from pg_class where pg_has_role('reverie_app', relowner, 'usage')
          or pg_has_role('reverie_maintenance', relowner, 'usage') or pg_has_role('reverie_seeker', relowner, 'usage')`,
    )
    expect(owned, 'what a role owns it can alter').toEqual([])
  })

  test('is the only role that the login can assume, and without it the login sees no row, table or schema', async () => {
    for (const { name } of tables)
      expect(
        await refusal(() => visible(app, adas, `set role none; select count(*) from cell.${name}`)),
        name,
      ).toBe('permission denied')
  })

  test('cannot be switched for a role that sees more', async () => {
    for (const statement of [
      'set role postgres',
      'set session authorization postgres',
      'set role reverie_seeker',
      'set role reverie_backfill',
    ])
      expect(await refusal(() => changed(adas, statement)), statement).toBe('permission denied')
  })

  test('cannot reach a partition by its own name', async () => {
    const { rows: partitions } = await database.admin.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'cell'::regnamespace and relispartition and relkind = 'r'`,
    )
    expect(partitions.length).toBeGreaterThanOrEqual(tables.length)
    for (const { name } of partitions)
      for (const statement of [`select from cell.${name}`, `delete from cell.${name}`])
        expect(await refusal(() => visible(app, adas, statement)), statement).toBe('permission denied')
  })

  test.each([
    'alter table cell.documents disable row level security',
    'alter table cell.documents no force row level security',
    'alter policy scope on cell.documents using (true)',
    'drop policy scope on cell.documents',
    'create policy open on cell.documents using (true)',
    'alter table cell.documents owner to reverie_app',
    'create view cell.everything as select * from cell.documents',
    'truncate cell.documents',
    `create or replace function cell.scope_org() returns uuid language sql return '${bob.org}'::uuid`,
  ])('cannot run: %s', async statement => {
    expect(await refusal(() => changed(adas, statement))).toMatch(/must be owner|permission denied/)
  })
})

describe('the maintenance role', () => {
  const granted = [
    ...['shard', 'org', 'container', 'id', 'lane', 'ordered_at', 'due_at', 'dream_since'],
    'tombstoned_at',
  ]

  test('sees only the keys of due documents, of every organization', async () => {
    await database.admin.query(`update cell.documents set due_at = now() where container = any($1)`, [
      [ada.containers[0], bob.containers[0]],
    ])
    const select = `select ${granted.join(', ')} from cell.documents`
    expect(await visible(maintenance, undefined, select)).toBe(2)
    const columns = tables.find(({ name }) => name === 'documents')!.columns.map(({ name }) => name)
    for (const column of columns.filter(name => !granted.includes(name)))
      expect(
        await refusal(() => visible(maintenance, undefined, `select ${column} from cell.documents`)),
        column,
      ).toBe('permission denied')
  })

  /** Tables whose expired rows the role deletes. */
  const ages = {
    embedding_cache: 'created_at',
    idempotency_keys: 'created_at',
    llm_answers: 'created_at',
    llm_calls: 'created_at',
    erasures: 'created_at',
    attempts: 'started_at',
    request_log: 'at',
    archive_parts: 'created_at',
    sync_runs: 'completed_at',
    connection_grants: 'expires_at',
  }
  const aging = Object.keys(ages)
  /** Receipts that the journal lacks are found by their keys. */
  const keys: Record<string, string[]> = { erasures: ['shard', 'org', 'id', 'journaled_at'] }

  test.each(Object.entries(ages))(
    'sees only the age of rows in %s, and keys of receipts',
    async (table, age) => {
      if (table === 'sync_runs') await database.admin.query('update cell.sync_runs set completed_at = now()')
      if (table === 'connection_grants')
        await database.admin.query(`update cell.connection_grants set expires_at = now() - interval '1 day'`)
      if (table === 'erasures') await database.admin.query('update cell.erasures set finished_at = now()')
      expect(await visible(maintenance, undefined, `select ${age} from cell.${table}`)).toBeGreaterThan(1)
      const columns = tables.find(({ name }) => name === table)!.columns.map(({ name }) => name)
      const hidden = columns.filter(name => name !== age && !keys[table]?.includes(name))
      for (const column of ['*', ...hidden])
        expect(
          await refusal(() => visible(maintenance, undefined, `select ${column} from cell.${table}`)),
          column,
        ).toBe('permission denied')
    },
  )

  test('sees a receipt of a deletion that has not ended only while the journal lacks it', async () => {
    await database.admin.query('update cell.erasures set finished_at = null, journaled_at = now()')
    expect(await visible(maintenance, undefined, 'select created_at from cell.erasures')).toBe(0)
    await database.admin.query('update cell.erasures set journaled_at = null')
    expect(await visible(maintenance, undefined, 'select id from cell.erasures')).toBeGreaterThan(1)
    expect(await changedBy(maintenance, 'delete from cell.erasures')).toBe(0)
  })

  test('sees the keys of deleted documents once they are purged', async () => {
    const select = 'select id from cell.documents where tombstoned_at is not null'
    const set = (columns: string) =>
      database.admin.query(`update cell.documents set ${columns} where container = $1`, [ada.containers[0]])
    await set('tombstoned_at = now(), due_at = null, dream_since = null')
    expect(await visible(maintenance, undefined, select)).toBe(1)
    await set('tombstoned_at = null')
    expect(await visible(maintenance, undefined, select)).toBe(0)
  })

  /** Tables in which the role sees the keys of unfinished rows. */
  const unfinished = [
    {
      name: 'containers',
      columns: ['deleted_at', 'chunks', 'active_set'],
      begin: 'deleted_at = now()',
      end: 'deleted_at = null, chunks = 8000',
    },
    {
      name: 'containers',
      columns: ['deleted_at', 'chunks', 'active_set'],
      begin: 'chunks = 8001',
      end: 'chunks = 0',
    },
    { name: 'merges', columns: ['finished_at'], begin: 'finished_at = null', end: 'finished_at = now()' },
    { name: 'embedding_builds', columns: ['done_at'], begin: 'done_at = null', end: 'done_at = now()' },
    { name: 'memories', columns: ['dream_since'], begin: 'dream_since = now()', end: 'dream_since = null' },
    { name: 'chunk_terms', columns: ['sought'], begin: 'sought = false', end: 'sought = true' },
    {
      name: 'revisions',
      columns: ['document', 'tidy_at'],
      begin: 'tidy_at = now()',
      end: 'tidy_at = null',
    },
  ]

  test.each(unfinished)('sees only the keys of unfinished rows in $name', async each => {
    const { name, columns: shown, begin, end } = each
    await database.admin.query(`update cell.${name} set ${end}`)
    const select = `select shard, org, container, ${shown.join(', ')} from cell.${name}`
    expect(await visible(maintenance, undefined, select)).toBe(0)
    await database.admin.query(`update cell.${name} set ${begin} where container = $1`, [ada.containers[0]])
    expect(await visible(maintenance, undefined, select)).toBe(1)
    await database.admin.query(`update cell.${name} set ${end}`)
    const columns = tables.find(table => table.name === name)!.columns.map(each => each.name)
    for (const other of columns.filter(each => !['shard', 'org', 'container', ...shown].includes(each)))
      expect(
        await refusal(() => visible(maintenance, undefined, `select ${other} from cell.${name}`)),
        other,
      ).toBe('permission denied')
  })

  test('sees which webhooks have something to send, the age of deliveries that have ended, and nothing else of them', async () => {
    const set = (value: string) =>
      database.admin.query(`update cell.webhook_deliveries set due_at = ${value}`)
    await set('null')
    const select = 'select shard, org, endpoint, due_at, created_at from cell.webhook_deliveries'
    const ended = await visible(maintenance, undefined, select)
    expect(ended).toBeGreaterThan(1)
    await set('now()')
    expect(await visible(maintenance, undefined, select)).toBe(ended)
    expect(await changedBy(maintenance, 'delete from cell.webhook_deliveries')).toBe(0)
    await set('null')
    expect(await changedBy(maintenance, 'delete from cell.webhook_deliveries')).toBe(ended)
    for (const refused of [
      'data from cell.webhook_deliveries',
      'events from cell.webhook_subscriptions',
      'container_tags from cell.webhook_subscriptions',
      'url from cell.webhook_endpoints',
    ])
      expect(await refusal(() => visible(maintenance, undefined, `select ${refused}`)), refused).toBe(
        'permission denied',
      )
  })

  test('sees the size of large organizations and the vector length of embedding sets, and nothing else of them', async () => {
    const select = 'select shard, org, chunks from cell.organization_counters'
    await database.admin.query('update cell.organization_counters set chunks = 1000')
    expect(await visible(maintenance, undefined, select)).toBe(0)
    await database.admin.query('update cell.organization_counters set chunks = 1001 where org = $1', [
      ada.org,
    ])
    expect(await visible(maintenance, undefined, select)).toBeGreaterThan(0)
    for (const refused of ['documents from cell.organization_counters', 'model from cell.embedding_sets'])
      expect(await refusal(() => visible(maintenance, undefined, `select ${refused}`))).toBe(
        'permission denied',
      )
  })

  test('sees the keys, the state and the age of exports and imports, and can only delete them', async () => {
    const shown = ['shard', 'org', 'id', 'status', 'leased_until', 'created_at']
    const columns = tables.find(({ name }) => name === 'archive_jobs')!.columns.map(({ name }) => name)
    for (const column of columns) {
      const seen = refusal(() => visible(maintenance, undefined, `select ${column} from cell.archive_jobs`))
      expect(await seen, column).toBe(shown.includes(column) ? 'allowed' : 'permission denied')
    }
    for (const statement of [
      'insert into cell.archive_jobs default values',
      'update cell.archive_jobs set org = org',
    ])
      expect(await refusal(() => visible(maintenance, undefined, statement)), statement).toBe(
        'permission denied',
      )
  })

  test('sees when connections are due, and nothing of what they import', async () => {
    const shown = ['shard', 'org', 'id', 'state', 'asked', 'current_run', 'next_run_at', 'leased_until']
    const columns = tables.find(({ name }) => name === 'connections')!.columns.map(({ name }) => name)
    for (const column of columns) {
      const seen = refusal(() => visible(maintenance, undefined, `select ${column} from cell.connections`))
      expect(await seen, column).toBe(shown.includes(column) ? 'allowed' : 'permission denied')
    }
  })

  test('reads no other table and writes only its own', async () => {
    const sizes = ['organization_counters', 'embedding_sets', 'webhook_subscriptions', 'connections']
    const readable = ['documents', ...sizes, ...unfinished.map(({ name }) => name)]
    const own = ['vector_indexes', 'organization_indexes', 'archive_jobs', 'webhook_deliveries']
    const closed = tables.filter(({ name }) => ![...aging, ...own].includes(name))
    for (const { name } of closed) {
      const statements = [`insert into cell.${name} default values`, `delete from cell.${name}`]
      if (!readable.includes(name)) statements.push(`select from cell.${name}`)
      for (const statement of [...statements, `update cell.${name} set org = org`])
        expect(await refusal(() => visible(maintenance, undefined, statement)), statement).toBe(
          'permission denied',
        )
    }
  })
})

test('the role of backfills sees every row of every table', async () => {
  const seen = await each(async ({ name }) => {
    const client = await database.admin.connect()
    try {
      await client.query('begin; set local role reverie_backfill')
      return (await client.query(`select from cell.${name}`)).rowCount
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
  const all = await each(
    async ({ name }) => (await database.admin.query(`select from cell.${name}`)).rowCount,
  )
  expect(seen).toEqual(all)
})

describe('the role that looks up words', () => {
  const find = (org: string, container: string) =>
    `select * from cell.find_sought(${shard}::smallint, '${org}', '${container}', '{1}', '{1:1}/4')`

  beforeAll(() => database.admin.query('update cell.chunk_terms set sought = true'))

  test('finds words in the scope', async () => {
    for (const container of ada.containers) expect(await visible(app, adas, find(ada.org, container))).toBe(1)
    expect(await visible(app, adasFirst, find(ada.org, ada.containers[0]!))).toBe(1)
  })

  test('finds nothing without a scope or outside it', async () => {
    expect(await visible(app, undefined, find(ada.org, ada.containers[0]!))).toBe(0)
    expect(await visible(app, adas, find(bob.org, bob.containers[0]!))).toBe(0)
    expect(await visible(app, adas, find(ada.org, bob.containers[0]!))).toBe(0)
    expect(await visible(app, adas, find(bob.org, ada.containers[0]!))).toBe(0)
    expect(await visible(app, adasFirst, find(ada.org, ada.containers[1]!))).toBe(0)
  })

  const inOrganization = (org: string) => ({
    seek_chunks: `select * from cell.seek_chunks(${shard}::smallint, '${org}', '{1}', '{}', '{1:1}/4', 9)`,
    seek_memories: `select * from cell.seek_memories(${shard}::smallint, '${org}', '{}', '{1}', '{1:1}/4', 9)`,
    count_words: `select * from cell.count_words(${shard}::smallint, '${org}', 'chunks', '{1}', 9)`,
  })

  test.each(['seek_chunks', 'seek_memories', 'count_words'] as const)(
    '%s finds words in the whole organization of the scope and in nothing less',
    async name => {
      expect(await visible(app, adas, inOrganization(ada.org)[name])).toBeGreaterThan(0)
      expect(await visible(app, undefined, inOrganization(ada.org)[name])).toBe(0)
      expect(await visible(app, adas, inOrganization(bob.org)[name])).toBe(0)
      expect(await visible(app, adasFirst, inOrganization(ada.org)[name])).toBe(0)
      expect(await refusal(() => visible(maintenance, undefined, inOrganization(ada.org)[name]))).toBe(
        'permission denied',
      )
    },
  )

  test('can be used only by the application, and reads only terms', async () => {
    expect(await refusal(() => visible(maintenance, undefined, find(ada.org, ada.containers[0]!)))).toBe(
      'permission denied',
    )
    const { rows: rights } = await database.admin.query(
      `select distinct table_name, privilege_type from information_schema.role_table_grants where grantee = 'reverie_seeker'`,
    )
    expect(new Set(rights)).toEqual(
      new Set(['chunk_terms', 'memory_terms'].map(name => ({ table_name: name, privilege_type: 'SELECT' }))),
    )
    const { rows: roles } = await database.admin.query(
      `select from pg_roles where rolname in ('reverie_app', 'reverie_maintenance') and pg_has_role(oid, 'reverie_seeker', 'member')`,
    )
    expect(roles).toEqual([])
  })
})

describe('the row-level security policy in a search', () => {
  const set = 1

  beforeAll(async () => {
    // Rows as wide as real ones, because the planner compares the size of the table with the size of its index.
    for (const { org, containers } of [ada, bob])
      for (const container of containers)
        await database.admin.query(
          `insert into cell.chunk_vectors (shard, org, container, embedding_set, document, position, embedding)
           select $1, $2, $3, $4, gen_random_uuid(), n, array_fill(1, array[384])::vector::halfvec from generate_series(1, 3000) n`,
          [shard, org, container, set],
        )
    await database.admin.query('vacuum analyze cell.chunk_vectors')
  })

  test.each(['exact', 'quantised'] as const)(
    'uses its bounds as index conditions on the %s path, never as a filter on each row',
    async path => {
      const scans = await explainRecall({
        scope: { org: ada.org, shards: [shard], containers: [ada.containers[0]!], document: undefined },
        plan: { path, candidates: 200, perArm: 60 },
        dense: { set, vector: `[${Array(384).fill(1)}]` },
        lexical: undefined,
      })
      expect(scans.length).toBeGreaterThan(0)
      for (const scan of scans) {
        expect(scan.Filter ?? 'none').not.toMatch(/current_setting|scope_/)
        expect(scan['Index Cond'] ?? scan['Recheck Cond']).toMatch(
          /container >= .*'reverie\.container'.*container <= .*'reverie\.container'/,
        )
      }
    },
  )
})

type PlanNode = {
  Plan?: PlanNode
  Plans?: PlanNode[]
  'Relation Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Filter?: string
}

/** The plan of the application's own statement on the partition with the vectors. */
async function explainRecall(query: ChunkRecallQuery): Promise<PlanNode[]> {
  return inScope(app, adas, async db => {
    const { sql: text, parameters } = recallStatement(query).compile(db)
    const explain = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters])
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': PlanNode[] }>(explain)
    const nodes = (node: PlanNode): PlanNode[] => [
      node,
      ...[node.Plan ?? [], node.Plans ?? []].flat().flatMap(nodes),
    ]
    return rows[0]!['QUERY PLAN'].flatMap(nodes).filter(node => node['Relation Name'] === 'chunk_vectors_0')
  })
}

const insertion = (table: Table, org: string, container: string): string =>
  insertionOf(table, {
    shard: `${shard}`,
    org: `'${org}'`,
    ...(table.hasContainer && { container: `'${container}'` }),
  })

/** A row of each container in every table, or of each organization in tables without containers. */
function everybodysRows(): string {
  const owners = [ada, bob].flatMap(({ org, containers }) =>
    containers.map(container => ({ org, container })),
  )
  const rows = tables.flatMap(table => {
    const once = table.hasContainer
      ? owners
      : owners.filter(({ container }) => container !== ada.containers[1])
    return once.map(({ org, container }) => insertion(table, org, container))
  })
  // The triggers that update counters would insert rows of their own.
  return ['begin', 'set local session_replication_role = replica', ...rows, 'commit'].join(';\n')
}

/** Runs the same statement on every table. Returns the results by table, so a failed comparison names the tables. */
async function each<T>(
  ask: (table: Table) => Promise<T> | T,
  which: (table: Table) => boolean = () => true,
): Promise<Record<string, T>> {
  const answers: Record<string, T> = {}
  for (const table of tables.filter(which)) answers[table.name] = await ask(table)
  return answers
}

/** The number of rows that the owner sees. */
async function ownersCount(table: string, { org, container }: Scope): Promise<number> {
  const { rows } = await database.admin.query<{ count: number }>(
    `select count(*)::int as count from cell.${table} where org = $1 ${container ? 'and container = $2' : ''}`,
    container ? [org, container] : [org],
  )
  return rows[0]!.count
}

const transact = (source: Source, scope: Scope | undefined) =>
  scope ? inScope.bind(undefined, source, scope) : unscoped.bind(undefined, source)

async function visible(source: Source, scope: Scope | undefined, statement: string): Promise<number> {
  return transact(
    source,
    scope,
  )(async db => (await sql.raw(statement).execute(db)).rows.length) as Promise<number>
}

class Undo extends Error {}

/** The number of rows that a statement affects. The transaction is rolled back. */
const changed = (scope: Scope | undefined, statement: string) => changedBy(app, statement, scope)

async function changedBy(source: Source, statement: string, scope?: Scope): Promise<number> {
  let rows = 0n
  const work = transact(
    source,
    scope,
  )(async db => {
    rows = (await sql.raw(statement).execute(db)).numAffectedRows ?? 0n
    throw new Undo()
  })
  await work.catch(error => {
    if (!(error instanceof Undo)) throw error
  })
  return Number(rows)
}

/** The database's error message without names, or a note that it did not refuse. */
async function refusal(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'allowed'
  } catch (error) {
    const { message } = error as Error
    return /violates row-level security|permission denied|must be owner/.exec(message)?.[0] ?? message
  }
}
