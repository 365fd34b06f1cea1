import { checkTags, type Organization, type Principal } from '../../platform/access/principal.ts'
import type { Cells, Reach } from '../../platform/db/cells.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { placeContainer } from '../containers/place-container.ts'
import { findContainer } from '../containers/store.ts'
import { hasSecondary, readByIndexOnly, type Selection } from './list-store.ts'

/** Runs a question about a selection of documents in every cell that may hold some, with the selection as it looks there. */
export async function inEachCell<T>(
  cells: Cells,
  principal: Principal,
  wanted: { tags: string[] } & Pick<Selection, 'filepath' | 'filters' | 'sources' | 'view'>,
  ask: (db: Db, selection: Selection) => Promise<T>,
): Promise<T[]> {
  const { organization } = principal
  const tags = selectedTags(principal, wanted.tags)
  return Promise.all(
    cells.reach(organization).map(reach =>
      inScope(reach.cell, { org: organization.id }, async db => {
        await readByIndexOnly(db)
        const of = { org: organization.id, shards: reach.shards }
        const within = tags && { tags, containers: await containersOf(db, cells, organization, reach, tags) }
        // A scoped key has its container, and not what is elsewhere and carries its tag as a further one.
        const isScoped = principal.containerTag !== undefined
        const isAlone = within !== undefined && (isScoped || !(await hasSecondary(db, { ...of, within })))
        return ask(db, {
          ...of,
          within: within && { ...within, isAlone },
          filepath: wanted.filepath,
          filters: wanted.filters,
          sources: wanted.sources,
          ...(wanted.view && { view: wanted.view }),
        })
      }),
    ),
  )
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
  { cell }: Reach,
  tags: string[],
) {
  const found = []
  for (const tag of tags) {
    const shard = placeContainer(organization, tag)
    if (cells.of(shard) !== cell) continue
    const container = await findContainer(db, shard, organization.id, tag)
    if (container) found.push(container)
  }
  return found
}
