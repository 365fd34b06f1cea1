import type pg from 'pg'
import { type CellAddress, ownerSettingOf, settingOf } from './addresses.ts'
import { type Login, LoginError, ownLoginOf, toOwnLogin, toVerifier, tryLogin, userOf } from './login.ts'
import { tooPowerful } from './second-lock.ts'
import { loginSettings } from './session-settings.ts'

export type EnsureLoginOptions = {
  secretsKey: () => Promise<Buffer>
  /** Sets the password even while others are logged in with an earlier one. */
  takeOver: boolean
}

const roles = ['reverie_app', 'reverie_maintenance'] as const

/**
 * Creates, as the owner, the login that processes use for a cell. The login has no rights of its own and may only
 * switch to the roles that serve requests. Where the settings name a separate owner, the operator provides the login
 * and this only grants it those roles.
 */
export async function ensureLogin(
  owner: pg.Client,
  address: CellAddress,
  { secretsKey, takeOver }: EnsureLoginOptions,
): Promise<void> {
  const setting = settingOf(address)
  if (address.ownerUrl) {
    await grantRoles(owner, userOf(address.url), setting)
    return storeSettings(owner, userOf(address.url))
  }
  const key = await secretsKey()
  const login = ownLoginOf(address, key)
  try {
    if (await exists(owner, login.name)) {
      await grantRoles(owner, login.name, setting)
      await storeSettings(owner, login.name)
      if (takeOver || !(await maySignIn(address, key))) await setPassword(owner, login, takeOver)
    } else {
      await owner.query(
        `create role ${owner.escapeIdentifier(login.name)} login noinherit password ${owner.escapeLiteral(toVerifier(login.password))}`,
      )
      await grantRoles(owner, login.name, setting)
      await storeSettings(owner, login.name)
    }
  } catch (error) {
    throw (error as { code?: string }).code === '42501' ? cannotMake(owner, { login, address }, error) : error
  }
}

async function exists(owner: pg.Client, login: string): Promise<boolean> {
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [login])
  return rowCount === 1
}

/** Asks past a pooler, which may refuse for a reason of its own. */
async function maySignIn(address: CellAddress, secretsKey: Buffer): Promise<boolean> {
  const { name, url, directUrl = url } = toOwnLogin(address, secretsKey)
  return tryLogin({ name, url: directUrl }).then(
    () => true,
    () => false,
  )
}

/** Two installations with different keys would keep locking each other out, so the later one refuses to start. */
async function setPassword(owner: pg.Client, login: Login, takeOver: boolean): Promise<void> {
  const { rows } = await owner.query<{ others: number }>(
    'select count(*)::int as others from pg_stat_activity where usename = $1',
    [login.name],
  )
  if (!takeOver && rows[0]!.others > 0)
    throw new LoginError(
      `Another process of Reverie is logged in as "${login.name}" with another SECRETS_KEY.\nGive this one the same SECRETS_KEY (in secrets.json of the other's DATA_DIR). To make all processes use the key of this one, run: reverie migrate`,
    )
  await owner.query(
    `alter role ${owner.escapeIdentifier(login.name)} login noinherit password ${owner.escapeLiteral(toVerifier(login.password))}`,
  )
}

/**
 * Stores the role and the settings of a session with the login, for this database. Behind a pooler, nothing else sets them
 * for statements outside of a transaction.
 */
async function storeSettings(owner: pg.Client, login: string): Promise<void> {
  const { rows } = await owner.query<{ stored: string[] | null }>(
    `select (select setconfig from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
              where d.datname = current_database() and s.setrole = quote_ident($1)::regrole) as stored`,
    [login],
  )
  const stored = new Set(rows[0]!.stored)
  const missing = Object.entries(loginSettings).filter(([name, value]) => !stored.has(`${name}=${value}`))
  if (missing.length === 0) return
  const database = await owner.query<{ name: string }>('select current_database() as name')
  const at = `${owner.escapeIdentifier(login)} in database ${owner.escapeIdentifier(database.rows[0]!.name)}`
  const statements = missing.map(
    ([name, value]) => `alter role ${at} set ${name} = ${owner.escapeLiteral(value)}`,
  )
  // A login that somebody else made may belong to somebody else. Then docs/deploy/pooler.md has the statements.
  await owner.query(statements.join('; ')).catch(error => {
    if (error.code !== '42501') throw error
  })
}

/** The login may switch to each role, inherits none of its rights, and cannot grant it to others. */
async function grantRoles(owner: pg.Client, login: string, setting: string): Promise<void> {
  if (!(await exists(owner, login)))
    throw new LoginError(`${setting} names the login "${login}", which does not exist. Create it first.`)
  await refusePowers(owner, login)
  const name = owner.escapeIdentifier(login)
  for (const role of roles) {
    const { rowCount } = await owner.query(
      `select from pg_auth_members where roleid = $1::regrole and member = quote_ident($2)::regrole
          and set_option and not inherit_option and not admin_option`,
      [role, login],
    )
    if (rowCount === 0)
      await owner.query(`grant ${role} to ${name} with set true, inherit false, admin false`)
  }
  const { rows } = await owner.query<{ database: string; may: boolean }>(
    `select current_database() as database, has_database_privilege($1, current_database(), 'connect') as may`,
    [login],
  )
  const { database, may } = rows[0]!
  if (!may) await owner.query(`grant connect on database ${owner.escapeIdentifier(database)} to ${name}`)
}

async function refusePowers(owner: pg.Client, login: string): Promise<void> {
  const { rows } = await owner.query<{ power: string }>(
    `select case when rolsuper then 'a superuser' else 'exempt from row-level security' end as power
       from pg_roles where rolname = $1 and (rolsuper or rolbypassrls)
     union all
     select 'owns the tables' where exists (select from pg_namespace
        where nspname in ('cell', 'directory', 'boss') and pg_has_role($1, nspowner, 'member'))`,
    [login],
  )
  if (rows.length > 0)
    throw new LoginError(
      tooPowerful(
        login,
        rows.map(({ power }) => power),
      ),
    )
}

/** Explains the error of a managed Postgres whose owner may not create roles. */
function cannotMake(
  owner: pg.Client,
  { login: { name }, address }: { login: Login; address: CellAddress },
  cause: unknown,
): LoginError {
  const login = owner.escapeIdentifier(name)
  return new LoginError(
    `The owner of the database may not create the login "${name}": ${(cause as Error).message}.
Have somebody who may create roles run this, with a password of your own:
  create role ${login} login noinherit password '…';
  grant ${roles.join(', ')} to ${login} with set true, inherit false, admin false;
Then set ${settingOf(address)} to that login, and ${ownerSettingOf(address)} to the owner.`,
    { cause },
  )
}
