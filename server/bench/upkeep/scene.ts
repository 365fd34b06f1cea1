import type pg from 'pg'
import type { App } from '../../src/app/app.ts'
import type { Figure, Goal } from '../bare/figure.ts'

/** Where upkeep is measured: one organization in an otherwise empty database. */
export type Scene = { app: App; client: pg.Client; org: string; shard: number; isQuick: boolean }

/** A small database says little: there, goals are left out. */
export const atFullSize = ({ isQuick }: Scene, goal: Goal): Goal | undefined => (isQuick ? undefined : goal)

/** Ours against the former way, in milliseconds, or for information against another state of the database. */
export function msOf(name: string, ours: number, bare: number, goal?: Goal): Figure {
  return {
    name,
    unit: 'ms',
    ours: { p50: ours },
    bare: { p50: bare },
    ratio: ours / bare,
    ...(goal && { goal }),
  }
}

export async function addContainers({ client, shard, org }: Scene, tag: string, many: number): Promise<void> {
  await client.query(
    `insert into cell.containers (shard, org, container, tag, active_set)
     select $1, $2, uuidv7(), $3 || n, 1 from generate_series(1, $4::int) n`,
    [shard, org, tag, many],
  )
  await client.query('vacuum analyze cell.containers')
}
