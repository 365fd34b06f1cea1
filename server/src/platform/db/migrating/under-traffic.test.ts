import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { asAdmin, createDatabase, serverUrl, type TestDatabase } from '../../../../test/database.ts'
import { until } from '../../../../test/harness.ts'
import { nextVersion } from '../../../../test/migration-folder.ts'
import { newId } from '../../lib/ids.ts'
import { dumpSchema } from '../dump-schema.ts'
import { withLogin } from '../login.ts'
import { type AppliedMigration, type MigrateOptions, migrate } from '../migrate.ts'

const leftovers: (() => unknown)[] = []
const open: pg.Client[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.end()
})
afterAll(async () => {
  for (const remove of leftovers.reverse()) await remove()
})

async function createMigratedDatabase(): Promise<TestDatabase> {
  const database = await createDatabase()
  leftovers.push(() => database.drop())
  return database
}

/** Migrates to a version with these migrations more, by file name. */
function upgrade(
  url: string,
  migrations: Record<string, string>,
  options: Partial<MigrateOptions> = {},
): Promise<AppliedMigration[]> {
  const folder = nextVersion(migrations)
  leftovers.push(folder.remove)
  return migrate([{ name: 'main', url }], { partitions: 2, folder: folder.path, ...options })
}

/** A session that has run a statement in a transaction and holds its locks until it ends. */
async function holding({ url }: TestDatabase, statement: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  open.push(client)
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`begin; ${statement}`)
  return client
}

/** Like an HNSW build, which takes minutes to hours. */
const building = 'lock table cell.chunk_vectors_0 in share update exclusive mode'

/** Like a dump, or a report that somebody left open. */
const dumping = 'select count(*) from cell.documents'

describe('a run with nothing to migrate', () => {
  test('waits for nobody, even while an index is built and a dump is made', async () => {
    const database = await createMigratedDatabase()
    await holding(database, building)
    await holding(
      database,
      'lock table cell.documents, cell.chunk_vectors, cell.chunk_terms in access share mode',
    )
    expect(await upgrade(database.url, {}, { patienceMs: 0 })).toEqual([])
  })
})

describe('a migration that cannot get its lock', () => {
  const addColumn = { 'cell/0900_extra.sql': 'alter table cell.documents add column extra text;' }

  test('lets those pass who wait behind it, and is applied once the lock is free', async () => {
    const database = await createMigratedDatabase()
    const holder = await holding(database, dumping)
    const waits: string[] = []
    const migrated = upgrade(database.url, addColumn, { onWait: message => waits.push(message) })
    await until(
      async () => (await database.admin.query(waitingForDocuments)).rowCount!,
      waiting => waiting > 0,
    )
    const started = performance.now()
    await database.admin.query(dumping)
    expect(performance.now() - started).toBeLessThan(2_000)
    await until(
      async () => waits.length,
      count => count > 0,
    )
    expect(waits[0]).toMatch(
      /^Migration cell\/0900_extra waits for a lock\. .*count\(\*\) from cell\.documents/,
    )
    await holder.query('commit')
    expect((await migrated).map(({ name }) => name)).toEqual(['0900_extra'])
  })

  test('gives up after a time, names who holds it, and changes nothing', async () => {
    const database = await createMigratedDatabase()
    const before = await dumpSchema(database.admin)
    await holding(database, dumping)
    await expect(upgrade(database.url, addColumn, { patienceMs: 500 })).rejects.toThrow(
      /Migration cell\/0900_extra waits for a lock[\s\S]*count\(\*\)[\s\S]*Run "reverie migrate" again later/,
    )
    expect(await dumpSchema(database.admin)).toBe(before)
  })
})

const waitingForDocuments = `select from pg_locks where not granted and relation = 'cell.documents'::regclass`

describe('an index of an online migration', () => {
  const addIndex = {
    'cell/0900_index.sql': `-- online
-- step
create index concurrently if not exists documents_extra on cell.documents (shard, org, container, title) where title is not null;`,
  }

  test('is built in every partition while a writer is in the middle of a transaction', async () => {
    const database = await createMigratedDatabase()
    await insertDocuments(database, 20)
    const writer = await holding(database, `update cell.documents set title = 'being written'`)
    const migrated = upgrade(database.url, addIndex)
    await until(
      async () =>
        (await database.admin.query(`select from pg_stat_progress_create_index where phase like 'waiting%'`))
          .rowCount!,
      waiting => waiting > 0,
    )
    // A second writer does not wait for the build.
    await insertDocuments(database, 1)
    await writer.query('commit')
    await migrated
    expect(await readIndexes(database)).toEqual([
      { name: 'documents_extra', valid: true, parent: null },
      { name: 'documents_extra_0', valid: true, parent: 'documents_extra' },
      { name: 'documents_extra_1', valid: true, parent: 'documents_extra' },
    ])
  })

  test('that was interrupted is built again, and a finished one is left alone', async () => {
    const database = await createMigratedDatabase()
    await insertDocuments(database, 3)
    // As an interrupted build leaves it: kept up to date by every write, and used by no query.
    await database.admin.query(`create index documents_extra_0 on cell.documents_0 (shard, org, container, title) where title is not null;
      update pg_index set indisvalid = false where indexrelid = 'cell.documents_extra_0'::regclass`)
    await upgrade(database.url, addIndex)
    expect((await readIndexes(database)).map(({ valid }) => valid)).toEqual([true, true, true])
    const before = await dumpSchema(database.admin)
    await database.admin.query(`delete from public.reverie_migrations where name = '0900_index'`)
    await upgrade(database.url, addIndex)
    expect(await dumpSchema(database.admin)).toBe(before)
  })

  test('is built once when several processes migrate, and none waits for another for ever', async () => {
    const database = await createMigratedDatabase()
    await insertDocuments(database, 3)
    const runs = await Promise.all([1, 2, 3].map(() => upgrade(database.url, addIndex)))
    expect(runs.flat()).toHaveLength(1)
    expect(await readIndexes(database)).toHaveLength(3)
  })
})

