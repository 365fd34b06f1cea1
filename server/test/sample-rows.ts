/** Made-up rows of every table, from the columns in the catalog: a new table needs no change to the tests that use them. */
export type Column = { name: string; type: string; label: string | null; needed: boolean }
export type Table = { name: string; columns: Column[]; hasContainer: boolean }

type Admin = { query<Row extends object>(sql: string): Promise<{ rows: Row[] }> }

/** The tables of tenants. */
export async function readTables(admin: Admin): Promise<Table[]> {
  const { rows } = await admin.query<{ name: string; columns: Column[] }>(
    `select c.relname as name, json_agg(json_build_object('name', attname, 'type', format_type(atttypid, null),
              'label', (select min(enumlabel) from pg_enum where enumtypid = atttypid),
              'needed', attnotnull and not atthasdef and attidentity = '')) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
      where relnamespace = 'cell'::regnamespace and relkind in ('r', 'p') and not relispartition
      group by c.relname order by c.relname`,
  )
  return rows.map(row => ({ ...row, hasContainer: row.columns.some(({ name }) => name === 'container') }))
}

/** A value of each type that our tables use. Texts differ, because columns may be unique. */
const samples: Record<string, string> = {
  smallint: '1',
  integer: '1',
  bigint: '1',
  real: '1',
  'double precision': '1',
  boolean: 'true',
  uuid: 'gen_random_uuid()',
  text: 'gen_random_uuid()::text',
  'text[]': `'{a}'`,
  'integer[]': `'{1}'`,
  'uuid[]': `'{}'`,
  jsonb: `'{}'`,
  bytea: `'\\x00'`,
  'timestamp with time zone': 'now()',
  halfvec: `'[1,0,0,1]'`,
  sparsevec: `'{1:1}/4'`,
}

/** An insert with the given values, as SQL, and a made-up one for every other column that needs a value. */
export function insertionOf(table: Table, given: Record<string, string>): string {
  const columns = table.columns.filter(({ name, needed }) => needed || name in given)
  const values = columns.map(({ name, type, label }) => {
    const value = given[name] ?? (label === null ? samples[type] : `'${label}'`)
    if (value === undefined)
      throw new Error(`Give "samples" a value of type ${type}, for ${table.name}.${name}`)
    return value
  })
  return `insert into cell.${table.name} (${columns.map(({ name }) => name).join(', ')}) values (${values.join(', ')})`
}
