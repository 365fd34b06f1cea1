import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createDatabase, serverUrl } from '../../../test/database.ts'
import { until } from '../../../test/harness.ts'
import { createOrganization } from '../../features/keys/create-organization.ts'
import { newId } from '../lib/ids.ts'
import type { CellAddress } from './addresses.ts'
import { checkEngine, EngineError, inspectEngine } from './check-engine.ts'
import { dumpSchema } from './dump-schema.ts'
import { type AppliedMigration, migrate, pendingMigrations } from './migrate.ts'
import { moveDirectory } from './migrating/move-directory.ts'

const leftovers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  await Promise.all(leftovers.map(remove => remove()))
})

type TestDatabase = { url: string; admin: pg.Pool }

/** A database without tables, because the tests' template is already migrated. */
async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = `reverie_test_${process.pid}_${randomBytes(4).toString('hex')}`
  const server = new pg.Pool({ connectionString: serverUrl, max: 1 })
  await server.query(`create database ${name}`)
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const admin = new pg.Pool({ connectionString: url, max: 2 })
  admin.on('error', () => undefined)
  leftovers.push(async () => {
    await admin.end()
    await server.query(`drop database ${name} with (force)`)
    await server.end()
  })
  return { url, admin }
}

async function createMigratedDatabase(): Promise<TestDatabase> {
  const database = await createDatabase()
  leftovers.push(() => database.drop())
  return database
}

const apply = (cells: CellAddress[], partitions = 1): Promise<AppliedMigration[]> =>
  migrate(cells, { partitions })

const alone = ({ url }: TestDatabase): CellAddress[] => [{ name: 'main', url }]

const together = (...databases: TestDatabase[]): CellAddress[] =>
  databases.map(({ url }, index) => ({ name: ['main', 'second', 'third'][index]!, url }))

/** Reads the directory's map from shard to cell. */
async function readShards({ admin }: TestDatabase): Promise<string[]> {
  const { rows } = await admin.query<{ shard: number; cell: string }>(
    'select shard, cell from directory.shards order by shard',
  )
  expect(rows.map(({ shard }) => shard)).toEqual(Array.from({ length: 1024 }, (_, shard) => shard))
  return rows.map(({ cell }) => cell)
}

const countOf = (cells: string[], name: string) => cells.filter(cell => cell === name).length

describe('an empty database', () => {
  test('can be migrated by several processes at once: one does the work and none fails', async () => {
    const database = await createEmptyDatabase()
    expect(await pendingMigrations(database.admin, 'cell')).toContain('0001_scope')
    const runs = await Promise.all([1, 2, 3].map(() => apply(alone(database), 4)))
    const applied = runs.flat().map(({ part, name }) => `${part}/${name}`)
    expect(new Set(applied).size).toBe(applied.length)
    expect(applied).toContain('directory/0001_directory')
    for (const part of ['directory', 'cell'] as const)
      expect(await pendingMigrations(database.admin, part)).toEqual([])
    expect(countOf(await readShards(database), 'main')).toBe(1024)
  })

  test('ends with the same schema whatever its number of partitions', async () => {
    const [few, many] = await Promise.all([createEmptyDatabase(), createEmptyDatabase()])
    await Promise.all([apply(alone(few), 1), apply(alone(many), 16)])
    expect(await dumpSchema(many.admin)).toBe(await dumpSchema(few.admin))
    expect(await countPartitions(few)).toEqual([1])
    expect(await countPartitions(many)).toEqual([16])
    // A second run with another number changes nothing: partitions are created once, with their tables.
    await apply(alone(few), 16)
    expect(await countPartitions(few)).toEqual([1])
  })

  test('has a partition for every shard, even when their number does not divide 1,024', async () => {
    const database = await createEmptyDatabase()
    await apply(alone(database), 3)
    expect(await countPartitions(database)).toEqual([3])
    await database.admin.query(
      'insert into cell.lane_clocks select shard, gen_random_uuid(), now() from generate_series(0, 1023) shard',
    )
    const { rows } = await database.admin.query(
      'select count(*)::int as rows from cell.lane_clocks group by tableoid order by 1',
    )
    expect(rows.map(({ rows }) => rows)).toEqual([341, 341, 342])
  })
})

