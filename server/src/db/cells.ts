import type pg from 'pg'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { SHARD_COUNT } from '../lib/ids.ts'
import { openPool } from './pool.ts'

/** One Postgres with some of the shards: their data and their work. */
export type Cell = { name: string; url: string; pool: pg.Pool; maintenance: { name: string; pool: pg.Pool } }

/** The part of a cell that an organization may have rows in. */
export type Reach = { cell: Cell; shards: number[] }

export type CellAddress = { name: string; url: string }

/** The first cell is DATABASE_URL, called `main`; CELL_URLS adds others by name. */
export function cellAddresses(config: Pick<Config, 'DATABASE_URL' | 'CELL_URLS'>): CellAddress[] {
  const further = config.CELL_URLS.split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== '')
    .map(entry => {
      const cut = entry.indexOf('=')
      if (cut < 1) throw new Error(`CELL_URLS: "${entry}" is not of the form name=url`)
      return { name: entry.slice(0, cut), url: entry.slice(cut + 1) }
    })
  return [{ name: 'main', url: config.DATABASE_URL }, ...further]
}

/** The directory's database and every cell, with the map from shard to cell. */
export class Cells {
  readonly all: readonly Cell[]
  readonly directory: { name: string; pool: pg.Pool }
  #cellOfShard: (Cell | undefined)[] = []
  #refresh: NodeJS.Timeout | undefined

  constructor(addresses: readonly CellAddress[], poolSize: number, processName: string) {
    this.all = addresses.map(({ name, url }) => openCell(name, url, poolSize, processName))
    const first = addresses[0]
    if (!first) throw new Error('There is no cell')
    this.directory = {
      name: 'directory',
      pool: openPool({
        url: first.url,
        role: 'reverie_app',
        max: Math.min(poolSize, 5),
        name: `${processName} directory`,
      }),
    }
  }

  /** Reads the shard map, and again every few seconds, so that a moved shard is found without a restart. */
  async start(refreshMs = 5_000): Promise<void> {
    await this.#load()
    this.#refresh = setInterval(() => {
      // The directory may be away for a while; the map in memory stays good.
      this.#load().catch(() => undefined)
    }, refreshMs).unref()
  }

  async #load(): Promise<void> {
    const { rows } = await this.directory.pool.query<{ shard: number; cell: string }>(
      'select shard, cell from directory.shards',
    )
    const byName = new Map(this.all.map(cell => [cell.name, cell]))
    const map = new Array<Cell | undefined>(SHARD_COUNT)
    for (const { shard, cell } of rows) map[shard] = byName.get(cell)
    this.#cellOfShard = map
  }

  of(shard: number): Cell {
    const cell = this.#cellOfShard[shard]
    if (!cell) throw new AppError('cell.unavailable', { details: `No configured cell holds shard ${shard}` })
    return cell
  }

  /** Where an organization's rows can be: one shard of one cell, or for a spread one, all of them. */
  reach(organization: { homeShard: number; spread: boolean }): Reach[] {
    if (!organization.spread)
      return [{ cell: this.of(organization.homeShard), shards: [organization.homeShard] }]
    return this.all
      .map(cell => ({
        cell,
        shards: this.#cellOfShard.flatMap((holder, shard) => (holder === cell ? [shard] : [])),
      }))
      .filter(({ shards }) => shards.length > 0)
  }

  /** The shards an organization may use in the cell of one of them. */
  shardsBeside(organization: { homeShard: number; spread: boolean }, shard: number): number[] {
    return this.reach(organization).find(({ cell }) => cell === this.of(shard))?.shards ?? [shard]
  }

  async close(): Promise<void> {
    clearInterval(this.#refresh)
    const pools = [this.directory.pool, ...this.all.flatMap(cell => [cell.pool, cell.maintenance.pool])]
    await Promise.all(pools.map(pool => pool.end()))
  }
}

function openCell(name: string, url: string, max: number, processName: string): Cell {
  return {
    name,
    url,
    pool: openPool({ url, role: 'reverie_app', max, name: processName }),
    maintenance: {
      name,
      pool: openPool({ url, role: 'reverie_maintenance', max: 1, name: `${processName} maintenance` }),
    },
  }
}
