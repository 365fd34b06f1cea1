import { sql } from 'kysely'
import type { Db } from '../db/tx.ts'
import type { Organization } from './principal.ts'

export type KeyRow = {
  id: string
  org: string
  name: string
  containerTag: string | null
  createdAt: Date
  expiresAt: Date | null
  disabledAt: Date | null
  lastUsedAt: Date | null
}

export type KeyWithOrganization = KeyRow & { secretHash: Buffer; organization: Organization }

const organizationColumns = sql`o.id, o.slug, o.name, o.home_shard as "homeShard", o.spread`
const keyColumns = sql`k.id, k.org, k.name, k.container_tag as "containerTag", k.created_at as "createdAt",
  k.expires_at as "expiresAt", k.disabled_at as "disabledAt", k.last_used_at as "lastUsedAt"`

/** Taking the shard's row keeps it in its cell until the organization is there. */
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

export async function insertKey(
  db: Db,
  key: { id: string; org: string; name: string; secretHash: Buffer },
): Promise<void> {
  await sql`insert into directory.keys (id, org, name, secret_hash) values (${key.id}, ${key.org}, ${key.name}, ${key.secretHash})`.execute(
    db,
  )
}

export async function findKey(db: Db, id: string): Promise<KeyWithOrganization | undefined> {
  const { rows } = await sql<KeyRow & { secretHash: Buffer; organization: Organization }>`
    select ${keyColumns}, k.secret_hash as "secretHash",
           json_build_object('id', o.id, 'slug', o.slug, 'name', o.name, 'homeShard', o.home_shard, 'spread', o.spread) as organization
      from directory.keys k join directory.organizations o on o.id = k.org where k.id = ${id}`.execute(db)
  return rows[0]
}

export async function listKeys(db: Db, org?: string): Promise<(KeyRow & { slug: string })[]> {
  const { rows } = await sql<KeyRow & { slug: string }>`
    select ${keyColumns}, o.slug from directory.keys k join directory.organizations o on o.id = k.org
     where ${org ?? null}::uuid is null or k.org = ${org ?? null} order by o.slug, k.created_at`.execute(db)
  return rows
}

export async function disableKey(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update directory.keys set disabled_at = coalesce(disabled_at, now()) where id = ${id}`.execute(db)
  return numAffectedRows === 1n
}
