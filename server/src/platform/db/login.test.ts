import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  asAdmin,
  createDatabase,
  serverUrl,
  type TestDatabase,
  testSecretsKey,
} from '../../../test/database.ts'
import { startDroppingPooler } from '../../../test/dropping-pooler.ts'
import { startPostgresDouble } from '../../../test/postgres-double.ts'
import { ensureLogin } from './ensure-login.ts'
import { chooseLogin, LoginError, loginOf, toVerifier, tryLogin, userOf, withLogin } from './login.ts'
import { migrate } from './migrate.ts'
import { openPool } from './pool.ts'
import { SecondLockError } from './second-lock.ts'

const secretsKey = async () => testSecretsKey
const roles: string[] = []

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterEach(async () => {
  for (const role of roles.splice(0))
    await asAdmin(client => client.query(`drop role if exists ${role}`)).catch(() => undefined)
})
afterAll(() => database.drop())

let made = 0

/** Returns an address of the test server with a new role in it. */
async function roleWith(attributes: string, grants: (role: string) => string = () => ''): Promise<string> {
  const role = `reverie_other_${process.pid}_${++made}`
  roles.push(role)
  await asAdmin(client => client.query(`create role ${role} login ${attributes}; ${grants(role)}`))
  return withLogin(database.url, { name: role, password: '' })
}

/** Opens a pool as the server does and reports how its first query ends. */
async function ask(url: string): Promise<unknown> {
  const pool = openPool({ url, role: 'reverie_app', max: 1, name: 'login test' })
  try {
    return (await pool.query('select current_user as role, session_user as login')).rows[0]
  } catch (error) {
    return error
  } finally {
    await pool.end()
  }
}

describe('a connection', () => {
  test('uses our own login, named after its database, and acts as the application role', async () => {
    const login = `reverie_login_${new URL(database.url).pathname.slice(1)}`
    expect(await ask(database.login)).toEqual({ role: 'reverie_app', login })
  })

  test.each([
    ['a superuser', async () => database.url],
    ['exempt from row-level security', () => roleWith('noinherit bypassrls in role reverie_app')],
    ['may become postgres, a superuser', () => roleWith('noinherit in role reverie_app, postgres')],
    [
      'may become reverie_backfill, a role that sees every row',
      () => roleWith('noinherit in role reverie_app, reverie_backfill'),
    ],
    [
      'a role that reads and writes files',
      () => roleWith('noinherit in role reverie_app, pg_read_server_files'),
    ],
  ])('of a login that is too powerful (%s) is refused before its first query', async (power, url) => {
    const refused = await ask(await url())
    expect(refused).toBeInstanceOf(SecondLockError)
    expect((refused as Error).message).toContain(power)
  })

  test('of a login that owns the tables is refused', async () => {
    const url = await roleWith('noinherit in role reverie_app')
    const before = await database.admin.query(
      `select pg_get_userbyid(nspowner) as owner from pg_namespace where nspname = 'cell'`,
    )
    await database.admin.query(`alter schema cell owner to ${userOf(url)}`)
    try {
      expect(await ask(url)).toMatchObject({ message: expect.stringContaining('owns the tables') })
    } finally {
      await database.admin.query(`alter schema cell owner to ${before.rows[0].owner}`)
    }
  })

  test('whose role was dropped by a pooler on the way is refused and gains no rights', async () => {
    const pooler = await startDroppingPooler(database.login)
    try {
      const refused = await ask(pooler.url)
      expect(refused).toBeInstanceOf(SecondLockError)
      expect((refused as Error).message).toContain('a connection pooler on the way has dropped them')
    } finally {
      await pooler.close()
    }
  })

  test('keeps its role when the address brings its own options', async () => {
    const url = new URL(database.login)
    url.searchParams.set('options', '-c role=none -c work_mem=8MB')
    expect(await ask(url.href)).toMatchObject({ role: 'reverie_app' })
  })
})

