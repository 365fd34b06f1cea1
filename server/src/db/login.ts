import { createHash, createHmac, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import type { CellAddress } from './cells.ts'
import { isUnavailable } from './pool.ts'
import { assertSecondLock, readStanding, tooPowerful } from './second-lock.ts'
import { connectTo } from './start-up-options.ts'

/** Reverie cannot log in as it should; the message says what to do. */
export class LoginError extends Error {}

export type Login = { name: string; password: string }

/** Roles belong to the server: each database has a login of its own, named after it. Names are cut off at 63 bytes. */
function loginNameOf(database: string): string {
  const name = `reverie_login_${database}`
  if (Buffer.byteLength(name) <= 63) return name
  return `reverie_login_${createHash('sha256').update(database).digest('hex').slice(0, 32)}`
}

/** Follows from SECRETS_KEY, so that processes on several machines know it and nobody has to keep it. */
export function loginOf(database: string, secretsKey: Buffer): Login {
  const name = loginNameOf(database)
  const bytes = hkdfSync('sha256', secretsKey, '', `reverie database login ${name}`, 32)
  return { name, password: Buffer.from(bytes).toString('base64url') }
}

/** As Postgres keeps a password: in this form it may be in a log of statements. */
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
  // An address without a host, of a socket, takes no user in front.
  changed.searchParams.set('user', name)
  changed.searchParams.set('password', password)
  return changed.href
}

export function userOf(url: string): string {
  const { username, searchParams } = new URL(url)
  return searchParams.get('user') ?? decodeURIComponent(username)
}

/** How processes log in to a cell: as the setting says, or, where that is a superuser or owns the tables, as our own login. */
export async function chooseLogin(
  address: CellAddress,
  secretsKey: () => Promise<Buffer>,
): Promise<CellAddress> {
  const { login, powers } = await connected(address.url, readStanding)
  if (powers.length === 0) return address
  if (address.ownerUrl)
    throw new LoginError(
      `${tooPowerful(login, powers)}\n${settingOf(address)} must name such a login when ${ownerSettingOf(address)} is set. Or leave ${ownerSettingOf(address)} out: Reverie then makes its own login.`,
    )
  return toOwnLogin(address, await secretsKey())
}

/** The owner's address stays for migrations and indexes. */
export function toOwnLogin(address: CellAddress, secretsKey: Buffer): CellAddress {
  const { url } = address
  return { ...address, ownerUrl: url, url: withLogin(url, loginOf(databaseOf(url), secretsKey)) }
}

/** Throws what keeps a process from logging in so, said so that it can be mended. */
export async function tryLogin({ name, url }: CellAddress): Promise<void> {
  try {
    await connected(url, client => assertSecondLock(client, 'reverie_app'), { role: 'reverie_app' })
  } catch (error) {
    throw explainLogin(error, name, url)
  }
}

function explainLogin(error: unknown, cell: string, url: string): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const login = userOf(url)
  const where = `cell ${cell}`
  if (code === '28P01')
    return new LoginError(
      `Postgres refuses the password of the login "${login}" (${where}). The password is derived from SECRETS_KEY: either another SECRETS_KEY set it, or the login is missing.\nGive every process the same SECRETS_KEY. If the key is new, run: reverie migrate`,
    )
  if (code === '28000' && /does not exist/.test(message))
    return new LoginError(`The login "${login}" is missing (${where}).\nRun: reverie migrate`)
  if (code === '28000')
    return new LoginError(
      `Postgres does not let the login "${login}" in (${where}): ${message}.\nAllow it in pg_hba.conf like the user of DATABASE_URL (method scram-sha-256), or create a login yourself and set DATABASE_OWNER_URL: see docs/deploy/security.md.`,
    )
  // 42501: may not set the role. 22023: there is no such role. 42704: the same by another way.
  if (/^(42501|22023|42704)$/.test(code))
    return new LoginError(
      `User "${login}" lacks a permission (${where}): ${message}.\nRun "reverie migrate" as the owner of the database, or name a user of Reverie in DATABASE_URL.`,
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

const settingOf = ({ name }: CellAddress) => (name === 'main' ? 'DATABASE_URL' : 'CELL_URLS')
const ownerSettingOf = ({ name }: CellAddress) => (name === 'main' ? 'DATABASE_OWNER_URL' : 'CELL_OWNER_URLS')

/** A cell that is away now joins when it is back: it is logged in to in the way that the first one is. */
export async function chooseLogins(
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
