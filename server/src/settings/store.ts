import { sql } from 'kysely'
import type { Db } from '../db/tx.ts'

export type StoredSettings = Record<string, unknown>

export async function readSettings(db: Db, org: string): Promise<StoredSettings> {
  const { rows } = await sql<{ settings: StoredSettings }>`
    select settings from directory.settings where org = ${org}`.execute(db)
  return rows[0]?.settings ?? {}
}

/** Merges key by key; a null removes its key. One statement, so two updates at once both hold. */
export async function mergeSettings(db: Db, org: string, patch: StoredSettings): Promise<StoredSettings> {
  const { rows } = await sql<{ settings: StoredSettings }>`
    insert into directory.settings as s (org, settings) values (${org}, jsonb_strip_nulls(${JSON.stringify(patch)}::jsonb))
    on conflict (org) do update set settings = jsonb_strip_nulls(s.settings || ${JSON.stringify(patch)}::jsonb), updated_at = now()
    returning settings`.execute(db)
  return rows[0]!.settings
}