/** Lists the distinct partition counts of the cell's tables that are partitioned by shard. */
async function countPartitions({ admin }: TestDatabase): Promise<number[]> {
  const { rows } = await admin.query<{ partitions: number }>(
    `select distinct (select count(*)::int from pg_inherits where inhparent = c.oid) as partitions
       from pg_class c where relnamespace = 'cell'::regnamespace and relkind = 'p' and pg_get_partkeydef(oid) = 'RANGE (shard)'`,
  )
  return rows.map(({ partitions }) => partitions)
}

describe('a migrated database', () => {
  test('is left unchanged by a second run', async () => {
    const database = await createMigratedDatabase()
    const before = await dumpSchema(database.admin)
    expect(await apply(alone(database))).toEqual([])
    expect(await dumpSchema(database.admin)).toBe(before)
  })

  test('vacuums the queue and the busiest tables before a fifth of them is dead', async () => {
    const database = await createMigratedDatabase()
    await apply(alone(database))
    const { rows } = await database.admin.query<{ name: string; options: string }>(
      `select coalesce(i.inhparent::regclass, c.oid::regclass)::text as name, array_to_string(c.reloptions, ' ') as options
         from pg_class c left join pg_inherits i on i.inhrelid = c.oid
        where c.relkind = 'r' and c.relnamespace in ('cell'::regnamespace, 'work'::regnamespace)`,
    )
    const optionsOf = (table: string) =>
      rows.filter(({ name }) => name === table).map(({ options }) => options)
    for (const table of ['containers', 'organization_counters', 'lane_clocks', 'term_counts', 'attempts'])
      for (const options of optionsOf(`cell.${table}`))
        expect(options, table).toContain('autovacuum_vacuum_scale_factor=0.02')
    expect(optionsOf('work.wakes')).toEqual([
      expect.stringContaining('autovacuum_vacuum_scale_factor=0 autovacuum_vacuum_threshold=1000'),
    ])
  })

  test('refuses a build whose migrations were edited after they ran, and names the migration', async () => {
    const database = await createMigratedDatabase()
    await database.admin.query(
      `update public.reverie_migrations set checksum = 'of another text' where part = 'cell' and name like '0003%'`,
    )
    await expect(apply(alone(database))).rejects.toThrow(
      /^Migration cell\/0003_\w+ was changed after it ran\. Add a new migration instead\.$/,
    )
  })

  test('marks documents that failed while dreaming as failed, once it is up to date', async () => {
    const database = await createMigratedDatabase()
    await takeBackOutcomes(database)
    const ids = await insertOldDocuments(database)
    expect((await apply(alone(database))).map(({ name }) => name)).toEqual(['0040_dreaming_outcomes'])
    const { rows } = await database.admin.query<{ id: string }>(
      'select id, dreaming_status, dream_error_code, title, dream_since is not null as waits from cell.documents',
    )
    const row = (id: string) => rows.find(each => each.id === id)
    const failed = { dreaming_status: 'failed', waits: false }
    expect(row(ids.unread)).toMatchObject({ ...failed, dream_error_code: null, title: 'scan.pdf' })
    expect(row(ids.undreamed)).toMatchObject({ ...failed, dream_error_code: 'dream.bad_response' })
    expect(row(ids.dreamedBefore)).toMatchObject({ dreaming_status: 'done', waits: false })
    expect(row(ids.overlooked)).toMatchObject({ dreaming_status: 'dreaming', waits: true })
    expect(row(ids.rag)).toMatchObject({ dreaming_status: 'done', waits: false })
    expect(row(ids.queued)).toMatchObject({ dreaming_status: 'dreaming', waits: false })
  })

  test('keeps nothing of a migration that fails, and applies it at the next run', async () => {
    const database = await createMigratedDatabase()
    await database.admin.query(`delete from public.reverie_migrations where name = '0001_scope'`)
    const before = await dumpSchema(database.admin)
    await expect(apply(alone(database))).rejects.toThrow('schema "cell" already exists')
    expect(await pendingMigrations(database.admin, 'cell')).toEqual(['0001_scope'])
    expect(await dumpSchema(database.admin)).toBe(before)
  })
})

/** Restores a database as it was before the outcome of dreaming was stored. */
async function takeBackOutcomes({ admin }: TestDatabase): Promise<void> {
  await admin.query(`
    delete from public.reverie_migrations where name = '0040_dreaming_outcomes';
    drop trigger note_change on cell.documents;
    drop trigger settle_change on cell.documents;
    alter table cell.revisions drop column reread;
    alter table cell.documents drop column dream_outcome, drop column dream_memories, drop column dream_setting,
      drop column dream_error_code, drop column dream_error_message, drop column dream_fence,
      drop constraint documents_dreaming_status_check,
      add constraint documents_dreaming_status_check check (dreaming_status in ('dreaming', 'done'))`)
}

