import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { SHARD_COUNT } from '../lib/ids.ts'
import { closePool, openPool, type PoolPurpose } from './pool.ts'
import { Replica, type ReplicaLimits, usualReplicaLimits } from './replica.ts'
import type { Source } from './tx.ts'

/**
 * One Postgres with some of the shards: their data and their work. Each purpose has its own connections, so that no
 * purpose can use up the connections of another.
 */
export type Cell = Source & {
  url: string
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

/** `ownerUrl` is the owner of the tables, when it is not the login that serves requests. */
export type CellAddress = {
  name: string
  url: string
  ownerUrl?: string | undefined
  /** A hot standby of the cell. */
  replicaUrl?: string | undefined
}

/** The first cell is DATABASE_URL, called `main`; CELL_URLS adds others by name. */
export function cellAddresses(
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'CELL_URLS' | 'CELL_OWNER_URLS'> &
    Partial<Pick<Config, 'REPLICA_URLS'>>,
): CellAddress[] {
  const owners = new Map(readNamed('CELL_OWNER_URLS', config.CELL_OWNER_URLS))
  const replicas = new Map(readNamed('REPLICA_URLS', config.REPLICA_URLS ?? ''))
  const further = readNamed('CELL_URLS', config.CELL_URLS).map(([name, url]) => ({
    name,
    url,
    ownerUrl: owners.get(name),
  }))
  const main = { name: 'main', url: config.DATABASE_URL, ownerUrl: config.DATABASE_OWNER_URL || undefined }
  return [main, ...further].map(cell => ({ ...cell, replicaUrl: replicas.get(cell.name) }))
}

function readNamed(setting: string, value: string): [name: string, url: string][] {
  return value
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== '')
    .map(entry => {
      const cut = entry.indexOf('=')
      if (cut < 1) throw new Error(`${setting}: "${entry}" is not of the form name=url`)
      return [entry.slice(0, cut), entry.slice(cut + 1)]
    })
}

/** Connections per process and cell. */
export type PoolSizes = { api: number; worker: number }

/** Two renewals at a time: each takes a millisecond, and every slot renews three times in LEASE_MS. */
const leaseConnections = 2
const mostDirectoryConnections = { api: 5, worker: 2 }

/** Opens pools but no connection: a pool connects at its first use. */
export function openCells(
  addresses: readonly CellAddress[],
  sizes: number | PoolSizes,
  processName: string,
  limits: ReplicaLimits = usualReplicaLimits,
): Cells {
  const size = typeof sizes === 'number' ? { api: sizes, worker: sizes } : sizes
  const all = addresses.map(address => {
    const cell = openCell(address, size, processName)
    return { ...cell, replica: openReplica(address, cell, { ...limits, size: size.api, processName }) }
  })
  const [first] = addresses
  if (!first) throw new Error('There is no cell')
  const directory = (purpose: 'api' | 'worker'): Source => ({
    name: 'directory',
    pool: openPool({
      url: first.url,
      role: 'reverie_app',
      purpose,
      max: Math.min(size[purpose], mostDirectoryConnections[purpose]),
      name: `${processName} directory`,
    }),
  })
  const shards = new ShardMap()
  const atWork = all.map(cell => ({ ...cell, pool: cell.worker.pool, replica: undefined }))
  return new Cells(
    { all, directory: directory('api'), shards },
    { all: atWork, directory: directory('worker'), shards },
  )
}

function openCell({ name, url, ownerUrl = url }: CellAddress, sizes: PoolSizes, processName: string): Cell {
  const open = (purpose: PoolPurpose, max: number): Source => ({
    name,
    pool: openPool({
      url,
      role: purpose === 'maintenance' ? 'reverie_maintenance' : 'reverie_app',
      purpose,
      max,
      name: purpose === 'api' ? processName : `${processName} ${purpose}`,
    }),
  })
  return {
    url,
    ownerUrl,
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
    const { rows } = await directory.pool.query<{ shard: number; cell: string }>(
      'select shard, cell from directory.shards',
    )
    const cells = new Array<string | undefined>(SHARD_COUNT)
    for (const { shard, cell } of rows) cells[shard] = cell
    this.cells = cells
  }
}

type Parts = { all: readonly Cell[]; directory: Source; shards: ShardMap }

/** The directory's database and every cell, with the map from shard to cell. */
export class Cells {
  readonly all: readonly Cell[]
  readonly directory: Source
  /** The same cells for a worker: every transaction uses a worker connection and never an API connection. */
  readonly atWork: Cells
  readonly #shards: ShardMap
  readonly #byName: ReadonlyMap<string, Cell>
  #refresh: NodeJS.Timeout | undefined

  constructor({ all, directory, shards }: Parts, atWork?: Parts) {
    this.all = all
    this.directory = directory
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
    return [this.directory.pool, this.atWork.directory.pool, ...ofCells]
  }
}
