import type pg from 'pg'
import { type Patience, usualPatienceMs } from '../migrating/retry-lock.ts'
import type { Side } from './compare-shards.ts'
import { MoveError } from './move-error.ts'
import type { MoveOptions } from './move-options.ts'
import type { ShardMove } from './move-store.ts'
import { connectOwner } from './owner-connection.ts'

/** Connections of each side: writes wait for the comparison, so it runs on several. */
const connectionsPerSide = 4

export type MoveContext = MoveOptions & { move: ShardMove; source: Side; target: Side; patience: Patience }

/** The connection of each side that takes locks and writes marks. */
export const firstOf = ({
  source,
  target,
}: Pick<MoveContext, 'source' | 'target'>): [pg.Client, pg.Client] => [source.clients[0]!, target.clients[0]!]

/** Runs `work` with connections to both cells, which no other command moves shards of meanwhile. */
export async function withSides(
  options: MoveOptions,
  move: ShardMove,
  work: (moving: MoveContext) => Promise<void>,
): Promise<void> {
  await withConnections(options, async side =>
    work({
      ...options,
      move,
      patience: patienceOf(options),
      source: await side(move.source),
      target: await side(move.target),
    }),
  )
}

export const patienceOf = ({ onProgress }: MoveOptions): Patience => ({
  ms: usualPatienceMs,
  onWait: onProgress,
})

/** Runs `work` with a way to connect to cells by their name. */
export async function withConnections(
  { addresses }: MoveOptions,
  work: (side: (name: string) => Promise<Side>) => Promise<void>,
): Promise<void> {
  const open: pg.Client[] = []
  const side = async (name: string): Promise<Side> => {
    const address = addresses.find(each => each.name === name)
    if (!address) throw new MoveError(`Cell ${name} is not in CELL_URLS of this command.`)
    for (let i = 0; i < connectionsPerSide; i++) open.push(await connectOwner(address))
    const clients = open.slice(-connectionsPerSide)
    await takeCell(clients[0]!, name)
    return { clients }
  }
  try {
    await work(side)
  } finally {
    await Promise.all(open.map(client => client.end().catch(() => undefined)))
  }
}

/** Postgres notices within seconds that the machine of a mover is lost. */
const othersMayTake = '10s'

/**
 * Keeps every other mover out of a cell until the connection ends. The turn in the directory does not suffice: a mover that
 * has lost only its connection to the directory would go on to delete rows, in a cell that holds the shards by then.
 */
async function takeCell(client: pg.Client, name: string): Promise<void> {
  await client.query(`set lock_timeout = '${othersMayTake}'`)
  try {
    await client.query(`select pg_advisory_lock(hashtext('reverie shard mover'))`)
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error
    throw new MoveError(
      `Another command still moves shards of cell ${name}. Wait for its end, or end its sessions there: select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'reverie shards ${name}'.`,
    )
  }
  await client.query('set lock_timeout = 0')
}
