import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from './tx.ts'

/** The rows of one cell that a request reads. */
export type ReadScope = {
  org: string
  shards: readonly number[]
  /** Containers by their tags. Undefined: the whole organization. */
  tags: readonly string[] | undefined
  /** Documents of other containers belong to it too if they have one of the tags. */
  elsewhere?: boolean
}

/** The versions of an organization's containers, as the database writes them. */
export type VersionMark = { org: string; text: string }

/** The versions of the containers that are read. Undefined: some tag has no container. */
export async function readMark(
  db: Db,
  { org, shards, tags, elsewhere = false }: ReadScope,
): Promise<VersionMark | undefined> {
  const { rows } = await sql<{ mark: string | null }>`
    select cell.version_mark(${org}, ${shards}::smallint[], ${tags ?? null}::text[], ${elsewhere}) as mark`.execute(
    db,
  )
  const text = rows[0]!.mark
  return text === null ? undefined : { org, text }
}

/** Whether the server of this connection has all that the mark stands for. */
export async function holdsMark(client: pg.ClientBase, { org, text }: VersionMark): Promise<boolean> {
  const { rows } = await client.query<{ holds: boolean }>({
    name: 'reverie_holds_mark',
    text: 'select cell.holds_mark($1, $2) as holds',
    values: [org, text],
  })
  return rows[0]!.holds
}