/** Inserts a document in each state that the migration corrects, and one that it leaves unchanged. */
async function insertOldDocuments({ admin }: TestDatabase) {
  const [org, container] = [newId(1), newId(1)]
  await admin.query(
    `insert into cell.containers (shard, org, container, tag, active_set) values (1, $1, $2, 'old', 1)`,
    [org, container],
  )
  const insert = async (fields: Record<string, unknown>, fileName: string | null = null): Promise<string> => {
    const id = newId(1)
    const row = {
      status: 'done',
      dreaming_status: 'dreaming',
      task_type: 'memory',
      error_code: null,
      dreamed_revision: 0,
    }
    const { status, dreaming_status, task_type, error_code, dreamed_revision } = { ...row, ...fields }
    await admin.query(
      `insert into cell.documents (shard, org, container, id, container_tags, size, ordered_at, created_at, status, dreaming_status,
         task_type, error_code, dreamed_revision) values (1, $1, $2, $3, '{old}', 1, now(), now(), $4, $5, $6, $7, $8)`,
      [org, container, id, status, dreaming_status, task_type, error_code, dreamed_revision],
    )
    await admin.query(
      `insert into cell.revisions (shard, org, container, document, revision, content, content_hash, blob_key, file_name, file_type)
       values (1, $1, $2, $3, 1, '', '', $4, $4, $4)`,
      [org, container, id, fileName],
    )
    return id
  }
  return {
    unread: await insert({ status: 'failed', error_code: 'extract.malformed' }, 'scan.pdf'),
    undreamed: await insert({ status: 'failed', error_code: 'dream.bad_response' }),
    dreamedBefore: await insert({ status: 'failed', error_code: 'fetch.timeout', dreamed_revision: 1 }),
    overlooked: await insert({}),
    rag: await insert({ task_type: 'rag' }),
    queued: await insert({ status: 'queued' }),
  }
}

describe('shards', () => {
  test('are shared evenly among the cells of a new installation', async () => {
    const [main, second] = await Promise.all([createEmptyDatabase(), createEmptyDatabase()])
    const applied = await apply(together(main, second))
    const shards = await readShards(main)
    expect(countOf(shards, 'main')).toBe(512)
    expect(countOf(shards, 'second')).toBe(512)
    // Only the first cell holds the directory.
    expect(applied.filter(({ part }) => part === 'directory').every(({ cell }) => cell === 'main')).toBe(true)
    expect(await pendingMigrations(second.admin, 'cell')).toEqual([])
    const absent = await second.admin.query(`select to_regnamespace('directory') as directory`)
    expect(absent.rows).toEqual([{ directory: null }])
  })

  test('go to no cell that could not be migrated', async () => {
    const main = await createMigratedDatabase()
    await apply(alone(main))
    const missing = Object.assign(new URL(main.url), { pathname: '/reverie_test_missing' }).href
    await expect(apply([...alone(main), { name: 'second', url: missing }])).rejects.toThrow('does not exist')
    expect(countOf(await readShards(main), 'main')).toBe(1024)
  })

  test('that hold an organization stay when a cell joins, and the others are shared out again', async () => {
    const [main, second] = await Promise.all([createMigratedDatabase(), createEmptyDatabase()])
    await apply(alone(main))
    for (const homeShard of [1, 3, 1023])
      await createOrganization(
        { name: 'directory', pool: main.admin },
        { name: `Lives on ${homeShard}`, homeShard },
      )
    await apply(together(main, second))
    const shards = await readShards(main)
    expect([1, 3, 1023].map(shard => shards[shard])).toEqual(['main', 'main', 'main'])
    expect(countOf(shards, 'second')).toBe(512 - 3)
  })

  test('do not move when no cell joins, nor while an organization is spread over all of them', async () => {
    const [main, second] = await Promise.all([createMigratedDatabase(), createEmptyDatabase()])
    await apply(alone(main))
    await createOrganization({ name: 'directory', pool: main.admin }, { name: 'Spread', spread: true })
    await apply(together(main, second))
    expect(countOf(await readShards(main), 'main')).toBe(1024)
    await main.admin.query(`update directory.shards set cell = 'second' where shard = 5`)
    await apply(together(main, second))
    expect((await readShards(main))[5]).toBe('second')
  })

  test('that were moved once stay in their cell when another cell joins, because the cell that they left refuses their rows', async () => {
    const [main, second] = await Promise.all([createMigratedDatabase(), createEmptyDatabase()])
    await apply(alone(main))
    await main.admin.query(
      `insert into directory.shard_moves (id, source, target, shards, phase)
       values (gen_random_uuid(), 'former', 'main', '{1, 3}', 'done')`,
    )
    await apply(together(main, second))
    const shards = await readShards(main)
    expect([1, 3, 5].map(shard => shards[shard])).toEqual(['main', 'main', 'second'])
  })

  test('do not move while an organization is being created on them', async () => {
    const [main, second] = await Promise.all([createMigratedDatabase(), createMigratedDatabase()])
    await apply(alone(main))
    const creating = await main.admin.connect()
    await creating.query('begin')
    await creating.query('select from directory.shards where shard = 1 for key share')
    await creating.query(
      `insert into directory.organizations (id, slug, name, home_shard) values ($1, 'early', 'Early', 1)`,
      [newId(1)],
    )
    let migrated = false
    const joining = apply(together(main, second)).then(() => {
      migrated = true
    })
    const waiting = `select from pg_locks where not granted and relation = 'directory.shards'::regclass`
    await until(
      async () => migrated || (await main.admin.query(waiting)).rowCount! > 0,
      settled => settled,
    )
    await creating.query('commit')
    creating.release()
    await joining
    const shards = await readShards(main)
    expect(shards[1]).toBe('main')
    expect(shards[3]).toBe('second')
  })
})

