import type pg from 'pg'

export type ScopeReport = { summary: string; problem: string | null }

/** Reports whether row-level security protects every row: every table forces it, and the role cannot bypass it. */
export async function inspectScope(client: pg.Client | pg.Pool): Promise<ScopeReport> {
  const role = await client.query<{ super: boolean; bypass: boolean }>(
    `select rolsuper as super, rolbypassrls as bypass from pg_roles where rolname = 'reverie_app'`,
  )
  const app = role.rows[0]
  if (!app) return { summary: 'role reverie_app is missing', problem: 'Run: reverie migrate' }
  if (app.super || app.bypass) {
    return {
      summary: 'role reverie_app can see every row',
      problem: 'Run: alter role reverie_app nosuperuser nobypassrls',
    }
  }
  const tables = await client.query<{ name: string; locked: boolean }>(
    `select relname as name, relrowsecurity and relforcerowsecurity
              and exists (select from pg_policy where polrelid = c.oid) as locked
       from pg_class c where relnamespace = to_regnamespace('cell') and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const open = tables.rows.filter(({ locked }) => !locked).map(({ name }) => name)
  if (open.length > 0)
    return {
      summary: `no row-level security on ${open.join(', ')}`,
      problem: 'Restore the policies: compare with server/src/platform/db/schema.sql',
    }
  return { summary: `row-level security forced on ${tables.rows.length} tables`, problem: null }
}
