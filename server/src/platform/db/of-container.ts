import { sql } from 'kysely'

type ContainerColumns = { shard: number; org: string; container: string }

/** A condition on the rows of a container: the start of every key. `alias` names the table where there are several. */
export function ofContainer({ shard, org, container }: ContainerColumns, alias?: string) {
  if (alias === undefined) return sql`shard = ${shard} and org = ${org} and container = ${container}`
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`${column('shard')} = ${shard} and ${column('org')} = ${org} and ${column('container')} = ${container}`
}
