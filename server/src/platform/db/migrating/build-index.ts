import type pg from 'pg'
import { type Patience, retryLock, retryStatement } from './retry-lock.ts'

const statement = /^create (unique )?index concurrently if not exists (\w+)\s+on (\w+)\.(\w+)\s+([\s\S]+)$/i

type IndexPlan = { unique: string; name: string; schema: string; table: string; rest: string }

/**
 * Builds an index while its table is read and written. Postgres builds no index of a partitioned table concurrently, so
 * it is built in each partition first. The index of the whole table then only joins them, which takes milliseconds.
 */
export async function buildIndex(client: pg.Client, sql: string, patience: Patience): Promise<void> {
  const plan = readPlan(sql)
  const partitions = await listPartitions(client, plan)
  // A process of a version before 0053 that migrates too waits inside of a statement: a deadlock, which Postgres ends.
  const build = (name: string, table: string) =>
    retryLock(client, `The index ${name}`, patience, () => buildOne(client, plan, name, table))
  if (!partitions) return build(plan.name, plan.table)
  for (const partition of partitions) await build(childName(plan, partition), partition)
  const { unique, name, schema, table, rest } = plan
  const attempt = (text: string) => retryStatement(client, `The index ${name}`, patience, text)
  await attempt(`create ${unique}index if not exists ${name} on only ${schema}.${table} ${rest}`)
  for (const partition of partitions) {
    const child = `${schema}.${childName(plan, partition)}`
    const { rowCount } = await client.query('select from pg_inherits where inhrelid = $1::regclass', [child])
    if (rowCount === 0) await attempt(`alter index ${schema}.${name} attach partition ${child}`)
  }
}

function readPlan(sql: string): IndexPlan {
  const [, unique = '', name, schema, table, rest] = statement.exec(sql) ?? []
  if (!name || !schema || !table || !rest)
    throw new Error(
      `Not of the form "create index concurrently if not exists name on schema.table …": ${sql}`,
    )
  return { unique, name, schema, table, rest }
}

/** `documents_category` of `documents_0` is `documents_category_0`. */
const childName = ({ name, table }: IndexPlan, partition: string) => `${name}${partition.slice(table.length)}`

/** Returns null for a table without partitions. */
async function listPartitions(client: pg.Client, { schema, table }: IndexPlan): Promise<string[] | null> {
  const { rows } = await client.query<{ kind: string; partitions: string[] }>(
    `select relkind::text as kind, array(
       select p.relname::text from pg_inherits join pg_class p on p.oid = inhrelid where inhparent = c.oid order by 1) as partitions
       from pg_class c where c.oid = $1::regclass`,
    [`${schema}.${table}`],
  )
  return rows[0]!.kind === 'p' ? rows[0]!.partitions : null
}

/**
 * An interrupted build leaves an index that is kept up by every write and used by no query. It is dropped and built
 * again. Both wait for open transactions, however long those take. Nobody waits behind them, so there is no lock timeout.
 */
async function buildOne(client: pg.Client, plan: IndexPlan, name: string, table: string): Promise<void> {
  const { unique, schema, rest } = plan
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [`${schema}.${name}`],
  )
  if (rows[0]?.valid) return
  if (rows[0]) await client.query(`drop index concurrently ${schema}.${name}`)
  await client.query(`create ${unique}index concurrently ${name} on ${schema}.${table} ${rest}`)
}
