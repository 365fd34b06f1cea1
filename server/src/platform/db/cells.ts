import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import { SHARD_COUNT } from '../lib/ids.ts'
import { type Addresses, type CellAddress, directoryOf, ownerUrlOf, reachOf } from './addresses.ts'
import { closePool, openPool, type PoolPurpose } from './pool.ts'
import { Replica, type ReplicaLimits, usualReplicaLimits } from './replica.ts'
import { type Source, unscoped } from './tx.ts'

/**
 * One Postgres with some of the shards: their data and their work. Each purpose has its own connections, so that no
 * purpose can use up the connections of another.
 */
export type Cell = Source & {
  url: string
  /** Past a pooler, for what needs a session of its own. */
  directUrl: string
  /** For migrations and indexes. */
  ownerUrl: string
  /** For lanes, pipeline, dreaming, builds and upkeep. Requests keep their connections however much work there is. */
  worker: Source
  /** For lease renewals and heartbeats, which are due also while all worker connections are in use. */
  leases: Source
  /** Finds due work of all organizations. */
  maintenance: Source
  /** A copy that may answer reads (`freshCell`). */
  replica?: Replica | undefined
}

/** The cell, and the shards in it, where an organization may have rows. */
export type CellShards = { cell: Cell; shards: number[] }

/** Connections per process and cell. */
export type PoolSizes = { api: number; worker: number }

/** Two renewals at a time: each takes a millisecond, and every slot renews three times in LEASE_MS. */
const leaseConnections = 2
const mostDirectoryConnections = { api: 5, worker: 2 }

/**
 * Opens pools but no connection: a pool connects at its first use. Given cells alone, the first of them holds the
 * directory.
 */
export function openCells(
  addresses: Addresses | readonly CellAddress[],
  sizes: number | PoolSizes,
  processName: string,
  limits: ReplicaLimits = usualReplicaLimits,
): Cells {
  const given = 'cells' in addresses ? addresses : { cells: addresses }
  const size = typeof sizes === 'number' ? { api: sizes, worker: sizes } : sizes
  const all = given.cells.map(address => {
    const cell = openCell(address, size, processName)
    return { ...cell, replica: openReplica(address, cell, { ...limits, size: size.api, processName }) }
  })
  const reach = reachOf(directoryOf(given))
  const directory = (purpose: 'api' | 'worker' | 'leases', max: number): Source => ({
    name: 'directory',
    pool: openPool({ ...reach, role: 'reverie_app', purpose, max, name: `${processName} directory` }),
  })
  const most = (purpose: 'api' | 'worker') => Math.min(size[purpose], mostDirectoryConnections[purpose])
  const shared = {
    shards: new ShardMap(),
    isDirectoryApart: given.directory !== undefined,
    heartbeats: given.directory ? directory('leases', 1) : all[0]!.leases,
  }
  const atWork = all.map(cell => ({ ...cell, pool: cell.worker.pool, replica: undefined }))
  return new Cells(
    { ...shared, all, directory: directory('api', most('api')) },
    { ...shared, all: atWork, directory: directory('worker', most('worker')) },
  )
}

function openCell(address: CellAddress, sizes: PoolSizes, processName: string): Cell {
  const { name, url, directUrl } = address
  const open = (purpose: PoolPurpose, max: number): Source => ({
    name,
    pool: openPool({
      ...reachOf(address),
      role: purpose === 'maintenance' ? 'reverie_maintenance' : 'reverie_app',
      purpose,
      max,
      name: purpose === 'api' ? processName : `${processName} ${purpose}`,
    }),
  })
  return {
    url,
    directUrl: directUrl ?? url,
    ownerUrl: ownerUrlOf(address),
    ...open('api', sizes.api),
    worker: open('worker', sizes.worker),
    leases: open('leases', leaseConnections),
    maintenance: open('maintenance', 1),
  }
}

function openReplica(
  { replicaUrl: url }: CellAddress,
  { name, leases }: Cell,
  options: ReplicaLimits & { size: number; processName: string },
): Replica | undefined {
  return url === undefined ? undefined : new Replica({ ...options, cell: name, url, primary: leases })
}

