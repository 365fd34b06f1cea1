import { copiedTables } from '../../src/platform/db/moving/moved-tables.ts'
import { type Ask, always, type Invariant, inOrg, sameContainer } from './invariant.ts'

/** An organization of the directory, which may be in another database than the cell. */
export type Owner = { id: string; shard: number; spread: boolean }

type Column = { table: string; column: string; type: string }

/** Columns that name a row of another table, by their names. The catalog says which tables have them. */
const parents: Record<string, { table: string; key: string }> = {
  container: { table: 'containers', key: 'container' },
  document: { table: 'documents', key: 'id' },
  memory: { table: 'memories', key: 'id' },
  connection: { table: 'connections', key: 'id' },
  endpoint: { table: 'webhook_endpoints', key: 'endpoint' },
  job: { table: 'archive_jobs', key: 'id' },
}

/** Their rows outlive the container: receipts say that it is gone, and a lease row holds only a counter. */
const outlives = new Set(['erasures', 'dream_leases', 'merges', 'organization_indexes'])

/** Parents that lie in the container of their rows, if the rows have one. */
const inContainer = new Set(['document', 'memory'])

/** Rows of a connection, which is on another shard than its documents if the organization is spread. */
const withDocumentsElsewhere = new Set(['sync_items'])

/** Every cell has these rows of every organization, on shard 0. */
const copied: ReadonlySet<string> = new Set(copiedTables)

/** Every row has its parent, in the same organization and container. New tables are found in the catalog. */
export async function ownership(ask: Ask, organizations: readonly Owner[]): Promise<Invariant[]> {
  const columns = await ask<Column>(
    `select c.relname as table, attname as column, format_type(atttypid, null) as type
       from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
      where relnamespace = 'cell'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1, 2`,
  )
  const children = columns.filter(
    ({ table, column, type }) =>
      type === 'uuid' &&
      parents[column] &&
      parents[column].table !== table &&
      !(column === 'container' && outlives.has(table)),
  )
  const withContainer = new Set(
    columns.filter(({ column }) => column === 'container').map(({ table }) => table),
  )
  const tables = [...new Set(columns.filter(({ column }) => column === 'org').map(({ table }) => table))]
  return [
    ...children.map(child => hasParent(child, withContainer.has(child.table))),
    ...children.filter(({ column }) => column === 'document').map(notOfDeleted),
    ...tables.map(table => hasOwner(table, organizations)),
  ]
}

function hasParent({ table, column }: Column, hasContainer: boolean): Invariant {
  const { table: parent, key } = parents[column]!
  const isOnAnyShard = copied.has(parent) || (column === 'document' && withDocumentsElsewhere.has(table))
  const sameShard = isOnAnyShard ? 'p.org = x.org' : '(p.shard, p.org) = (x.shard, x.org)'
  const within = hasContainer && inContainer.has(column) ? sameContainer('p', 'x') : sameShard
  return always(
    `${table}.without_${column}`,
    `select x.org, x.${column} from cell.${table} x
      where ${inOrg('x')} and x.${column} is not null
        and not exists (select from cell.${parent} p where ${within} and p.${key} = x.${column})`,
  )
}

/** A document that was purged leaves one row, without content, and rows of no other table. */
function notOfDeleted({ table }: Column): Invariant {
  return always(
    `${table}.of_deleted_document`,
    `select x.org, x.document from cell.${table} x join cell.documents d on (d.shard, d.org, d.id) = (x.shard, x.org, x.document)
      where ${inOrg('x')} and d.tombstoned_at is not null and d.due_at is null and d.dream_since is null`,
  )
}

/** No row of an organization that the directory does not know, nor on a shard that is not the organization's. */
function hasOwner(table: string, organizations: readonly Owner[]): Invariant {
  const isElsewhere = copied.has(table) ? 'x.shard <> 0' : 'not o.spread and o.shard <> x.shard'
  return always(
    `${table}.of_another_organization`,
    `select x.shard, x.org from (select distinct shard, org from cell.${table} x where ${inOrg('x')}) x
       left join jsonb_to_recordset('${JSON.stringify(organizations)}') as o (id uuid, shard smallint, spread boolean) on o.id = x.org
      where o.id is null or (${isElsewhere})`,
  )
}