describe('a directory of its own', () => {
  const apart = (directory: TestDatabase, ...cells: TestDatabase[]) => ({
    cells: together(...cells),
    directory: { name: 'directory', url: directory.url },
  })
  const schemas = async ({ admin }: TestDatabase) =>
    (
      await admin.query<{ name: string }>(
        `select nspname as name from pg_namespace where nspname in ('cell', 'directory', 'work') order by 1`,
      )
    ).rows.map(({ name }) => name)

  test('has the tables of the directory and no others, and the cells have none of them', async () => {
    const [directory, main, second] = await Promise.all([1, 2, 3].map(createEmptyDatabase))
    const applied = await migrate(apart(directory!, main!, second!), { partitions: 1 })
    expect(await schemas(directory!)).toEqual(['directory'])
    for (const cell of [main!, second!]) expect(await schemas(cell)).toEqual(['cell', 'work'])
    expect(countOf(await readShards(directory!), 'second')).toBe(512)
    expect(new Set(applied.filter(({ part }) => part === 'directory').map(({ cell }) => cell))).toEqual(
      new Set(['directory']),
    )
    const extensions = await directory!.admin.query(`select from pg_extension where extname = 'vector'`)
    expect(extensions.rowCount).toBe(0)
  })

  test('is refused while it is empty and the first cell still holds one with organizations', async () => {
    const [directory, main] = await Promise.all([createEmptyDatabase(), createMigratedDatabase()])
    await apply(alone(main))
    await createOrganization({ name: 'directory', pool: main.admin }, { name: 'Left behind' })
    const migrating = migrate(apart(directory, main), { partitions: 1 })
    await expect(migrating).rejects.toThrow(
      /DIRECTORY_URL names an empty directory, and the one in DATABASE_URL has 1 organization\.[\s\S]*reverie directory move/,
    )
  })
})

