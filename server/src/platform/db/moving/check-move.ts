import type pg from 'pg'

type SourceRights = {
  level: string
  slots: number
  senders: number
  may: boolean
  silences: boolean
  seesOthers: boolean
}

/** Problems of a cell that would stop a move half-way, as sentences with what to do. */
export async function problemsOfSource(client: pg.Client, name: string): Promise<string[]> {
  const { rows } = await client.query<SourceRights>(
    `select current_setting('wal_level') as level,
            current_setting('max_replication_slots')::int - (select count(*)::int from pg_replication_slots) as slots,
            current_setting('max_wal_senders')::int - (select count(*)::int from pg_stat_replication) as senders,
            (select rolsuper or (rolreplication and rolbypassrls) from pg_roles where rolname = current_user) as may,
            has_parameter_privilege(current_user, 'session_replication_role', 'set') as silences,
            pg_has_role(current_user, 'pg_read_all_stats', 'usage') as "seesOthers"`,
  )
  const { level, slots, senders, may, silences, seesOthers } = rows[0]!
  const problems: string[] = []
  if (level !== 'logical')
    problems.push(
      `Cell ${name} has wal_level = ${level}. Set wal_level = logical in its postgresql.conf and restart Postgres.`,
    )
  if (slots < 3 || senders < 3)
    problems.push(
      `Cell ${name} has ${slots} replication slots and ${senders} senders left, and a move needs three. Raise max_replication_slots and max_wal_senders.`,
    )
  if (!may)
    problems.push(
      `The owner's login of cell ${name} may not replicate. Run there: alter role … replication bypassrls`,
    )
  if (!silences) problems.push(noSilence(name))
  // Otherwise rows would be deleted while transactions that began before the hand-over still read them.
  if (!seesOthers)
    problems.push(
      `The owner's login of cell ${name} may not see the transactions of others. Run there as a superuser: grant pg_read_all_stats to …`,
    )
  return problems
}

export async function problemsOfTarget(client: pg.Client, name: string): Promise<string[]> {
  const { rows } = await client.query<{ workers: number; may: boolean; silences: boolean }>(
    `select current_setting('max_logical_replication_workers')::int as workers,
            (select rolsuper or (rolbypassrls and pg_has_role(current_user, 'pg_create_subscription', 'member')) from pg_roles
              where rolname = current_user) as may,
            has_parameter_privilege(current_user, 'session_replication_role', 'set') as silences`,
  )
  const { workers, may, silences } = rows[0]!
  const problems: string[] = []
  if (workers < 3)
    problems.push(
      `Cell ${name} allows ${workers} logical replication workers. Set max_logical_replication_workers to 4 or more.`,
    )
  if (!may)
    problems.push(
      `The owner's login of cell ${name} may not subscribe. Run there as a superuser: grant pg_create_subscription to …; alter role … bypassrls`,
    )
  if (!silences) problems.push(noSilence(name))
  return problems
}

const noSilence = (name: string) =>
  `The owner's login of cell ${name} may not delete rows without triggers. Run there as a superuser: grant set on parameter session_replication_role to …`

/** Names of migrations that one of two cells has not had: their tables could differ. */
export async function unlikeMigrations(a: pg.Client, b: pg.Client): Promise<string[]> {
  const read = async (client: pg.Client) => {
    const { rows } = await client.query<{ name: string }>(
      `select name from public.reverie_migrations where part = 'cell'`,
    )
    return new Set(rows.map(({ name }) => name))
  }
  const [here, there] = await Promise.all([read(a), read(b)])
  return [...here.symmetricDifference(there)].sort()
}
