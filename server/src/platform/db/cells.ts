import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import { settleWithin } from '../lib/settle-within.ts'
import { type Addresses, type CellAddress, directoryOf, ownerUrlOf, reachOf } from './addresses.ts'
import { announceProcess, forgetProcess } from './moving/processes.ts'
import { takeBackHandover } from './moving/take-back.ts'
import { closePool, openPool, type PoolPurpose } from './pool.ts'
import { Replica, type ReplicaLimits, usualReplicaLimits } from './replica.ts'
import { ShardMap } from './shard-map.ts'
import type { Source } from './tx.ts'

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
  const requests = directory('api', most('api'))
  const shards = new ShardMap(requests)
  const onStray = () => void shards.load().catch(() => undefined)
  for (const cell of all) for (const source of [cell, cell.worker, cell.leases]) source.onStray = onStray
  const shared = {
    shards,
    isDirectoryApart: given.directory !== undefined,
    heartbeats: given.directory ? directory('leases', 1) : all[0]!.leases,
  }
  const atWork = all.map(cell => ({ ...cell, pool: cell.worker.pool, replica: undefined }))
  return new Cells(
    { ...shared, all, directory: requests },
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

/** Pause before a transaction looks again for a shard that is being handed over. */
const lookAgainMs = 25

/** A hand-over closes shards for milliseconds. After this time we look whether its mover is dead. */
const patienceMs = 500

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
  readonly #moving = new Map<string, Cell>()
  /** Since when transactions look for shards of a move that are in neither cell. */
  readonly #lookingSince = new Map<string, number>()
  #processName: string | undefined
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

  /**
   * Reads the shard map and refreshes it every few seconds, so that a moved shard is found without a restart. With a
   * name, the process is listed as one that must know of a move before shards are handed over.
   */
  async start(refreshMs = 5_000, processName?: string): Promise<void> {
    this.#processName = processName
    await this.refresh()
    for (const { replica } of this.all) replica?.start()
    this.#refresh = setInterval(() => {
      // The directory may be unreachable for a while. The map in memory stays valid.
      this.refresh().catch(() => undefined)
    }, refreshMs).unref()
  }

  /** Reads the shard map now. */
  async refresh(): Promise<void> {
    await this.#shards.load()
    if (this.#processName === undefined) return
    const known = { cells: [...this.#byName.keys()], mapReadAt: this.#shards.readAt }
    // A directory that takes no writes must not stop a process. No shard moves then either.
    await announceProcess(this.directory, this.#processName, known).catch(() => undefined)
  }

  /** The cell that holds a shard. For a shard that is being moved, one whose transactions follow it. */
  of(shard: number): Cell {
    const cell = this.#byName.get(this.#shards.cells[shard] ?? '')
    if (!cell)
      throw new AppError('cell.unavailable', {
        details: `No configured cell holds shard ${shard}. Add its cell to CELL_URLS`,
      })
    const move = this.#shards.moves[shard]
    return move === undefined ? cell : this.#following(cell, move, shard)
  }

  /** Lists where an organization's rows can be: one shard of one cell, or every shard when the organization is spread. */
  reach(organization: { homeShard: number; spread: boolean }): CellShards[] {
    if (!organization.spread)
      return [{ cell: this.of(organization.homeShard), shards: [organization.homeShard] }]
    const held = this.#shards.cells.flatMap((name, shard) => (this.#byName.has(name ?? '') ? [shard] : []))
    const byCell = Map.groupBy(held, shard => this.of(shard))
    const order = (cell: Cell) => this.all.findIndex(({ name }) => name === cell.name)
    return Array.from(byCell, ([cell, shards]) => ({ cell, shards })).sort(
      (a, b) => order(a.cell) - order(b.cell),
    )
  }

  /** Lists the shards that an organization may use together with the given one: in its cell, and moved with it. */
  shardsOfSameCell(organization: { homeShard: number; spread: boolean }, shard: number): number[] {
    return this.reach(organization).find(({ shards }) => shards.includes(shard))?.shards ?? [shard]
  }

  /** One object for each move, because callers compare cells. There are few moves in the life of a process. */
  #following(cell: Cell, move: string, shard: number): Cell {
    const key = `${cell.name} ${move}`
    const known = this.#moving.get(key)
    if (known) return known
    const check = (sourceOf: (cell: Cell) => Source): Pick<Source, 'moveCheck'> => ({
      moveCheck: { move, relocate: async () => sourceOf(await this.#relocate(move, shard, cell.name)) },
    })
    const following: Cell = {
      ...cell,
      ...check(now => now),
      worker: { ...cell.worker, ...check(now => now.worker) },
      leases: { ...cell.leases, ...check(now => now.leases) },
    }
    this.#moving.set(key, following)
    return following
  }

  /** Where a shard is that is not in the cell where a transaction looked for it. */
  async #relocate(move: string, shard: number, from: string): Promise<Cell> {
    await this.#shards.load()
    const now = this.of(shard)
    if (now.name !== from) {
      this.#lookingSince.delete(move)
      return now
    }
    const since = this.#lookingSince.get(move) ?? performance.now()
    this.#lookingSince.set(move, since)
    if (performance.now() - since > patienceMs) {
      this.#lookingSince.delete(move)
      await takeBackHandover(this.directory, name => this.#byName.get(name), move)
    }
    await sleep(lookAgainMs)
    return now
  }

  /** Waits up to `withinMs` for transactions under way, then cuts their connections. */
  async close(withinMs = 5_000): Promise<void> {
    clearInterval(this.#refresh)
    const { pool } = this.directory
    const ofCells = this.#pools().filter(each => each !== pool)
    // Cells first: a lane that stops waits for its last transactions, not for the directory. The directory's own pool is
    // last, because the process takes its name back through it.
    await Promise.all([
      ...ofCells.map(each => closePool(each, withinMs)),
      ...this.all.map(({ replica }) => replica?.close(withinMs)),
    ])
    if (this.#processName !== undefined)
      await settleWithin(forgetProcess(this.directory, this.#processName), Math.min(withinMs, 1_000))
    await closePool(pool, withinMs)
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
