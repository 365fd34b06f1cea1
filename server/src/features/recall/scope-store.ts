import { type RawBuilder, sql } from 'kysely'
import { closedContainers } from '../containers/store.ts'

/** The rows that a search covers: an organization on some shards, optionally only some containers or one document. */
export type RecallScope = {
  org: string
  shards: readonly number[]
  /** Undefined: all containers of the organization. */
  containers: readonly string[] | undefined
  document?: string | undefined
}

export const isOneContainer = ({ shards, containers }: RecallScope) =>
  shards.length === 1 && containers?.length === 1

/** A condition on rows in the scope. Includes containers that are deleted but not purged yet; `withinOpen` leaves them out. */
export function within(scope: RecallScope, alias: string, documentColumn = 'document'): RawBuilder<unknown> {
  const { org, shards, containers, document } = scope
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  const conditions = [onShards(column('shard'), shards), sql`${column('org')} = ${org}`]
  if (containers?.length === 1) conditions.push(sql`${column('container')} = ${containers[0]}`)
  else if (containers) conditions.push(sql`${column('container')} = any(${containers}::uuid[])`)
  if (document) conditions.push(sql`${column(documentColumn)} = ${document}`)
  return sql.join(conditions, sql` and `)
}

/** A condition on rows of open containers in the scope. Containers found by their tags are open, so only a search of the whole organization checks. */
export function withinOpen(scope: RecallScope, alias: string): RawBuilder<unknown> {
  if (scope.containers) return within(scope, alias)
  const container = sql.raw(`${alias}.container`)
  return sql`${within(scope, alias)} and ${container} <> ${closedContainers(scope.org, scope.shards)}`
}

/**
 * Names the shards by value, so that Postgres prunes all other partitions before the statement runs. Opening all 64
 * would cost twice as much as a small search. One shard is an equality, which the planner estimates better.
 */
export function onShards(column: RawBuilder<unknown>, shards: readonly number[]): RawBuilder<unknown> {
  return shards.length === 1 ? sql`${column} = ${shards[0]}` : sql`${column} = any(${shards}::smallint[])`
}

/** A condition: the row is in the container of the row `f`. A single container is given by value, which prunes partitions once and not per row. */
export function sameContainer({ org, shards, containers }: RecallScope, alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  const shard = shards.length === 1 ? sql`${shards[0]}` : sql`f.shard`
  const container = containers?.length === 1 ? sql`${containers[0]}` : sql`f.container`
  return sql`${column('shard')} = ${shard} and ${column('org')} = ${org} and ${column('container')} = ${container}`
}
