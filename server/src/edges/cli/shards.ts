import type pg from 'pg'
import { openLogins } from '../../app/open-logins.ts'
import { maintainOrganizationIndexes } from '../../features/containers/organization-indexes/maintain-organization-indexes.ts'
import { maintainIndexes } from '../../features/containers/upkeep/maintain-indexes.ts'
import type { Config } from '../../platform/config.ts'
import { addressesOf, cellAddresses, directoryOf } from '../../platform/db/addresses.ts'
import { openCells } from '../../platform/db/cells.ts'
import { MoveError } from '../../platform/db/moving/move-error.ts'
import type { MoveOptions } from '../../platform/db/moving/move-options.ts'
import { cancelMove, cancelWithoutTarget, runMove } from '../../platform/db/moving/move-shards.ts'
import {
  createMove,
  findHome,
  findUnfinished,
  hasSpread,
  listCells,
  listMoves,
  listShards,
  type ShardMove,
  type ShardRow,
  takeMoveTurn,
} from '../../platform/db/moving/move-store.ts'
import { connectOwner } from '../../platform/db/moving/owner-connection.ts'
import { SHARD_COUNT } from '../../platform/lib/ids.ts'
import { CommandError } from './command-error.ts'
import { printRows } from './print-rows.ts'

export type MoveCommandOptions = { load: number; sourceUrl?: string }
export type DrainOptions = MoveCommandOptions & { to?: string; stop?: boolean }

/** Connects to the directory as its owner. Only one such command at a time may change where shards are. */
export async function withDirectoryOwner<T>(
  config: Config,
  work: (directory: pg.Client) => Promise<T>,
): Promise<T> {
  const directory = await connectOwner(directoryOf(addressesOf(config)))
  try {
    return await work(directory)
  } catch (error) {
    throw error instanceof MoveError ? new CommandError(error.message) : error
  } finally {
    await directory.end()
  }
}

export async function takeTurn(directory: pg.Client): Promise<void> {
  if (!(await takeMoveTurn(directory)))
    throw new CommandError('Another command is moving shards. Wait for its end: reverie shards list')
}

export async function listShardsCommand(
  config: Config,
  { all = false, json = false }: { all?: boolean; json?: boolean },
): Promise<void> {
  const [shards, moves] = await withDirectoryOwner(config, async directory => [
    (await listShards(directory)).filter(({ organizations }) => all || organizations > 0),
    all ? await listMoves(directory) : await findUnfinished(directory),
  ])
  if (json) return console.log(JSON.stringify({ shards, moves }, null, 2))
  const rows = shards.map(({ shard, cell, organizations }) => ({
    shard: String(shard),
    cell,
    organizations: String(organizations),
  }))
  if (rows.length > 0) printRows(rows, {})
  else console.log('No shard has an organization.')
  for (const move of moves) console.log(describeMove(move))
}

function describeMove({ id, source, target, shards, phase, pauseMs }: ShardMove): string {
  const paused = pauseMs === null ? '' : `, writes waited for ${Math.round(pauseMs)} ms`
  return `move ${id}: ${shards.length === 1 ? `shard ${shards[0]}` : `${shards.length} shards`} from ${source} to ${target}, ${phase}${paused}`
}

export async function moveShardsCommand(
  config: Config,
  names: readonly string[],
  { to, ...options }: MoveCommandOptions & { to: string },
): Promise<void> {
  await withDirectoryOwner(config, async directory => {
    await takeTurn(directory)
    await refuseUnfinished(directory)
    const shards = await readShards(directory, names)
    await moveAll(config, directory, { shards, targetOf: () => to, options })
  })
}

export async function refuseUnfinished(directory: pg.Client): Promise<void> {
  const [unfinished] = await findUnfinished(directory)
  if (unfinished)
    throw new CommandError(
      `There is an unfinished ${describeMove(unfinished)}. Continue it with "reverie shards resume", or take it back with "reverie shards cancel".`,
    )
}

export type MovePlan = {
  shards: readonly ShardRow[]
  targetOf(shard: ShardRow): string
  options: MoveCommandOptions
}

/**
 * Moves shards with organizations one at a time, so that each is closed for as short as possible, and those without
 * together.
 */
export async function moveAll(
  config: Config,
  directory: pg.Client,
  { shards, targetOf, options }: MovePlan,
): Promise<void> {
  const placed = shards
    .map(shard => ({ ...shard, target: targetOf(shard) }))
    .filter(({ cell, target }) => cell !== target)
  await refuseUnknown(config, directory, new Set(placed.map(({ target }) => target)))
  if (placed.length === 0) return console.log('Every shard is where it should be.')
  for (const group of await groupMoves(directory, placed)) {
    const { cell: source, target } = group[0]!
    const move = await createMove(directory, { source, target, shards: group.map(({ shard }) => shard) })
    console.log(describeMove(move))
    await runMove(toOptions(config, directory, options), move)
  }
}

