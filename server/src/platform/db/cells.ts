import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { settleWithin } from '../lib/settle-within.ts'
import { announceProcess, forgetProcess } from './moving/processes.ts'
import { takeBackHandover } from './moving/take-back.ts'
import { closePool, openPool, type PoolPurpose } from './pool.ts'
import { ShardMap } from './shard-map.ts'
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
}

/** The cell, and the shards in it, where an organization may have rows. */
export type CellShards = { cell: Cell; shards: number[] }

/** `ownerUrl` is the owner of the tables, when it is not the login that serves requests. */
export type CellAddress = { name: string; url: string; ownerUrl?: string | undefined }

/** The first cell is DATABASE_URL, called `main`; CELL_URLS adds others by name. */
export function cellAddresses(
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'CELL_URLS' | 'CELL_OWNER_URLS'>,
): CellAddress[] {
  const owners = new Map(readNamed('CELL_OWNER_URLS', config.CELL_OWNER_URLS))
  const further = readNamed('CELL_URLS', config.CELL_URLS).map(([name, url]) => ({
    name,
    url,
    ownerUrl: owners.get(name),
  }))
  return [
    { name: 'main', url: config.DATABASE_URL, ownerUrl: config.DATABASE_OWNER_URL || undefined },
    ...further,
  ]
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
): Cells {
  const size = typeof sizes === 'number' ? { api: sizes, worker: sizes } : sizes
  const all = addresses.map(address => openCell(address, size, processName))
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
  const requests = directory('api')
  const shards = new ShardMap(requests)
  const onStray = () => void shards.load().catch(() => undefined)
  for (const cell of all) for (const source of [cell, cell.worker, cell.leases]) source.onStray = onStray
  const atWork = all.map(cell => ({ ...cell, pool: cell.worker.pool }))
  return new Cells(
    { all, directory: requests, shards },
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

/** Pause before a transaction looks again for a shard that is being handed over. */
const lookAgainMs = 25

/** A hand-over closes shards for milliseconds. After this time we look whether its mover is dead. */
const patienceMs = 500

type Parts = { all: readonly Cell[]; directory: Source; shards: ShardMap }

/** The directory's database and every cell, with the map from shard to cell. */
export class Cells {
  readonly all: readonly Cell[]
  readonly directory: Source
  /** The same cells for a worker: every transaction uses a worker connection and never an API connection. */
  readonly atWork: Cells
  readonly #shards: ShardMap
  readonly #byName: ReadonlyMap<string, Cell>
  readonly #moving = new Map<string, Cell>()
  /** Since when transactions look for shards of a move that are in neither cell. */
  readonly #lookingSince = new Map<string, number>()
  #processName: string | undefined
  #refresh: NodeJS.Timeout | undefined

  constructor({ all, directory, shards }: Parts, atWork?: Parts) {
    this.all = all
    this.directory = directory
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
    const guard = (sourceOf: (cell: Cell) => Source): Pick<Source, 'guard'> => ({
      guard: { move, relocate: async () => sourceOf(await this.#relocate(move, shard, cell.name)) },
    })
    const following: Cell = {
      ...cell,
      ...guard(now => now),
      worker: { ...cell.worker, ...guard(now => now.worker) },
      leases: { ...cell.leases, ...guard(now => now.leases) },
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
    if (this.#processName !== undefined)
      await settleWithin(forgetProcess(this.directory, this.#processName), Math.min(withinMs, 1_000))
    await Promise.all(this.#pools().map(pool => closePool(pool, withinMs)))
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
