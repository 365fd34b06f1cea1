import type pg from 'pg'

/** A connection could see more than it may. It is closed, and the message says what to do. */
export class SecondLockError extends Error {}

/** The role and login of a connection, and the rights that the login has beyond its roles. */
export type LoginRights = { role: string; login: string; session: string | null; powers: string[] }

/** Sees every row, for backfills of the owner (`migrating/backfill.ts`). */
const allRows = 'reverie_backfill'

/** Members of these roles read and write the server's files or run programs on it, which equals a superuser. */
const powerful = ['pg_execute_server_program', 'pg_write_server_files', 'pg_read_server_files']

/**
 * A superuser counts as a member of every role, so one query finds the rights of the login itself and of every role
 * that it could switch to with `set role`. Owners are looked up by schema, because there are as many tables as
 * partitions.
 */
export async function readLoginRights(client: pg.ClientBase): Promise<LoginRights> {
  const { rows } = await client.query<LoginRights>(
    `select current_user as role, session_user as login, current_setting('reverie.session', true) as session, array(
       select case when rolname = session_user then '' else 'may become ' || rolname || ', ' end ||
              case when rolsuper then 'a superuser' when rolbypassrls then 'exempt from row-level security'
                   when rolname = $2 then 'a role that sees every row'
                   else 'a role that reads and writes files of the server' end
         from pg_roles where (rolsuper or rolbypassrls or rolname = any($1) or rolname = $2) and pg_has_role(session_user, oid, 'member')
          and (rolname = session_user or not exists (select from pg_roles u where u.rolname = session_user and u.rolsuper))
       union all
       select 'owns the tables' where exists (
         select from pg_namespace where nspname in ('cell', 'directory', 'work', 'boss')
            and pg_has_role(session_user, nspowner, 'member'))) as powers`,
    [powerful, allRows],
  )
  return rows[0]!
}

/** Start-up settings of a session that belongs to one of our connections. `reverie.session` shows that they arrived. */
export const sessionOf = (role: string) => ({ role, 'reverie.session': 'own' })

/**
 * Row-level security holds for a role, so a login that may leave the role has no second lock. Checked once per
 * connection, because the role comes with the start-up settings, which a pooler may drop. The connection then sees
 * nothing rather than everything.
 *
 * A login has the role by itself too, so the role alone does not show that the settings arrived. A connection without
 * them must not be used like a session: in transaction mode its settings would reach the transactions of others.
 */
export async function assertSecondLock(client: pg.ClientBase, expected: string): Promise<void> {
  const { role, login, session, powers } = await readLoginRights(client)
  if (powers.length > 0) throw new SecondLockError(tooPowerful(login, powers))
  if (role !== expected || session !== 'own')
    throw new SecondLockError(
      `The connection acts as "${role}", and its start-up settings did not arrive: a connection pooler on the way has dropped them. For a pooler in transaction mode, set DATABASE_DIRECT_URL (CELL_DIRECT_URLS for further cells, DIRECTORY_DIRECT_URL for the directory) to the same database past the pooler. Else connect to Postgres directly.`,
    )
}

/**
 * The same behind a pooler in transaction mode, where each transaction sets its role by itself, and the login has one for
 * single statements. What the login may do binds every session that the pooler opens, so one look is enough for all of them.
 */
export async function assertPooledLock(client: pg.ClientBase, expected: string): Promise<void> {
  await client.query(`begin; set local role ${expected}`)
  const { role, login, powers } = await readLoginRights(client).finally(() => client.query('rollback'))
  if (powers.length > 0) throw new SecondLockError(tooPowerful(login, powers))
  if (role !== expected)
    throw new SecondLockError(
      `A transaction acts as "${role}" instead of "${expected}": the pooler does not keep a transaction on one session of Postgres. Use its transaction mode.`,
    )
  const { rows } = await client.query<{ role: string }>('select current_user as role')
  if (rows[0]!.role !== 'reverie_app')
    throw new SecondLockError(
      `The login "${login}" acts as "${rows[0]!.role}" outside of a transaction, and not as "reverie_app". Run "reverie migrate" as the owner, or the statements in docs/deploy/pooler.md. Then let the pooler open its sessions again (PgBouncer: reconnect).`,
    )
}

export function tooPowerful(login: string, powers: readonly string[]): string {
  return `The login "${login}" can see every organization's rows (${powers.join('; ')}). Requests must be answered by a login without such rights.`
}
