import { sql } from 'kysely'
import type { Organization, RateLimit } from '../../platform/access/principal.ts'
import type { Role } from '../../platform/access/roles.ts'
import type { Db } from '../../platform/db/tx.ts'

export type KeyRow = {
  id: string
  org: string
  name: string
  containerTag: string | null
  createdAt: Date
  expiresAt: Date | null
  disabledAt: Date | null
  lastUsedAt: Date | null
  /** The plugin that the log-in page made the key for. */
  client: string | null
  rateLimitMax: number | null
  rateLimitWindowMs: number | null
}

export type KeyWithOrganization = KeyRow & {
  secretHash: Buffer
  /** Of a key that a person gave to a plugin: the most that it may do, the person, and their role; null when they left. */
  role: Role | null
  person: string | null
  personRole: Role | null
  organization: Organization
}

const organizationColumns = sql`o.id, o.slug, o.name, o.home_shard as "homeShard", o.spread`
const keyColumns = sql`k.id, k.org, k.name, k.container_tag as "containerTag", k.created_at as "createdAt",
  k.expires_at as "expiresAt", k.disabled_at as "disabledAt", k.last_used_at as "lastUsedAt", k.client,
  k.rate_limit_max as "rateLimitMax", k.rate_limit_window_ms as "rateLimitWindowMs"`

/** A shard for a new organization. Undefined when every cell is being emptied. */
export async function pickShard(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ shard: number }>`
    select s.shard from directory.shards s join directory.cells c on c.name = s.cell
     where c.draining_at is null order by random() limit 1`.execute(db)
  return rows[0]?.shard
}

/** Locking the shard's row keeps the shard in its cell until the organization exists. */
export async function insertOrganization(db: Db, organization: Organization): Promise<void> {
  await sql`select from directory.shards where ${organization.spread} or shard = ${organization.homeShard} for key share`.execute(
    db,
  )
  await sql`
    insert into directory.organizations (id, slug, name, home_shard, spread)
    values (${organization.id}, ${organization.slug}, ${organization.name}, ${organization.homeShard}, ${organization.spread})`.execute(
    db,
  )
}

export async function listOrganizations(db: Db): Promise<Organization[]> {
  const { rows } =
    await sql<Organization>`select ${organizationColumns} from directory.organizations o order by o.created_at`.execute(
      db,
    )
  return rows
}

export async function findOrganization(db: Db, slug: string): Promise<Organization | undefined> {
  const { rows } =
    await sql<Organization>`select ${organizationColumns} from directory.organizations o where o.slug = ${slug}`.execute(
      db,
    )
  return rows[0]
}

/** Null removes the quota. Returns false when there is no such organization. */
export async function setTokenQuota(db: Db, slug: string, tokens: number | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update directory.organizations set token_quota = ${tokens} where slug = ${slug}`.execute(db)
  return numAffectedRows === 1n
}

export type NewKey = {
  id: string
  org: string
  name: string
  secretHash: Buffer
  /** Only for scoped keys. */
  containerTag?: string
  expiresAt?: Date | null
  rateLimit?: RateLimit
  /** Only for keys that a person gave to a plugin. */
  grant?: { client: string; person: string; role: Role }
}

export async function insertKey(db: Db, key: NewKey): Promise<void> {
  await sql`
    insert into directory.keys (id, org, name, secret_hash, container_tag, expires_at, rate_limit_max, rate_limit_window_ms,
                                client, person, role)
    values (${key.id}, ${key.org}, ${key.name}, ${key.secretHash}, ${key.containerTag ?? null}, ${key.expiresAt ?? null},
            ${key.rateLimit?.max ?? null}, ${key.rateLimit?.windowMs ?? null}, ${key.grant?.client ?? null}, ${key.grant?.person ?? null},
            ${key.grant?.role ?? null})`.execute(db)
}

export async function findKey(db: Db, id: string): Promise<KeyWithOrganization | undefined> {
  const { rows } = await sql<KeyWithOrganization>`
    select ${keyColumns}, k.secret_hash as "secretHash", k.role, k.person, m.role as "personRole",
           json_build_object('id', o.id, 'slug', o.slug, 'name', o.name, 'homeShard', o.home_shard, 'spread', o.spread,
             'tokenQuota', o.token_quota) as organization
      from directory.keys k join directory.organizations o on o.id = k.org
      left join directory.members m on m.org = k.org and m.person = k.person where k.id = ${id}`.execute(db)
  return rows[0]
}

export async function selectKeys(db: Db, org?: string): Promise<(KeyRow & { slug: string })[]> {
  const { rows } = await sql<KeyRow & { slug: string }>`
    select ${keyColumns}, o.slug from directory.keys k join directory.organizations o on o.id = k.org
     where ${org ?? null}::uuid is null or k.org = ${org ?? null} order by o.slug, k.created_at`.execute(db)
  return rows
}

/** Disables a key by its id: of any organization, of one, or only a scoped key of one. */
export async function markDisabled(
  db: Db,
  id: string,
  of?: { org: string; scopedOnly: boolean },
): Promise<boolean> {
  const mine = of ? sql`org = ${of.org} and (${!of.scopedOnly} or container_tag is not null)` : sql`true`
  const { numAffectedRows } = await sql`
    update directory.keys set disabled_at = coalesce(disabled_at, now()) where id = ${id} and ${mine}`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Stores that keys were used, in one statement for all recently used keys. */
export async function touchKeys(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update directory.keys set last_used_at = now() where id = any(${ids}::text[])`.execute(db)
}

export type Reservation = { granted: boolean; remaining: number; resetMs: number; waitMs: number }

/**
 * GCRA in one statement: `free_at` advances by the time that the requests are worth, unless that would put it more than
 * a window ahead of now. Uses the database's clock, the only one all processes share.
 */
export async function reserveRequests(
  db: Db,
  key: string,
  count: number,
  limit: RateLimit,
): Promise<Reservation> {
  const stepMs = limit.windowMs / limit.max
  const step = sql`${stepMs * count} * interval '1 millisecond'`
  const { rows } = await sql<{ granted: boolean; aheadMs: number }>`
    with moved as (
      insert into directory.rate_limits as r (key, free_at) values (${key}, clock_timestamp() + ${step})
      on conflict (key) do update set free_at = greatest(r.free_at, clock_timestamp()) + ${step}
       where greatest(r.free_at, clock_timestamp()) + ${step} <= clock_timestamp() + ${limit.windowMs} * interval '1 millisecond'
      returning free_at
    )
    select (select count(*) from moved) = 1 as granted,
           extract(epoch from coalesce((select free_at from moved), (select free_at from directory.rate_limits where key = ${key}))
             - clock_timestamp()) * 1000 as "aheadMs"`.execute(db)
  const { granted, aheadMs } = rows[0]!
  const ahead = Math.max(0, Number(aheadMs))
  return {
    granted,
    remaining: Math.max(0, Math.floor((limit.windowMs - ahead) / stepMs)),
    resetMs: ahead,
    waitMs: Math.max(0, ahead + stepMs * count - limit.windowMs),
  }
}
