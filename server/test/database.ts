import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { ensureLogin } from '../src/platform/db/ensure-login.ts'
import { loginOf, withLogin } from '../src/platform/db/login.ts'
import { migrate } from '../src/platform/db/migrate.ts'

/** The tests use a real Postgres with pgvector, never a stand-in. `scripts/postgres up` starts it. */
export const serverUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:54329/postgres'

const migrations = join(import.meta.dirname, '../src/platform/db/migrations')

function databaseUrl(name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Named after the content of the migrations, so that a changed migration makes a new template. */
function templateName(): string {
  const hash = createHash('sha256')
  for (const part of ['directory', 'cell']) {
    for (const file of readdirSync(join(migrations, part)).sort())
      hash.update(readFileSync(join(migrations, part, file)))
  }
  return `reverie_template_${hash.digest('hex').slice(0, 12)}`
}

export async function asAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Several runs may share the server: a lock lets one of them migrate, and only templates of dead runs are dropped. */
export async function prepareTemplate(): Promise<void> {
  const name = templateName()
  await asAdmin(async client => {
    await client.query(`select pg_advisory_lock(hashtext('reverie test template'))`)
    await dropLeftovers(client)
    const known = await client.query('select from pg_database where datname = $1', [name])
    if (known.rowCount) return
    await client.query(`drop database if exists ${name}_new with (force)`)
    await client.query(`create database ${name}_new`)
    await migrate([{ name: 'main', url: databaseUrl(`${name}_new`) }], { partitions: 2 })
    await client.query(`alter database ${name}_new rename to ${name}`)
  })
}

async function dropLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'reverie\\_test\\_%'`,
  )
  const dead = rows.map(({ name }) => name).filter(name => !isAlive(Number(name.split('_')[2])))
  // All of them first: a subscription in one of them reads another one.
  for (const name of dead) await dropSubscriptions(client, name)
  for (const name of dead) await dropWithLogin(client, name)
  await dropLogins(client)
}

/** A move of shards that was killed leaves a subscription, and Postgres drops no database that has one. */
async function dropSubscriptions(client: pg.Client, database: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select subname as name from pg_subscription s join pg_database d on d.oid = s.subdbid where datname = $1',
    [database],
  )
  if (rows.length === 0) return
  const inside = new pg.Client({ connectionString: databaseUrl(database) })
  await inside.connect()
  try {
    for (const { name } of rows) {
      await inside.query(`alter subscription ${name} disable`)
      await inside.query(`alter subscription ${name} set (slot_name = none)`)
      await inside.query(`drop subscription ${name}`)
    }
  } finally {
    await inside.end()
  }
}

/** Roles belong to the server and outlive their database. */
export async function dropWithLogin(client: pg.Client, name: string): Promise<void> {
  // Whoever reads one of its slots would keep it from being dropped.
  await client.query(
    'select pg_terminate_backend(active_pid, 5000) from pg_replication_slots where database = $1 and active_pid is not null',
    [name],
  )
  await client.query(`drop database if exists ${name} with (force)`)
  await client.query(`drop role if exists reverie_login_${name}`)
}

/** Drops roles of runs that died between the two steps. */
async function dropLogins(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select rolname as name from pg_roles r where rolname like 'reverie\\_login\\_reverie\\_test\\_%'
        and not exists (select from pg_database where r.rolname = 'reverie_login_' || datname)`,
  )
  for (const { name } of rows)
    if (!isAlive(Number(name.split('_')[4]))) await client.query(`drop role if exists ${name}`)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The SECRETS_KEY of test servers, from which the login's password is derived. */
export const testSecretsKey = Buffer.alloc(32, 'reverie tests')

/** `url` is the owner's (a superuser); `login` is the address that processes use, as in an installation. */
export type TestDatabase = { url: string; login: string; admin: pg.Pool; drop(): Promise<void> }

/** Creates a database, with an owner's connection (a superuser's) that row-level security does not bind. */
export async function createDatabase(): Promise<TestDatabase> {
  const name = `reverie_test_${process.pid}_${randomBytes(4).toString('hex')}`
  await asAdmin(client => client.query(`create database ${name} template ${templateName()}`))
  const url = databaseUrl(name)
  const login = withLogin(url, loginOf(name, testSecretsKey))
  const admin = new pg.Pool({ connectionString: url, max: 2 })
  admin.on('error', () => undefined)
  await makeLogin(url)
  return {
    url,
    login,
    admin,
    async drop() {
      await admin.end()
      await asAdmin(client => dropWithLogin(client, name))
    },
  }
}

/** As `reverie migrate` does. */
async function makeLogin(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  const secretsKey = async () => testSecretsKey
  await ensureLogin(owner, { name: 'main', url }, { secretsKey, takeOver: true }).finally(() => owner.end())
}
