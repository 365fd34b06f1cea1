import { createHash, createHmac, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import {
  type Addresses,
  allOf,
  type CellAddress,
  directSettingOf,
  labelOf,
  ownerSettingOf,
  settingOf,
} from './addresses.ts'
import { isUnavailable } from './pool.ts'
import { assertPooledLock, assertSecondLock, readLoginRights, sessionOf, tooPowerful } from './second-lock.ts'
import { connectTo } from './start-up-options.ts'

/** Reverie cannot log in as it should. The message says what to do. */
export class LoginError extends Error {}

export type Login = { name: string; password: string }

/** Roles belong to the server, so each database has its own login, named after it. Postgres cuts names off at 63 bytes. */
function loginNameOf(database: string): string {
  const name = `reverie_login_${database}`
  if (Buffer.byteLength(name) <= 63) return name
  return `reverie_login_${createHash('sha256').update(database).digest('hex').slice(0, 32)}`
}

/** The password is derived from SECRETS_KEY, so processes on several machines know it and nobody has to store it. */
export function loginOf(database: string, secretsKey: Buffer): Login {
  const name = loginNameOf(database)
  const bytes = hkdfSync('sha256', secretsKey, '', `reverie database login ${name}`, 32)
  return { name, password: Buffer.from(bytes).toString('base64url') }
}

/** Makes the verifier that Postgres stores for a password. Unlike the password, it may appear in a statement log. */
export function toVerifier(password: string, salt = randomBytes(16)): string {
  const iterations = 4_096
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const derive = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(derive('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${derive('Server Key').toString('base64')}`
}

export function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1))
}

export function withLogin(url: string, { name, password }: Login): string {
  const changed = new URL(url)
  for (const field of ['user', 'password']) changed.searchParams.delete(field)
  changed.username = encodeURIComponent(name)
  changed.password = encodeURIComponent(password)
  if (changed.username !== '') return changed.href
  // A socket address has no host, so the user cannot stand in front of it.
  changed.searchParams.set('user', name)
  changed.searchParams.set('password', password)
  return changed.href
}

export function userOf(url: string): string {
  const { username, searchParams } = new URL(url)
  return searchParams.get('user') ?? decodeURIComponent(username)
}

/**
 * Chooses how processes log in to a cell: as DATABASE_URL says, or with our own login where that would be a superuser
 * or the owner of the tables.
 */
export async function chooseLogin(
  address: CellAddress,
  secretsKey: () => Promise<Buffer>,
): Promise<CellAddress> {
  // Where Reverie makes its own login, a pooler may know that one only.
  const asked = address.ownerUrl === undefined ? (address.directUrl ?? address.url) : address.url
  const { login, powers } = await connected(asked, readLoginRights)
  if (powers.length === 0) return checkDirect(address)
  if (address.ownerUrl)
    throw new LoginError(
      `${tooPowerful(login, powers)}\n${settingOf(address)} must name such a login when ${ownerSettingOf(address)} is set. Or leave ${ownerSettingOf(address)} out: Reverie then makes its own login.`,
    )
  return toOwnLogin(address, await secretsKey())
}

/** The login past the pooler must be bound too: it holds the lead of the cell's maintenance. */
async function checkDirect(address: CellAddress): Promise<CellAddress> {
  const { directUrl } = address
  if (!directUrl) return address
  const { login, powers } = await connected(directUrl, readLoginRights)
  if (powers.length > 0)
    throw new LoginError(
      `${tooPowerful(login, powers)}\n${directSettingOf(address)} must name the login of ${settingOf(address)}.`,
    )
  return address
}

/** Replaces the login and keeps the owner's address for migrations and indexes. */
export function toOwnLogin(address: CellAddress, secretsKey: Buffer): CellAddress {
  const { url, directUrl, replicaUrl } = address
  const login = ownLoginOf(address, secretsKey)
  return {
    ...address,
    ownerUrl: directUrl ?? url,
    url: withLogin(url, login),
    directUrl: directUrl && withLogin(directUrl, login),
    replicaUrl: replicaUrl && withLogin(replicaUrl, login),
  }
}

/** A pooler may have another name for the database. */
export const ownLoginOf = ({ url, directUrl }: CellAddress, secretsKey: Buffer): Login =>
  loginOf(databaseOf(directUrl ?? url), secretsKey)

/** Throws when a process cannot log in this way. The message says how to fix it. */
export async function tryLogin({ name, url, directUrl }: CellAddress): Promise<void> {
  const role = 'reverie_app'
  try {
    if (directUrl) await connected(url, client => assertPooledLock(client, role))
    else await connected(url, client => assertSecondLock(client, role), sessionOf(role))
  } catch (error) {
    throw explainLogin(error, { name, url })
  }
}

function explainLogin(error: unknown, { name, url }: CellAddress): unknown {
  const where = labelOf({ name })
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const login = userOf(url)
  if (code === '28P01')
    return new LoginError(
      `Postgres refuses the password of the login "${login}" (${where}). The password is derived from SECRETS_KEY: either another SECRETS_KEY set it, or the login is missing.\nGive every process the same SECRETS_KEY. If the key is new, run: reverie migrate`,
    )
  if (code === '28000' && /does not exist/.test(message))
    return new LoginError(`The login "${login}" is missing (${where}).\nRun: reverie migrate`)
  if (code === '28000')
    return new LoginError(
      `Postgres does not let the login "${login}" in (${where}): ${message}.\nAllow it in pg_hba.conf like the user of ${settingOf({ name })} (method scram-sha-256), or create a login yourself and set ${ownerSettingOf({ name })}: see docs/deploy/security.md.`,
    )
  // 08P01: PgBouncer takes no start-up settings.
  if (code === '08P01' && /startup parameter/.test(message))
    return new LoginError(
      `The way to ${where} leads through a connection pooler, which refuses our start-up settings: ${message}.\nSet ${directSettingOf({ name })} to the same database past the pooler: see docs/deploy/pooler.md.`,
    )
  // 42501: may not set the role. 22023 and 42704: the role does not exist.
  if (/^(42501|22023|42704)$/.test(code))
    return new LoginError(
      `User "${login}" lacks a permission (${where}): ${message}.\nRun "reverie migrate" as the owner of the database, or name a login of Reverie in ${settingOf({ name })}.`,
    )
  return error
}

async function connected<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const client = new pg.Client({
    ...connectTo(url, settings),
    application_name: 'reverie login',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Chooses the login of every database. The one with the directory must answer. */
export async function chooseLogins(
  given: Addresses,
  secretsKey: () => Promise<Buffer>,
): Promise<{ cells: CellAddress[]; directory: CellAddress | undefined }> {
  const chosen = await chooseEach(allOf(given), secretsKey)
  const directory = given.directory && chosen.shift()
  return { cells: chosen, directory }
}

/** A cell that is unreachable now joins when it is back. It uses the same kind of login as the first database. */
async function chooseEach(
  addresses: readonly CellAddress[],
  secretsKey: () => Promise<Buffer>,
): Promise<CellAddress[]> {
  const chosen: CellAddress[] = []
  for (const address of addresses) {
    try {
      const login = await chooseLogin(address, secretsKey)
      await tryLogin(login)
      chosen.push(login)
    } catch (error) {
      const isFirst = chosen.length === 0
      if (isFirst || error instanceof LoginError || !isUnavailable(error)) throw error
      const isOwn = chosen[0]!.url !== addresses[0]!.url && !address.ownerUrl
      chosen.push(isOwn ? toOwnLogin(address, await secretsKey()) : address)
    }
  }
  return chosen
}
