import { openLoginKey } from '../../app/open-logins.ts'
import type { Config } from '../../platform/config.ts'
import { type CellAddress, cellAddresses } from '../../platform/db/addresses.ts'
import { ensureLogin } from '../../platform/db/ensure-login.ts'
import { migrateCell } from '../../platform/db/migrate.ts'
import { problemsOfSource, problemsOfTarget } from '../../platform/db/moving/check-move.ts'
import {
  addCellRow,
  listCells,
  listShards,
  readSize,
  removeCellRow,
  setDraining,
} from '../../platform/db/moving/move-store.ts'
import { connectOwner } from '../../platform/db/moving/owner-connection.ts'
import { CommandError } from './command-error.ts'
import { printRows } from './print-rows.ts'
import {
  type DrainOptions,
  moveAll,
  refuseUnfinished,
  refuseUnknown,
  takeTurn,
  withDirectoryOwner,
} from './shards.ts'

export async function listCellsCommand(config: Config, options: { json?: boolean }): Promise<void> {
  const addresses = cellAddresses(config)
  const cells = await withDirectoryOwner(config, listCells)
  const rows = []
  for (const { name, shards, organizations, drainingAt } of cells) {
    const address = addresses.find(each => each.name === name)
    rows.push({
      cell: name,
      shards: String(shards),
      organizations: String(organizations),
      size: address ? await sizeOf(address) : 'not in CELL_URLS',
      state: drainingAt ? 'draining' : 'open',
    })
  }
  printRows(rows, options)
}

async function sizeOf(address: CellAddress): Promise<string> {
  try {
    const client = await connectOwner(address)
    return await readSize(client).finally(() => client.end())
  } catch {
    return 'not reachable'
  }
}

/** Creates the tables, and enters the cell without shards: what it is to hold is moved there. */
export async function addCellCommand(config: Config, name: string): Promise<void> {
  const address = findAddress(config, name)
  const secretsKey = () => openLoginKey(config)
  const applied = await migrateCell(address, {
    partitions: config.CELL_PARTITIONS,
    onWait: message => console.error(message),
    ensureLogin: (owner, cell) => ensureLogin(owner, cell, { secretsKey, takeOver: true }),
  })
  const problems = await problemsOf(address)
  await withDirectoryOwner(config, async directory => {
    const isNew = await addCellRow(directory, name)
    console.log(
      `${isNew ? `Added cell ${name}` : `Cell ${name} is known`} (${applied.length} migrations applied). Start all processes with it in CELL_URLS, then move shards: reverie shards move <shards…> --to ${name}`,
    )
  })
  for (const problem of problems) console.error(`Before shards can move: ${problem}`)
}

function findAddress(config: Config, name: string): CellAddress {
  const address = cellAddresses(config).find(each => each.name === name)
  if (!address) throw new CommandError(`CELL_URLS has no cell ${name}. Add ${name}=postgres://… to it.`)
  return address
}

async function problemsOf(address: CellAddress): Promise<string[]> {
  const client = await connectOwner(address)
  try {
    return [
      ...(await problemsOfSource(client, address.name)),
      ...(await problemsOfTarget(client, address.name)),
    ]
  } finally {
    await client.end()
  }
}

export async function drainCellCommand(
  config: Config,
  name: string,
  { to, stop = false, ...options }: DrainOptions,
): Promise<void> {
  await withDirectoryOwner(config, async directory => {
    await takeTurn(directory)
    const cells = await listCells(directory)
    if (!cells.some(cell => cell.name === name)) throw noSuchCell(name)
    if (stop) {
      await setDraining(directory, name, false)
      return console.log(`Cell ${name} takes organizations again.`)
    }
    const counts = new Map(
      cells.filter(cell => cell.name !== name && !cell.drainingAt).map(cell => [cell.name, cell.shards]),
    )
    // All refusals come before the cell is marked as draining: without an open cell, no organization could be created.
    if (to === name) throw new CommandError('--to names the cell that is to be emptied. Name another one.')
    if (to === undefined && counts.size === 0)
      throw new CommandError('There is no other cell to move shards to. Add one: reverie cells add')
    await refuseUnknown(config, directory, new Set(to === undefined ? counts.keys() : [to]))
    await refuseUnfinished(directory)
    await setDraining(directory, name, true)
    const shards = (await listShards(directory)).filter(({ cell }) => cell === name)
    await moveAll(config, directory, { shards, targetOf: () => to ?? fewest(counts), options })
    console.log(`Cell ${name} is empty. Remove it: reverie cells remove ${name}`)
  })
}

const noSuchCell = (name: string) => new CommandError(`There is no cell ${name}. See: reverie cells list`)

/** The cell with the fewest shards, which then counts one more. */
function fewest(counts: Map<string, number>): string {
  const [name, count] = [...counts].reduce((least, each) => (each[1] < least[1] ? each : least))
  counts.set(name, count + 1)
  return name
}

export async function removeCellCommand(config: Config, name: string): Promise<void> {
  if (cellAddresses(config)[0]!.name === name)
    throw new CommandError(
      `Cell ${name} is the database of DATABASE_URL, which every process needs. It cannot be removed; its shards can be moved: reverie cells drain ${name}`,
    )
  await withDirectoryOwner(config, async directory => {
    await takeTurn(directory)
    const cell = (await listCells(directory)).find(each => each.name === name)
    if (!cell) throw noSuchCell(name)
    await refuseUnfinished(directory)
    if (cell.shards > 0)
      throw new CommandError(
        `Cell ${name} holds ${cell.shards} shards. Move them first: reverie cells drain ${name}`,
      )
    await removeCellRow(directory, name)
    console.log(
      `Removed cell ${name}. A process that starts with it in CELL_URLS adds it again. Its database can go.`,
    )
  })
}
