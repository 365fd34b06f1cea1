import { type RawBuilder, sql } from 'kysely'
import { nilUuid } from '../lib/ids.ts'

type ContainerColumns = { shard: number; org: string; container: string }

/** A condition on the rows of a container: the start of every key. `alias` names the table where there are several. */
export function ofContainer({ shard, org, container }: ContainerColumns, alias?: string) {
  if (alias === undefined) return sql`shard = ${shard} and org = ${org} and container = ${container}`
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`${column('shard')} = ${shard} and ${column('org')} = ${org} and ${column('container')} = ${container}`
}

/** Rows of the containers after the given one, for a list that is read page by page in the order of the key. */
export const afterContainer = (alias: string, after: ContainerColumns | undefined): RawBuilder<unknown> =>
  sql`(${sql.ref(`${alias}.shard`)}, ${sql.ref(`${alias}.org`)}, ${sql.ref(`${alias}.container`)})
      > (${after?.shard ?? -1}::smallint, ${after?.org ?? nilUuid}::uuid, ${after?.container ?? nilUuid}::uuid)`
