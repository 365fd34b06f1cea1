import { checkTags, type Principal } from '../../platform/access/principal.ts'
import type { Cell, Cells } from '../../platform/db/cells.ts'
import { freshCell } from '../../platform/db/fresh-cell.ts'
import { type Db, listInScope } from '../../platform/db/tx.ts'
import { placeContainer } from '../containers/place-container.ts'
import { tagsOf } from '../containers/schema.ts'
import { type ContainerKey, findContainers } from '../containers/store.ts'
import { countMemories, type Lineage, listMemories, readHistory, readLineage } from './list-store.ts'
import type { ListMemoriesBody } from './schema.ts'
import type { MemoryRow } from './store.ts'

export type MemoryEntry = { memory: MemoryRow; history: MemoryRow[]; lineage: Lineage }

/** A page of memories. Of several cells, each returns its first rows up to the end of the page, which is cut from all of them. */
export async function listMemoriesPage(
  cells: Cells,
  principal: Principal,
  body: ListMemoriesBody,
): Promise<{ entries: MemoryEntry[]; total: number }> {
  const { organization } = principal
  const tags = tagsOf(body)
  checkTags(principal, tags)
  const org = organization.id
  const placed = await placeTags(cells, principal, tags)
  const isOneCell = placed.length === 1
  const skip = (body.page - 1) * body.limit
  const cut = isOneCell ? { take: body.limit, skip } : { take: body.page * body.limit, skip: 0 }
  const answers = await Promise.all(
    placed.map(({ cell, tags: mine }) =>
      listInScope(cell, { org }, async db => {
        const containers = await containersOf(db, principal, mine)
        const { filters, origins, include, contains = '' } = body
        const state = include?.forgottenMemories ? ('latest' as const) : (body.state ?? 'current')
        const words = contains.split(/\s+/).filter(word => word !== '')
        const selection = { org, containers, filters, state, origins, words }
        const rows = await listMemories(db, selection, { sort: body.sort, order: body.order, ...cut })
        return { rows, total: totalOf(rows, cut) ?? (await countMemories(db, selection)) }
      }),
    ),
  )
  const lists = answers.map(answer => answer.rows)
  const rows = isOneCell ? lists[0]! : cutPage(lists, body)
  return {
    entries: await readEntries(placed, org, rows),
    total: answers.reduce((sum, each) => sum + each.total, 0),
  }
}

type PlacedTags = { cell: Cell; shards: number[]; tags: string[] }

async function placeTags(
  cells: Cells,
  { organization }: Principal,
  tags: readonly string[],
): Promise<PlacedTags[]> {
  const shardOf = (tag: string) => placeContainer(organization, tag)
  const byCell = Map.groupBy(new Set(tags), tag => cells.of(shardOf(tag)))
  return Promise.all(
    Array.from(byCell, async ([cell, mine]) => {
      const shards = [...new Set(mine.map(shardOf))]
      return { cell: await freshCell(cell, { org: organization.id, shards, tags: mine }), shards, tags: mine }
    }),
  )
}

/** A page that ends before it is full says how many there are: a count would walk all memories again. */
function totalOf(
  rows: readonly unknown[],
  { take, skip }: { take: number; skip: number },
): number | undefined {
  const isLast = rows.length < take && (rows.length > 0 || skip === 0)
  return isLast ? skip + rows.length : undefined
}

async function containersOf(
  db: Db,
  { organization }: Principal,
  tags: readonly string[],
): Promise<ContainerKey[]> {
  const found: ContainerKey[] = []
  for (const [shard, placed] of Map.groupBy(tags, tag => placeContainer(organization, tag)))
    found.push(...(await findContainers(db, shard, organization.id, placed)).values())
  return found
}

function cutPage(lists: MemoryRow[][], { sort, order, page, limit }: ListMemoriesBody): MemoryRow[] {
  const direction = order === 'asc' ? 1 : -1
  // Each cell sorts by microseconds. Within a millisecond this order remains, because the sort is stable.
  const compare = (a: MemoryRow, b: MemoryRow) =>
    direction * (sort === 'updatedAt' ? a.updatedAt.getTime() - b.updatedAt.getTime() : a.id < b.id ? -1 : 1)
  return lists
    .flat()
    .sort(compare)
    .slice((page - 1) * limit, page * limit)
}

async function readEntries(
  placed: readonly PlacedTags[],
  org: string,
  rows: MemoryRow[],
): Promise<MemoryEntry[]> {
  const perCell = Map.groupBy(rows, row => placed.find(({ shards }) => shards.includes(row.shard))!.cell)
  const read = await Promise.all([...perCell].map(([cell, mine]) => readPast(cell, org, mine)))
  const histories = Map.groupBy(
    read.flatMap(({ history }) => history),
    ({ root }) => root,
  )
  const lineages = new Map(read.flatMap(({ lineage }) => lineage).map(each => [each.memory, each]))
  return rows.map(memory => ({
    memory,
    history: (histories.get(memory.root) ?? []).filter(({ version }) => version < memory.version),
    lineage: lineages.get(memory.id) ?? { memory: memory.id, relations: {}, documents: [] },
  }))
}

async function readPast(cell: Cell, org: string, rows: MemoryRow[]) {
  return listInScope(cell, { org }, async db => ({
    history: await readHistory(
      db,
      org,
      rows.map(({ shard, container, root, version }) => ({ shard, container, root, version })),
    ),
    lineage: await readLineage(
      db,
      org,
      rows.map(({ shard, container, id }) => ({ shard, container, id })),
    ),
  }))
}
