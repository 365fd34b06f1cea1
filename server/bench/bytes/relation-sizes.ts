import type pg from 'pg'

/** Bytes by table, then by part: `rows`, `toast`, or the name of an index. */
export type RelationSizes = Map<string, Map<string, number>>

/** Sizes of all tables of the cell, those of partitions summed up under the name of the whole table. */
export async function readSizes(client: pg.Client): Promise<RelationSizes> {
  const { rows } = await client.query<{ table: string; part: string; bytes: string }>(`
    with leaf as (
      select t.oid, t.reltoastrelid, coalesce(w.relname, t.relname)::text as "table"
        from pg_class t left join pg_inherits i on i.inhrelid = t.oid left join pg_class w on w.oid = i.inhparent
       where t.relnamespace = 'cell'::regnamespace and t.relkind = 'r')
    select "table", 'rows' as part, sum(pg_relation_size(oid)) as bytes from leaf group by 1
     union all
    select "table", 'toast', sum(pg_total_relation_size(reltoastrelid)) from leaf where reltoastrelid <> 0 group by 1
     union all
    select "table", coalesce(w.relname, x.relname)::text, sum(pg_relation_size(x.oid))
      from leaf join pg_index p on p.indrelid = leaf.oid join pg_class x on x.oid = p.indexrelid
           left join pg_inherits i on i.inhrelid = x.oid left join pg_class w on w.oid = i.inhparent
     group by 1, 2`)
  const sizes: RelationSizes = new Map()
  for (const { table, part, bytes } of rows) {
    const parts = sizes.get(table) ?? new Map<string, number>()
    sizes.set(table, parts.set(part, Number(bytes)))
  }
  return sizes
}

/** What has been added to each part, divided by `by`. Leaves out parts that have not grown. */
export function growthOf(before: RelationSizes, after: RelationSizes, by: number): RelationSizes {
  const grown = [...after].map(([table, parts]) => {
    const differences = [...parts].map(
      ([part, bytes]) => [part, Math.round((bytes - (before.get(table)?.get(part) ?? 0)) / by)] as const,
    )
    return [table, new Map(differences.filter(([, bytes]) => bytes > 0))] as const
  })
  return new Map(grown.filter(([, parts]) => parts.size > 0))
}

export function sumOf(sizes: RelationSizes, isCounted: (table: string) => boolean): number {
  const counted = [...sizes].filter(([table]) => isCounted(table))
  return counted.reduce((sum, [, parts]) => sum + [...parts.values()].reduce((a, b) => a + b, 0), 0)
}
