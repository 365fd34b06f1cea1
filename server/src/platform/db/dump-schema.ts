import type pg from 'pg'

const header = `-- The schemas "directory", "cell" and "work" as the migrations leave them, for reading and for review: a change to the
-- database shows here as a diff. Generated from the catalogs; do not edit, and do not run: migrations/ is the source.
-- Left out: partitions (their number is a setting) and the owner's rights.
-- server/test/schema-drift.test.ts holds it equal to the migrations. To update it: UPDATE_SCHEMA=1 npm test -- schema-drift`

/**
 * Prints the schemas as text that is the same for the same migrations: ordered by name, and independent of the number
 * of partitions, the owner's name and the server's minor version. Written by hand, because pg_dump must be as new as
 * the server.
 */
export async function dumpSchema(client: pg.Client | pg.PoolClient | pg.Pool): Promise<string> {
  const read = async (statement: string, schema: string): Promise<Line[]> =>
    (await client.query<Line>(statement, [schema])).rows
  const blocks = [header]
  for (const schema of ['directory', 'cell', 'work']) {
    const opening = await read(schemas, schema)
    if (opening.length === 0) continue
    blocks.push(opening.map(({ line }) => line).join('\n'))
    blocks.push(...(await read(types, schema)).map(({ line }) => line))
    const lines: Line[] = []
    for (const part of tableParts) lines.push(...(await read(part, schema)))
    for (const table of Map.groupBy(lines, ({ about }) => about).values())
      blocks.push(table.map(({ line }) => line).join('\n'))
    blocks.push(...(await read(functions, schema)).map(({ line }) => line))
  }
  return `${blocks.join('\n\n')}\n`
}

/** Each query below takes a schema as $1 and returns ordered lines, each with the table that it is about. */
type Line = { about: string; line: string }

/** Sorts text by its bytes, independent of the database's collation. */
const sorted = (text: string) => `${text} collate "C"`

/** Lists privileges as they were granted, one row per role. The owner's own are left out. */
const granted = (acl: string, owner: string) => `(
  select coalesce(nullif(grantee::regrole::text, '-'), 'public') as role,
         string_agg(lower(privilege_type), ', ' order by ${sorted('privilege_type')}) as rights
    from aclexplode(${acl}) where grantee <> ${owner} group by grantee)`

const schemas = `
  select line from pg_namespace n, lateral (
    select 1 as nth, '' as role, format('create schema %I;', nspname) as line
    union all select 2, role, format('grant %s on schema %I to %s;', rights, nspname, role) from ${granted('nspacl', 'nspowner')} g) l
   where nspname = $1 order by nth, ${sorted('role')}`

const types = `
  select format('create type %s as enum (%s);', t.oid::regtype,
           string_agg(quote_literal(enumlabel), ', ' order by enumsortorder)) as line
    from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = $1::regnamespace
   group by t.oid, t.typname order by t.typname`

/** Tables and views. Views count because a view runs with its owner's rights and would show rows that a policy hides. */
const relations = `(
  select oid, relname, relkind, relpersistence, relacl, relowner, relrowsecurity, relforcerowsecurity, reloptions, oid::regclass::text as about
    from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'p', 'v', 'm') and not relispartition) c`

/** Columns, then constraints, between the brackets of one `create table`. */
const definitions = `
  select about, format(E'create %s%s %s (\n%s\n)%s;', case relpersistence when 'u' then 'unlogged ' end,
           case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, about,
           concat_ws(E',\n', columns, constraints),
           coalesce(' partition by ' || pg_get_partkeydef(oid), '') || coalesce(' with (' || array_to_string(reloptions, ', ') || ')', '')
             || case when relkind in ('v', 'm') then E' as\n' || rtrim(pg_get_viewdef(oid), ';') else '' end) as line
    from ${relations},
    lateral (select string_agg('  ' || rpad(name, width) || ' ' || type || value, E',\n' order by attnum) as columns from (
      select attnum, quote_ident(attname) as name, max(length(quote_ident(attname))) over () as width,
             format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end as type,
             case when attidentity <> '' then ' generated as identity' when attgenerated <> ''
                    then format(' generated always as (%s)%s', pg_get_expr(adbin, adrelid), case attgenerated when 's' then ' stored' end)
                  else coalesce(' default ' || pg_get_expr(adbin, adrelid), '') end as value
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where attrelid = c.oid and attnum > 0 and not attisdropped) a) a,
    -- Not-null constraints have rows of their own since Postgres 18; the column says it already. Constraint triggers are
    -- listed with the triggers.
    lateral (select string_agg(format('  constraint %I %s', conname, pg_get_constraintdef(oid)), E',\n'
                               order by position(contype in 'pufcx'), conname) as constraints
               from pg_constraint where conrelid = c.oid and contype not in ('n', 't')) n
   order by relname`

const indexes = `
  select about, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') || ';' as line
    from ${relations} join pg_index i on indrelid = c.oid join pg_class x on x.oid = indexrelid
   where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
   order by x.relname`

const triggers = `
  select about, pg_get_triggerdef(t.oid) || ';' || case tgenabled when 'O' then '' else ' -- switched: ' || tgenabled::text end as line
    from ${relations} join pg_trigger t on tgrelid = c.oid where not tgisinternal order by tgname`

const rowSecurity = `
  select about, format('alter table %s %s row level security;', about, word) as line
    from ${relations}, lateral (values ('enable', relrowsecurity), ('force', relforcerowsecurity)) s (word, is_on)
   where is_on order by word`

const policies = `
  select about, format('create policy %I on %s as %s for %s to %s', polname, about,
           case when polpermissive then 'permissive' else 'restrictive' end,
           case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
           (select string_agg(role, ', ' order by ${sorted('role')})
              from (select coalesce(nullif(r::regrole::text, '-'), 'public') as role from unnest(polroles) r) roles))
           || coalesce(E'\n  using (' || pg_get_expr(polqual, polrelid) || ')', '')
           || coalesce(E'\n  with check (' || pg_get_expr(polwithcheck, polrelid) || ')', '') || ';' as line
    from ${relations} join pg_policy on polrelid = c.oid order by polname`

const tableGrants = `
  select about, format('grant %s on %s to %s;', rights, about, role) as line
    from ${relations}, lateral ${granted('relacl', 'relowner')} g order by ${sorted('role')}`

const columnGrants = `
  select about, format('grant %s (%s) on %s to %s;', rights, string_agg(quote_ident(attname), ', ' order by attnum), about, role) as line
    from ${relations} join pg_attribute a on attrelid = c.oid, lateral ${granted('attacl', 'relowner')} g
   group by about, role, rights order by ${sorted('role')}, ${sorted('rights')}`

/** The order of a table's lines. The first query decides the order of the tables. */
const tableParts = [definitions, indexes, triggers, rowSecurity, policies, tableGrants, columnGrants] as const

/** By default everybody may execute a function. The dump shows privileges only where they differ from that. */
const functions = `
  select rtrim(pg_get_functiondef(p.oid), E'\n') || ';' || case when proacl is null then '' else
           format(E'\nrevoke all on function %s from public;', p.oid::regprocedure) || coalesce((
             select string_agg(format(E'\ngrant %s on function %s to %s;', rights, p.oid::regprocedure, role), '' order by ${sorted('role')})
               from ${granted('proacl', 'proowner')} g), '') end as line
    from pg_proc p where pronamespace = $1::regnamespace and prokind <> 'a'
   order by proname, ${sorted('p.oid::regprocedure::text')}`