describe('our own login', () => {
  test('is created once by concurrent migrations, and may switch to two roles and nothing else', async () => {
    const cells = [{ name: 'main', url: database.url }]
    const options = {
      partitions: 2,
      ensureLogin: (owner: pg.Client, cell: { name: string; url: string }) =>
        ensureLogin(owner, cell, { secretsKey, takeOver: true }),
    }
    await Promise.all(Array.from({ length: 4 }, () => migrate(cells, options)))
    const { rows } = await database.admin.query(
      `select roleid::regrole::text as role, inherit_option as inherit, set_option as set, admin_option as admin
         from pg_auth_members where member = $1::regrole order by 1`,
      [userOf(database.login)],
    )
    const only = { inherit: false, set: true, admin: false }
    expect(rows).toEqual([
      { role: 'reverie_app', ...only },
      { role: 'reverie_maintenance', ...only },
    ])
    await tryLogin({ name: 'main', url: database.login })
  })

  test('has a password verifier in the form that Postgres stores itself', async () => {
    const password = 'as typed'
    const url = await roleWith(`password '${password}'`)
    const { rows } = await database.admin.query<{ kept: string }>(
      'select rolpassword as kept from pg_authid where rolname = $1',
      [userOf(url)],
    )
    const salt = Buffer.from(/^SCRAM-SHA-256\$4096:([^$]+)\$/.exec(rows[0]!.kept)![1]!, 'base64')
    expect(toVerifier(password, salt)).toBe(rows[0]!.kept)
  })

  test('differs by database and by SECRETS_KEY, and fits into a role name', () => {
    const [one, two] = [loginOf('one', testSecretsKey), loginOf('two', testSecretsKey)]
    expect(one.name).not.toBe(two.name)
    expect(one.password).not.toBe(two.password)
    expect(loginOf('one', Buffer.alloc(32, 9))).not.toEqual(one)
    expect(loginOf('one', testSecretsKey)).toEqual(one)
    const [long, longer] = ['x'.repeat(60), 'x'.repeat(61)].map(name => loginOf(name, testSecretsKey).name)
    expect(long).not.toBe(longer)
    expect(Buffer.byteLength(longer!)).toBeLessThanOrEqual(63)
  })

  test('is written where pg reads it when the address is a socket', () => {
    const url = withLogin('postgres:///reverie?host=/run/postgresql&user=ada', { name: 'own', password: 'p' })
    expect(new pg.Client(url)).toMatchObject({
      user: 'own',
      password: 'p',
      database: 'reverie',
      host: '/run/postgresql',
    })
  })

  test('is asked for with the statements to run when the owner may not create it', async () => {
    const owner = new pg.Client(await roleWith('noinherit'))
    await owner.connect()
    const url = new URL(serverUrl)
    url.pathname = '/elsewhere'
    const refused = ensureLogin(owner, { name: 'main', url: url.href }, { secretsKey, takeOver: true })
    await expect(refused).rejects.toThrow(
      /create role "reverie_login_elsewhere" login noinherit[\s\S]*DATABASE_OWNER_URL/,
    )
    await owner.end()
  })
})

describe('an owner that is named separately', () => {
  test('works with a login without rights, to which migrations grant its roles', async () => {
    const url = await roleWith('noinherit')
    const address = { name: 'main', url, ownerUrl: database.url }
    await expect(tryLogin(address)).rejects.toThrow('Run "reverie migrate" as the owner')
    const owner = new pg.Client(database.url)
    await owner.connect()
    await ensureLogin(owner, address, { secretsKey, takeOver: true }).finally(() => owner.end())
    expect(await chooseLogin(address, secretsKey)).toEqual(address)
    await tryLogin(address)
    expect(await ask(url)).toEqual({ role: 'reverie_app', login: userOf(url) })
  })

  test('is refused next to a superuser login, with advice on what to do', async () => {
    const address = { name: 'main', url: database.url, ownerUrl: database.url }
    const refused = chooseLogin(address, secretsKey)
    await expect(refused).rejects.toBeInstanceOf(LoginError)
    await expect(refused).rejects.toThrow(/a superuser[\s\S]*leave DATABASE_OWNER_URL out/)
  })
})

test.each([
  ['28P01', 'password authentication failed', /another SECRETS_KEY[\s\S]*reverie migrate/],
  ['28000', 'role "reverie_login_x" does not exist', /is missing[\s\S]*Run: reverie migrate/],
  ['28000', 'no pg_hba.conf entry for host', /Allow it in pg_hba\.conf/],
])('a Postgres that refuses the login (%s, %s) is explained', async (code, message, sentence) => {
  const double = await startPostgresDouble({ refuses: { code, message } })
  const url = `postgres://reverie_login_x:secret@127.0.0.1:${double.port}/x`
  try {
    const refused = tryLogin({ name: 'main', url })
    await expect(refused).rejects.toBeInstanceOf(LoginError)
    await expect(refused).rejects.toThrow(sentence)
    await expect(refused).rejects.not.toThrow(/secret\b/)
  } finally {
    await double.close()
  }
})