export async function refuseUnknown(
  config: Config,
  directory: pg.Client,
  targets: ReadonlySet<string>,
): Promise<void> {
  const entered = (await listCells(directory)).map(({ name }) => name)
  const configured = cellAddresses(config).map(({ name }) => name)
  for (const target of targets)
    if (!configured.includes(target) || !entered.includes(target))
      throw new CommandError(
        `There is no cell ${target}. Add it to CELL_URLS, and run: reverie cells add ${target}`,
      )
}

type PlacedShard = ShardRow & { target: string }

/** Shards that move together, those without organizations first. */
async function groupMoves(directory: pg.Client, placed: readonly PlacedShard[]): Promise<PlacedShard[][]> {
  const isEmpty = ({ organizations }: ShardRow) => organizations === 0
  const together = Map.groupBy(placed.filter(isEmpty), ({ cell, target }) => `${cell} ${target}`)
  const most = (await hasSpread(directory)) ? shardsPerMove : SHARD_COUNT
  return [
    ...Array.from(together.values(), group => inParts(group, most)).flat(),
    ...placed.filter(shard => !isEmpty(shard)).map(shard => [shard]),
  ]
}

/** Shards of spread organizations that move together: closed together, and for less than a second. */
const shardsPerMove = 32

function inParts<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))
}

export async function resumeMovesCommand(config: Config, options: MoveCommandOptions): Promise<void> {
  await withDirectoryOwner(config, async directory => {
    await takeTurn(directory)
    const unfinished = await findUnfinished(directory)
    if (unfinished.length === 0) return console.log('Every move is finished.')
    for (const move of unfinished) {
      console.log(describeMove(move))
      await runMove(toOptions(config, directory, options), move)
    }
  })
}

export async function cancelMoveCommand(
  config: Config,
  id: string | undefined,
  { withoutTarget = false }: { withoutTarget?: boolean } = {},
): Promise<void> {
  await withDirectoryOwner(config, async directory => {
    await takeTurn(directory)
    const unfinished = await findUnfinished(directory)
    const move = id === undefined ? unfinished[0] : unfinished.find(each => each.id === id)
    if (!move) throw new CommandError('There is no such unfinished move. See: reverie shards list')
    if (move.phase === 'flipped')
      throw new CommandError(
        `${move.target} holds the shards already. Finish with "reverie shards resume", then move them back.`,
      )
    const cancel = withoutTarget ? cancelWithoutTarget : cancelMove
    await cancel(toOptions(config, directory, { load: 100 }), move)
  })
}

function toOptions(
  config: Config,
  directory: pg.Client,
  { load, sourceUrl }: MoveCommandOptions,
): MoveOptions {
  return {
    addresses: cellAddresses(config),
    directory,
    load,
    sourceUrl,
    prepareTarget: name => buildIndexes(config, name),
    onProgress: message => console.log(`  ${message}`),
  }
}

/** Searches of large containers and organizations are as fast in the target from the first moment on. */
async function buildIndexes(config: Config, name: string): Promise<void> {
  const cells = openCells(await openLogins(config), 1, 'reverie shards')
  try {
    const cell = cells.all.find(each => each.name === name)!
    await maintainIndexes(cell)
    await maintainOrganizationIndexes(cell)
  } finally {
    await cells.close(1_000)
  }
}

/** Reads `18`, `0-15` and slugs of organizations. */
async function readShards(directory: pg.Client, names: readonly string[]): Promise<ShardRow[]> {
  const wanted = new Set<number>()
  for (const name of names) for (const shard of await shardsNamed(directory, name)) wanted.add(shard)
  return (await listShards(directory)).filter(({ shard }) => wanted.has(shard))
}

async function shardsNamed(directory: pg.Client, name: string): Promise<number[]> {
  const [, first, last = first] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(name) ?? []
  if (first !== undefined) {
    const [from, to] = [Number(first), Number(last)]
    if (from > to || to >= SHARD_COUNT)
      throw new CommandError(`Shards are numbers from 0 to ${SHARD_COUNT - 1}.`)
    return Array.from({ length: to - from + 1 }, (_, i) => from + i)
  }
  const home = await findHome(directory, name)
  if (!home)
    throw new CommandError(`"${name}" is neither a shard nor an organization. See: reverie shards list`)
  if (home.spread)
    throw new CommandError(`${name} is spread over all shards. Name shards or ranges, such as 0-127.`)
  return [home.shard]
}
