import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { AnySealedValue, SealedValue } from '../../platform/lib/seal.ts'

/** `cell.connections` as requests see it. Each lies in the home shard of its organization, which its id names. */

export const connectionStates = ['active', 'paused', 'needs_authorization'] as const
export type ConnectionState = (typeof connectionStates)[number] | 'deleting'

/** A resource that a person chose. */
export type ChosenResource = { id: string; name?: string; defaultBranch?: string }

export type ConnectionKey = { shard: number; org: string; id: string }

export type ConnectionRow = ConnectionKey & {
  provider: string
  containerTag: string
  settings: Record<string, unknown>
  credentials: AnySealedValue | null
  credentialsVersion: number
  expiresAt: Date | null
  account: string | null
  chosen: ChosenResource[] | null
  state: ConnectionState
  documentLimit: number | null
  metadata: Record<string, unknown> | null
  everyMinutes: number | null
  checkpoint: unknown
  fullRun: string | null
  subscription: AnySealedValue | null
  nextRunAt: Date | null
  asked: 'manual' | 'event' | null
  currentRun: string | null
  failures: number
  attempts: number
  fence: number
  deletesDocuments: boolean
  createdBy: string
  createdAt: Date
}

export const connectionColumns = sql`c.shard, c.org, c.id, c.provider, c.container_tag as "containerTag", c.settings, c.credentials,
  c.credentials_version as "credentialsVersion", c.expires_at as "expiresAt", c.account, c.chosen, c.state,
  c.document_limit as "documentLimit", c.metadata, c.every_minutes as "everyMinutes", c.checkpoint, c.full_run as "fullRun", c.subscription,
  c.next_run_at as "nextRunAt", c.asked, c.current_run as "currentRun", c.failures, c.attempts, c.fence,
  c.deletes_documents as "deletesDocuments", c.created_by as "createdBy", c.created_at as "createdAt"`

export const namedConnection = ({ shard, org, id }: ConnectionKey) =>
  sql`c.shard = ${shard} and c.org = ${org} and c.id = ${id}`

export type NewConnection = Pick<
  ConnectionRow,
  | 'shard'
  | 'org'
  | 'id'
  | 'provider'
  | 'containerTag'
  | 'settings'
  | 'account'
  | 'state'
  | 'documentLimit'
  | 'metadata'
  | 'everyMinutes'
  | 'createdBy'
> & { credentials: SealedValue | null }

const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

/** An active one is due at once. */
export async function insertConnection(db: Db, given: NewConnection): Promise<ConnectionRow> {
  const isActive = given.state === 'active'
  const { rows } = await sql<ConnectionRow>`
    insert into cell.connections as c (shard, org, id, provider, container_tag, settings, credentials, account, state, document_limit,
      metadata, every_minutes, created_by, asked, asks_pull)
    values (${given.shard}, ${given.org}, ${given.id}, ${given.provider}, ${given.containerTag}, ${json(given.settings)}::jsonb,
      ${json(given.credentials)}::jsonb, ${given.account}, ${given.state}, ${given.documentLimit}, ${json(given.metadata)}::jsonb,
      ${given.everyMinutes}, ${given.createdBy}, ${isActive ? 'manual' : null}, ${isActive})
    returning ${connectionColumns}`.execute(db)
  return rows[0]!
}

export async function findConnection(db: Db, key: ConnectionKey): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<ConnectionRow>`
    select ${connectionColumns} from cell.connections c where ${namedConnection(key)} and c.state <> 'deleting'`.execute(
    db,
  )
  return rows[0]
}

export async function lockConnection(db: Db, key: ConnectionKey): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<ConnectionRow>`
    select ${connectionColumns} from cell.connections c where ${namedConnection(key)} and c.state <> 'deleting' for update`.execute(
    db,
  )
  return rows[0]
}

export type ConnectionFilter = {
  provider?: string | undefined
  containerTags?: readonly string[] | undefined
}

/** Oldest first. An organization has few connections. */
export async function listConnections(
  db: Db,
  { shard, org }: Pick<ConnectionKey, 'shard' | 'org'>,
  { provider, containerTags }: ConnectionFilter = {},
): Promise<ConnectionRow[]> {
  const { rows } = await sql<ConnectionRow>`
    select ${connectionColumns} from cell.connections c
     where c.shard = ${shard} and c.org = ${org} and c.state <> 'deleting' and (${provider ?? null}::text is null or c.provider = ${provider ?? null})
       and (${containerTags ?? null}::text[] is null or c.container_tag = any(${containerTags ?? null}::text[]))
     order by c.id`.execute(db)
  return rows
}