/** The name of the cell that holds each shard. */
class ShardMap {
  cells: readonly (string | undefined)[] = []

  async load(directory: Source): Promise<void> {
    const { rows } = await unscoped(directory, db =>
      sql<{ shard: number; cell: string }>`select shard, cell from directory.shards`.execute(db),
    )
    const cells = new Array<string | undefined>(SHARD_COUNT)
    for (const { shard, cell } of rows) cells[shard] = cell
    this.cells = cells
  }
}

type Parts = {
  all: readonly Cell[]
  directory: Source
  isDirectoryApart: boolean
  heartbeats: Source
  shards: ShardMap
}

/** The directory's database and every cell, with the map from shard to cell. */
export class Cells {
  readonly all: readonly Cell[]
  readonly directory: Source
  /** Whether the directory has a database of its own. */
  readonly isDirectoryApart: boolean
  /** For heartbeats in the directory, which are due also while all worker connections are in use. */
  readonly heartbeats: Source
  /** The same cells for a worker: every transaction uses a worker connection and never an API connection. */
  readonly atWork: Cells
  readonly #shards: ShardMap
  readonly #byName: ReadonlyMap<string, Cell>
  #refresh: NodeJS.Timeout | undefined

  constructor({ all, directory, isDirectoryApart, heartbeats, shards }: Parts, atWork?: Parts) {
    this.all = all
    this.directory = directory
    this.isDirectoryApart = isDirectoryApart
    this.heartbeats = heartbeats
    this.#shards = shards
    this.#byName = new Map(all.map(cell => [cell.name, cell]))
    this.atWork = atWork ? new Cells(atWork) : this
  }

  /** Reads the shard map and refreshes it every few seconds, so that a moved shard is found without a restart. */
  async start(refreshMs = 5_000): Promise<void> {
    await this.#shards.load(this.directory)
    for (const { replica } of this.all) replica?.start()
    this.#refresh = setInterval(() => {
      // The directory may be unreachable for a while. The map in memory stays valid.
      this.#shards.load(this.directory).catch(() => undefined)
    }, refreshMs).unref()
  }

  of(shard: number): Cell {
    const cell = this.#byName.get(this.#shards.cells[shard] ?? '')
    if (!cell)
      throw new AppError('cell.unavailable', {
        details: `No configured cell holds shard ${shard}. Add its cell to CELL_URLS`,
      })
    return cell
  }

  /** Lists where an organization's rows can be: one shard of one cell, or every shard when the organization is spread. */
  reach(organization: { homeShard: number; spread: boolean }): CellShards[] {
    if (!organization.spread)
      return [{ cell: this.of(organization.homeShard), shards: [organization.homeShard] }]
    return this.all
      .map(cell => ({
        cell,
        shards: this.#shards.cells.flatMap((holder, shard) => (holder === cell.name ? [shard] : [])),
      }))
      .filter(({ shards }) => shards.length > 0)
  }

  /** Lists the shards that an organization may use in the cell of the given shard. */
  shardsOfSameCell(organization: { homeShard: number; spread: boolean }, shard: number): number[] {
    return this.reach(organization).find(({ cell }) => cell === this.of(shard))?.shards ?? [shard]
  }

  /** Waits up to `withinMs` for transactions under way, then cuts their connections. */
  async close(withinMs = 5_000): Promise<void> {
    clearInterval(this.#refresh)
    const pools = this.#pools().map(pool => closePool(pool, withinMs))
    await Promise.all([...pools, ...this.all.map(({ replica }) => replica?.close(withinMs))])
  }

  #pools(): Source['pool'][] {
    const ofCells = this.all.flatMap(({ pool, worker, leases, maintenance }) => [
      pool,
      worker.pool,
      leases.pool,
      maintenance.pool,
    ])
    const heartbeats = this.isDirectoryApart ? [this.heartbeats.pool] : []
    return [this.directory.pool, this.atWork.directory.pool, ...heartbeats, ...ofCells]
  }
}