async function readIndexes({ admin }: TestDatabase) {
  const { rows } = await admin.query<{ name: string; valid: boolean; parent: string | null }>(
    `select c.relname as name, indisvalid as valid, p.relname as parent
       from pg_index join pg_class c on c.oid = indexrelid left join pg_inherits on inhrelid = indexrelid left join pg_class p on p.oid = inhparent
      where c.relname like 'documents\\_extra%' order by 1`,
  )
  return rows
}

describe('a backfill of an online migration', () => {
  const fill = {
    'cell/0900_extra.sql': 'alter table cell.documents add column extra text;',
    'cell/0901_fill.sql': `-- online
-- step: backfill cell.documents
update cell.documents d set extra = 'filled'
 where d.shard >= $1 and d.shard < $2 and d.ctid >= $3 and d.ctid < $4 and d.extra is null;`,
  }

  test('reaches every row, leaves the counters right, and waits for a row that somebody holds', async () => {
    const database = await createMigratedDatabase()
    await insertDocuments(database, 5_000)
    await upgrade(database.url, { 'cell/0900_extra.sql': fill['cell/0900_extra.sql'] })
    const holder = await holding(database, 'select from cell.documents limit 1 for update')
    const waits: string[] = []
    await upgrade(database.url, fill, {
      onWait: message => {
        waits.push(message)
        void holder.query('rollback')
      },
    })
    expect(waits[0]).toMatch(/^A backfill of cell\.documents_0 waits for a lock/)
    const { rows } = await database.admin.query(
      `select count(*)::int as documents, count(extra)::int as filled, (select sum(documents)::int from cell.containers) as counted
         from cell.documents`,
    )
    expect(rows[0]).toEqual({ documents: 5_000, filled: 5_000, counted: 5_000 })
  })

  test('whose condition stays true is refused instead of running for ever', async () => {
    const database = await createMigratedDatabase()
    await insertDocuments(database, 3)
    const endless = {
      ...fill,
      'cell/0901_fill.sql': fill['cell/0901_fill.sql'].replace('and d.extra is null', ''),
    }
    await expect(upgrade(database.url, endless)).rejects.toThrow('its condition must be false for rows')
  })

  test('reaches every row where the owner is no superuser, who sees none of them otherwise', async () => {
    const { database, ownerUrl } = await createOwnedDatabase()
    await insertDocuments(database, 10)
    const owner = await holding({ ...database, url: ownerUrl }, 'commit')
    expect((await owner.query('select from cell.documents')).rowCount).toBe(0)
    await upgrade(ownerUrl, fill)
    expect((await database.admin.query(`select from cell.documents where extra = 'filled'`)).rowCount).toBe(
      10,
    )
    expect((await owner.query('select from cell.documents')).rowCount).toBe(0)
  })
})

test('earlier migrations that changed no row, because the owner is no superuser, are made good', async () => {
  const { database, ownerUrl } = await createOwnedDatabase()
  await insertDocuments(database, 4)
  await database.admin.query(`
    update cell.documents set status = 'failed', dreaming_status = 'dreaming', dreamed_revision = 0, error_code = 'dream.bad_response';
    delete from public.reverie_migrations where name like '0053%'`)
  await upgrade(ownerUrl, {})
  const { rows } = await database.admin.query(
    'select distinct dreaming_status, dream_error_code from cell.documents',
  )
  expect(rows).toEqual([{ dreaming_status: 'failed', dream_error_code: 'dream.bad_response' }])
})

/** A database as on a managed Postgres: its owner may create roles, and is no superuser. */
async function createOwnedDatabase(): Promise<{ database: TestDatabase; ownerUrl: string }> {
  const name = `reverie_test_${process.pid}_${randomBytes(4).toString('hex')}`
  const role = `reverie_owner_${name.slice(-8)}`
  await asAdmin(async client => {
    await client.query(`create role ${role} login createrole`)
    for (const group of ['reverie_app', 'reverie_maintenance', 'reverie_seeker', 'reverie_backfill'])
      await client.query(`grant ${group} to ${role} with admin true, inherit false, set true`)
    await client.query(`create database ${name} owner ${role}`)
  })
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const admin = new pg.Pool({ connectionString: url, max: 2 })
  admin.on('error', () => undefined)
  const drop = async () => {
    await admin.end()
    await asAdmin(client => client.query(`drop database ${name} with (force)`))
    await asAdmin(client => client.query(`drop owned by ${role}; drop role ${role}`))
  }
  leftovers.push(drop)
  await admin.query('create extension vector')
  const ownerUrl = withLogin(url, { name: role, password: '' })
  await upgrade(ownerUrl, {})
  return { database: { url, login: url, admin, drop }, ownerUrl }
}

/** Adds documents to one new container. */
async function insertDocuments({ admin }: TestDatabase, count: number): Promise<void> {
  const [org, container] = [newId(1), newId(1)]
  await admin.query(
    `insert into cell.containers (shard, org, container, tag, active_set) values (1, $1, $2, $3, 1)`,
    [org, container, `tag ${container}`],
  )
  await admin.query(
    `insert into cell.documents (shard, org, container, id, container_tags, size, ordered_at, created_at, status, dreaming_status,
       task_type, dreamed_revision)
     select 1, $1, $2, gen_random_uuid(), '{old}', 1, now(), now(), 'done', 'done', 'memory', 1 from generate_series(1, $3)`,
    [org, container, count],
  )
}