export async function countConnections(
  db: Db,
  { shard, org }: Pick<ConnectionKey, 'shard' | 'org'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from cell.connections c where c.shard = ${shard} and c.org = ${org}`.execute(
    db,
  )
  return rows[0]!.count
}

export type ConnectionChanges = Partial<
  Pick<
    ConnectionRow,
    | 'settings'
    | 'state'
    | 'documentLimit'
    | 'metadata'
    | 'everyMinutes'
    | 'account'
    | 'chosen'
    | 'expiresAt'
    | 'nextRunAt'
  >
> & { credentials?: SealedValue }

const columnOf = {
  settings: 'settings',
  state: 'state',
  documentLimit: 'document_limit',
  metadata: 'metadata',
  everyMinutes: 'every_minutes',
  account: 'account',
  chosen: 'chosen',
  expiresAt: 'expires_at',
  nextRunAt: 'next_run_at',
  credentials: 'credentials',
} as const satisfies Record<keyof ConnectionChanges, string>

const jsonColumns = new Set<string>(['settings', 'metadata', 'chosen', 'credentials'])

/** Changes the given columns. New credentials raise their version. */
export async function changeConnection(
  db: Db,
  key: ConnectionKey,
  changes: ConnectionChanges,
): Promise<ConnectionRow> {
  const sets = Object.entries(changes).map(([name, value]) => {
    const column = columnOf[name as keyof ConnectionChanges]
    return jsonColumns.has(column)
      ? sql`${sql.ref(column)} = ${json(value)}::jsonb`
      : sql`${sql.ref(column)} = ${value ?? null}`
  })
  if (changes.credentials)
    sets.push(sql`credentials_version = c.credentials_version + 1`, sql`renewing_until = null`)
  const { rows } = await sql<ConnectionRow>`
    update cell.connections c set ${sql.join([...sets, sql`updated_at = now()`])} where ${namedConnection(key)}
    returning ${connectionColumns}`.execute(db)
  return rows[0]!
}

/** Asks for a run. With `isAnew` it reads the source from its beginning, because what is wanted has changed. */
export async function askForRun(
  db: Db,
  key: ConnectionKey,
  { trigger, pulls, isAnew = false }: { trigger: 'manual' | 'event'; pulls: boolean; isAnew?: boolean },
): Promise<void> {
  await sql`
    update cell.connections c
       set asked = case when c.asked = 'manual' then c.asked else ${trigger} end, asks_pull = c.asks_pull or ${pulls},
           checkpoint = case when ${isAnew} then null else c.checkpoint end,
           full_run = case when ${isAnew} then null else c.full_run end,
           -- A worker that reads by the former settings must store no checkpoint any more.
           fence = case when ${isAnew} then c.fence + 1 else c.fence end,
           leased_until = case when ${isAnew} then null else c.leased_until end, updated_at = now()
     where ${namedConnection(key)}`.execute(db)
}

/** Hides a connection. Its lane removes what is left of it, once the worker of a run has stopped or its lease has ended. */
export async function markDeleting(db: Db, key: ConnectionKey, deletesDocuments: boolean): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update cell.connections c set state = 'deleting', deletes_documents = ${deletesDocuments}, attempts = 0, updated_at = now()
     where ${namedConnection(key)} and c.state <> 'deleting'`.execute(db)
  return numAffectedRows === 1n
}

/** Takes the right to renew the tokens for a while. Returns undefined while another process has it. */
export async function beginRenewal(
  db: Db,
  key: ConnectionKey,
  version: number,
  forMs: number,
): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<ConnectionRow>`
    update cell.connections c set renewing_until = clock_timestamp() + ${forMs} * interval '1 millisecond'
     where ${namedConnection(key)} and c.credentials_version = ${version}
       and (c.renewing_until is null or c.renewing_until < clock_timestamp())
    returning ${connectionColumns}`.execute(db)
  return rows[0]
}

/** Stores renewed tokens, unless a person has authorized the connection again meanwhile. */
export async function storeRenewed(
  db: Db,
  { credentialsVersion, ...key }: ConnectionKey & Pick<ConnectionRow, 'credentialsVersion'>,
  credentials: SealedValue,
): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<ConnectionRow>`
    update cell.connections c
       set credentials = ${json(credentials)}::jsonb, credentials_version = c.credentials_version + 1, renewing_until = null, updated_at = now()
     where ${namedConnection(key)} and c.credentials_version = ${credentialsVersion}
    returning ${connectionColumns}`.execute(db)
  return rows[0]
}

export async function endRenewal(db: Db, key: ConnectionKey): Promise<void> {
  await sql`update cell.connections c set renewing_until = null where ${namedConnection(key)}`.execute(db)
}

/** Replaces a sealed column that has not changed; a concurrent change wins. */
export async function replaceSealed(
  db: Db,
  key: ConnectionKey,
  column: 'credentials' | 'subscription',
  { from, to }: { from: unknown; to: unknown },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update cell.connections c set ${sql.ref(column)} = ${JSON.stringify(to)}::jsonb
     where ${namedConnection(key)} and c.${sql.ref(column)} = ${JSON.stringify(from)}::jsonb`.execute(db)
  return numAffectedRows === 1n
}

/** The time until the account may be asked again. Whoever asks takes the next place, so that nobody is refused. */
export async function takeTurn(db: Db, account: string, everyMs: number): Promise<number> {
  const step = sql`${everyMs} * interval '1 millisecond'`
  const { rows } = await sql<{ waitMs: number }>`
    insert into directory.rate_limits as r (key, free_at) values (${account}, clock_timestamp() + ${step})
    on conflict (key) do update set free_at = greatest(r.free_at, clock_timestamp()) + ${step}
    returning (extract(epoch from r.free_at - clock_timestamp()) * 1000)::float8 - ${everyMs}::float8 as "waitMs"`.execute(
    db,
  )
  return Math.max(0, rows[0]!.waitMs)
}
