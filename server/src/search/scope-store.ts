import { type RawBuilder, sql } from 'kysely'

/** The rows a search looks at: an organization on some shards, perhaps only some of its containers or one document. */
export type SearchScope = {
  org: string
  shards: number[]
  containers: string[] | undefined
  document: string | undefined
}

export function within(
  { org, shards, containers, document }: SearchScope,
  alias: string,
  documentColumn = 'document',
): RawBuilder<unknown> {
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  const conditions = [onShards(column('shard'), shards), sql`${column('org')} = ${org}`]
  if (containers?.length === 1) conditions.push(sql`${column('container')} = ${containers[0]}`)
  else if (containers) conditions.push(sql`${column('container')} = any(${containers}::uuid[])`)
  if (document) conditions.push(sql`${column(documentColumn)} = ${document}`)
  return sql.join(conditions, sql` and `)
}

/**
 * Says the shards by value, so that the other partitions are gone before a statement begins: of 64 that would be opened
 * for nothing, twice the cost of a small search. One shard is an equality, which the planner estimates better.
 */
export function onShards(column: RawBuilder<unknown>, shards: readonly number[]): RawBuilder<unknown> {
  return shards.length === 1 ? sql`${column} = ${shards[0]}` : sql`${column} = any(${shards}::smallint[])`
}