describe('a directory that moves', () => {
  const connected = async ({ url }: TestDatabase) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    leftovers.unshift(() => client.end())
    return client
  }
  const everything = async ({ admin }: TestDatabase, schema: string) => {
    const tables = await admin.query<{ name: string }>(
      `select relname::text as name from pg_class where relnamespace = $1::regnamespace and relkind = 'r'
          and relpersistence = 'p' order by 1`,
      [schema],
    )
    const read = tables.rows.map(async ({ name }) => {
      const { rows } = await admin.query(`select t::text as row from ${schema}.${name} t order by 1`)
      return [name, rows.map(({ row }) => row)] as const
    })
    return Object.fromEntries(await Promise.all(read))
  }

  test('arrives whole, and the old one is out of use', async () => {
    const [to, main] = await Promise.all([createEmptyDatabase(), createMigratedDatabase()])
    await apply(alone(main))
    const directory = { name: 'directory', url: to.url }
    await migrate({ cells: [], directory }, { partitions: 1 })
    const { id } = await createOrganization({ name: 'directory', pool: main.admin }, { name: 'Moves' })
    await main.admin.query(
      `insert into directory.keys (id, org, name, secret_hash, last_used_at) select 'k' || n, $1, E'a\\b"ü' || n, sha256(n::text::bytea), now()
         from generate_series(1, 1200) n`,
      [id],
    )
    await main.admin.query(
      `insert into directory.audit_log (org, actor_kind, actor, actor_name, action, target, details, address, request)
       values ($1, 'key', 'k1', 'K', 'key.create', 'k2', '{"a": [1, 2.50]}', null, 'r')`,
      [id],
    )
    const before = await everything(main, 'directory')
    expect(before.keys).toHaveLength(1_200)
    const moved = await moveDirectory(await connected(main), await connected(to))
    expect(await everything(to, 'directory')).toEqual(before)
    expect(moved.rows).toBe(Object.values(before).flat().length)
    expect(await everything(main, 'directory_moved')).toEqual(before)
    const ids = await to.admin.query<{ id: number }>(
      `insert into directory.audit_log (org, actor_kind, actor, actor_name, action, target, details, address, request)
       select org, actor_kind, actor, actor_name, action, target, details, address, request from directory.audit_log returning id`,
    )
    expect(Number(ids.rows[0]!.id)).toBeGreaterThan(1)
    // The next migration finds the directory in its new place.
    await migrate({ cells: alone(main), directory }, { partitions: 1 })
  })

  test('stays where it is while a process uses it, and does not go where one is', async () => {
    const [to, main] = await Promise.all([createMigratedDatabase(), createMigratedDatabase()])
    const [from, target] = [await connected(main), await connected(to)]
    await apply(alone(to))
    await expect(moveDirectory(from, target)).rejects.toThrow('Name an empty database')
    const running = new pg.Client({ connectionString: main.url, application_name: 'reverie host:1' })
    await running.connect()
    await expect(moveDirectory(from, target)).rejects.toThrow(/still use DATABASE_URL: reverie host:1/)
    await running.end()
    expect((await main.admin.query('select from directory.organizations')).rowCount).toBe(0)
  })
})

describe('the database engine', () => {
  const answering = (number: number, postgres: string, vector: string | null) =>
    ({ query: async () => ({ rows: [{ number, postgres, vector }] }) }) as unknown as pg.Client

  test.each([
    [150_018, '15.18', '0.8.7', 'Postgres 15.18 is too old: 18 or newer is needed'],
    [170_009, '17.9', '0.8.7', 'Postgres 17.9 is too old: 18 or newer is needed'],
    [180_005, '18.5', null, 'The extension pgvector is not installed'],
    [180_000, '18.0', '0.8.0', 'pgvector 0.8.0 is too old: 0.8.4 or newer is needed'],
    [180_000, '18.0', '0.8.3', 'pgvector 0.8.3 is too old: 0.8.4 or newer is needed'],
    [180_000, '18.0', '0.7.10', 'pgvector 0.7.10 is too old: 0.8.4 or newer is needed'],
  ])('refuses version %i (%s with pgvector %s): %s', async (number, postgres, vector, message) => {
    const refused = checkEngine(answering(number, postgres, vector), 'second')
    await expect(refused).rejects.toBeInstanceOf(EngineError)
    await expect(refused).rejects.toThrow(`Cell second: ${message}`)
  })

  test.each([
    [180_000, '0.8.4'],
    [180_006, '0.8.10'],
    [190_000, '0.9.0'],
    [180_000, '1.0.0'],
  ])('accepts version %i with pgvector %s', async (number, vector) => {
    expect((await inspectEngine(answering(number, 'any', vector))).problem).toBeNull()
  })

  test('needs pgvector for a cell, and not for a directory of its own', async () => {
    const engine = answering(180_000, '18.0', null)
    expect((await inspectEngine(engine, 'directory')).problem).toBeNull()
    const old = checkEngine(answering(170_009, '17.9', null), 'directory', 'directory')
    await expect(old).rejects.toThrow('Directory: Postgres 17.9 is too old')
  })

  test('accepts the version that these tests run on', async () => {
    const { admin } = await createEmptyDatabase()
    const engine = await inspectEngine(admin)
    expect(engine.problem).toBeNull()
    expect(engine.vector).toMatch(/^\d+\.\d+\.\d+$/)
  })
})
