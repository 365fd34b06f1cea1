import { checkTags, type Organization, type Principal } from '../../platform/access/principal.ts'
import type { CellShards, Cells } from '../../platform/db/cells.ts'
import { freshCell } from '../../platform/db/fresh-cell.ts'
import { type Db, inScope, listInScope } from '../../platform/db/tx.ts'
import { placeContainer } from '../containers/place-container.ts'
import { findContainer } from '../containers/store.ts'
import { hasSecondary, readByIndexOnly, type Selection } from './list-store.ts'

type Narrowing = Omit<Selection, 'org' | 'shards' | 'within' | 'after'>

/** Runs a query about selected documents in every cell that may have some, with the selection resolved for that cell. */
export async function inEachCell<T>(
  cells: Cells,
  principal: Principal,
  request: { tags: string[] } & Narrowing,
  query: (db: Db, selection: Selection) => Promise<T>,
): Promise<T[]> {
  const org = principal.organization.id
  return selectInEachCell(cells, principal, request, query, ({ cell }, work) => inScope(cell, { org }, work))
}

/** The same for lists and counts, which a replica may answer. */
export async function listInEachCell<T>(
  cells: Cells,
  principal: Principal,
  request: { tags: string[] } & Narrowing,
  query: (db: Db, selection: Selection) => Promise<T>,
): Promise<T[]> {
  const { organization, containerTag } = principal
  const org = organization.id
  return selectInEachCell(cells, principal, request, query, async ({ cell, shards }, work, tags) => {
    const own = tags?.filter(tag => shards.includes(placeContainer(organization, tag)))
    const place = { org, shards, tags: own?.length ? [...new Set(own)] : undefined }
    return listInScope(
      await freshCell(cell, { ...place, elsewhere: containerTag === undefined }),
      { org },
      work,
    )
  })
}

type RunInCell = <T>(reach: CellShards, work: (db: Db) => Promise<T>, tags?: readonly string[]) => Promise<T>

async function selectInEachCell<T>(
  cells: Cells,
  principal: Principal,
  request: { tags: string[] } & Narrowing,
  query: (db: Db, selection: Selection) => Promise<T>,
  run: RunInCell,
): Promise<T[]> {
  const { organization } = principal
  const { tags: named, ...narrowing } = request
  const tags = selectedTags(principal, named)
  const select = async (db: Db, reach: CellShards) => {
    await readByIndexOnly(db)
    const of = { org: organization.id, shards: reach.shards }
    const within = tags && { tags, containers: await containersOf(db, cells, organization, reach, tags) }
    // A scoped key sees its container only, not documents elsewhere that have its tag as a secondary tag.
    const isScoped = principal.containerTag !== undefined
    const isAlone = within !== undefined && (isScoped || !(await hasSecondary(db, { ...of, within })))
    return query(db, { ...of, within: within && { ...within, isAlone }, ...narrowing })
  }
  return Promise.all(cells.reach(organization).map(reach => run(reach, db => select(db, reach), tags)))
}

function selectedTags(principal: Principal, tags: string[]): string[] | undefined {
  const { containerTag } = principal
  if (containerTag === undefined) return tags.length > 0 ? tags : undefined
  checkTags(principal, tags)
  return [containerTag]
}

async function containersOf(
  db: Db,
  cells: Cells,
  organization: Organization,
  { shards }: CellShards,
  tags: string[],
) {
  const found = []
  for (const tag of tags) {
    const shard = placeContainer(organization, tag)
    if (!shards.includes(shard)) continue
    const container = await findContainer(db, shard, organization.id, tag)
    if (container) found.push(container)
  }
  return found
}
