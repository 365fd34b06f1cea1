import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'

export type StoredSettings = Record<string, unknown>

export async function readSettings(db: Db, org: string): Promise<StoredSettings> {
  const { rows } = await sql<{ settings: StoredSettings }>`
    select settings from directory.settings where org = ${org}`.execute(db)
  return rows[0]?.settings ?? {}
}

/** Merges key by key; null removes its key. One statement, so that two concurrent updates both take effect. */
export async function mergeSettings(db: Db, org: string, patch: StoredSettings): Promise<StoredSettings> {
  const { rows } = await sql<{ settings: StoredSettings }>`
    insert into directory.settings as s (org, settings) values (${org}, jsonb_strip_nulls(${JSON.stringify(patch)}::jsonb))
    on conflict (org) do update set settings = jsonb_strip_nulls(s.settings || ${JSON.stringify(patch)}::jsonb), updated_at = now()
    returning settings`.execute(db)
  return rows[0]!.settings
}

/** Settings of organizations in the order of their ids, after the given one. */
export async function listSettings(
  db: Db,
  after: string | undefined,
  limit: number,
): Promise<{ org: string; settings: StoredSettings }[]> {
  const { rows } = await sql<{ org: string; settings: StoredSettings }>`
    select org, settings from directory.settings where ${after ?? null}::uuid is null or org > ${after ?? null}::uuid
     order by org limit ${limit}`.execute(db)
  return rows
}

/** Replaces a value that has not changed; a concurrent change wins. */
export async function replaceSetting(
  db: Db,
  org: string,
  name: string,
  { from, to }: { from: unknown; to: unknown },
): Promise<boolean> {
  const { rows } = await sql`
    update directory.settings set settings = jsonb_set(settings, array[${name}::text], ${JSON.stringify(to)}::jsonb)
     where org = ${org} and settings -> ${name}::text = ${JSON.stringify(from)}::jsonb returning org`.execute(
    db,
  )
  return rows.length > 0
}
