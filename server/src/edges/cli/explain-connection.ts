import { type CellAddress, directSettingOf, ownerSettingOf, settingOf } from '../../platform/db/addresses.ts'
import { startOfBundledPostgres } from '../../platform/db/bundled-postgres.ts'
import { unansweredCodes } from '../../platform/db/pool.ts'

/** Fields of the errors of Node.js, pg and Postgres. */
type Failure = Error & {
  code?: string
  hostname?: string
  address?: string
  port?: number
  path?: string
  syscall?: string
}

/** A database as its setting names it, without the password. */
type Target = { setting: string; user: string; host: string; database: string; hasPassword: boolean }

const unverified =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_\w+)$/

const example = 'postgres://user:password@host:5432/database'

/** Advice for a Postgres that cannot be reached or used. Undefined if the error has another cause. */
export function explainConnection(error: Error, cells: readonly CellAddress[]): string | undefined {
  const failure: Failure = error
  const target = targetOf(failure, cells)
  const { code = '' } = failure
  // Every command opens files and addresses of others too: only those that a setting names are its fault.
  if (code === 'ENOENT' && failure.syscall !== 'connect') return explainCertificate(failure, cells)
  if (code === 'ERR_INVALID_URL') {
    const wrong = cells.find(({ url }) => !URL.canParse(url))
    return wrong && `${settingOf(wrong)} is not a Postgres address.\nWrite it as ${example}.`
  }
  return (
    explainNetwork(failure, code, target) ??
    explainLogin(failure, code, target) ??
    explainTls(failure, code, target) ??
    explainState(failure, code, target)
  )
}

function explainCertificate({ path }: Failure, cells: readonly CellAddress[]): string | undefined {
  const names = (url: string) =>
    URL.canParse(url) &&
    ['sslrootcert', 'sslcert', 'sslkey'].some(option => new URL(url).searchParams.get(option) === path)
  const cell = path !== undefined && cells.find(({ url, ownerUrl }) => names(url) || names(ownerUrl ?? ''))
  if (!cell) return undefined
  const setting = settingOf(cell)
  return `${setting} names the file ${path}, which does not exist.\nCorrect sslrootcert, sslcert or sslkey in ${setting}.`
}

function explainNetwork(failure: Failure, code: string, { setting, host }: Target): string | undefined {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The host ${failure.hostname ?? host} of ${setting} was not found.\nCorrect the name in ${setting}.`
  const isLate = /timeout (expired|exceeded when trying to connect)|Connection terminated/.test(
    failure.message,
  )
  if (!unansweredCodes.has(code) && !isLate) return undefined
  const where = failure.port ? `${failure.address}:${failure.port}` : host
  return `No Postgres answers at ${where}.
Start ${waysToStart()}, or set ${setting} to yours:
${setting}=${example}`
}

function waysToStart(): string {
  const start = startOfBundledPostgres()
  if (start === undefined) return 'it'
  const isClone = start.startsWith('npm run')
  return `one ("${start}" on Debian${isClone ? ', "docker compose up -d postgres" with Docker' : ''})`
}

function explainLogin(failure: Failure, code: string, target: Target): string | undefined {
  const { setting, user, host, database } = target
  const asksForPassword = /password must be a (non-empty )?string/.test(failure.message)
  if (asksForPassword || (code === '28P01' && !target.hasPassword))
    return `Postgres at ${host} asks for a password, and ${setting} has none.
Write it after the user: ${setting}=postgres://${user}:password@${host}/${database}`
  if (code === '28P01')
    return `Postgres at ${host} refuses the password of user "${user}".\nCorrect it in ${setting}; characters such as @ : / # are written as %40 %3A %2F %23.`
  // The refusal of Postgres says whether the connection was encrypted.
  if (code === '28000' && /no encryption/.test(failure.message))
    return `Postgres at ${host} refuses connections without TLS: ${failure.message}.\nAdd ?sslmode=require to ${setting}.`
  if (code === '28000')
    return `Postgres at ${host} refuses user "${user}": ${failure.message}.\nName a user in ${setting} who may log in, or allow this one (create role, pg_hba.conf).`
  return undefined
}

function explainTls(failure: Failure, code: string, { setting, host }: Target): string | undefined {
  if (/server does not support SSL/.test(failure.message))
    return `Postgres at ${host} does not speak TLS, and ${setting} asks for it.\nRemove sslmode from ${setting}, or switch TLS on at the server.`
  if (!unverified.test(code)) return undefined
  return `The TLS certificate of Postgres at ${host} cannot be verified: ${failure.message}.
Name its certificate authority in ${setting} (?sslmode=verify-full&sslrootcert=/path/to/ca.pem), or skip the check with ?sslmode=no-verify.`
}

function explainState(failure: Failure, code: string, target: Target): string | undefined {
  const { setting, user, host, database } = target
  const { message } = failure
  if (code === '3D000')
    return `Postgres at ${host} has no database "${database}".\nCreate it (createdb ${database}), or correct the name in ${setting}.`
  // The migrations create the role and the tables.
  if (/role "reverie_\w+" does not exist/.test(message) || /^(42P01|3F000)$/.test(code))
    return `The database "${database}" at ${host} has no Reverie tables, or outdated ones: ${message}.\nRun: reverie migrate`
  if (code === '42501')
    return `User "${user}" lacks a permission in database "${database}" at ${host}: ${message}.
Run "reverie migrate" as the owner of the database, who may create roles and extensions, or name such a user in ${setting}.`
  if (code === '57P03' || code === '57P01')
    return `Postgres at ${host} is starting or stopping: ${message}.\nTry again in a moment.`
  if (code === '53300')
    return `Postgres at ${host} has no connection left: ${message}.\nLower DATABASE_POOL_SIZE, or raise max_connections of the server.`
  return undefined
}

/** The database of an error: matched by host if there are several addresses, else the first one. */
function targetOf({ hostname, address, port }: Failure, cells: readonly CellAddress[]): Target {
  const targets = cells.flatMap(waysTo)
  const named = targets.find(({ host }) => host === `${address}:${port}` || host.split(':')[0] === hostname)
  return named ?? targets[0] ?? toTarget('DATABASE_URL', '')
}

/** A database may have an address for each of its uses. */
function waysTo(cell: CellAddress): Target[] {
  const { url, directUrl, ownerUrl } = cell
  return [
    toTarget(settingOf(cell), url),
    ...(directUrl ? [toTarget(directSettingOf(cell), directUrl)] : []),
    ...(ownerUrl ? [toTarget(ownerSettingOf(cell), ownerUrl)] : []),
  ]
}

function toTarget(setting: string, url: string): Target {
  if (!URL.canParse(url))
    return {
      setting,
      user: 'postgres',
      host: 'the configured address',
      database: 'reverie',
      hasPassword: false,
    }
  const { username, password, hostname, port, pathname, searchParams } = new URL(url)
  return {
    setting,
    user: decodeURIComponent(username) || 'postgres',
    host: searchParams.get('host') ?? `${hostname || 'localhost'}:${port || 5432}`,
    database: decodeURIComponent(pathname.slice(1)) || 'postgres',
    hasPassword: password !== '',
  }
}
