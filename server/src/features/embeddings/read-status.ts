import type { Organization } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { type Contents, readContents, readFigures, type SetFigures } from './store.ts'

export type Status = Contents & { sets: SetFigures[] }

/** Sums the sets of an organization over all its cells: the contents of each, and of a complete one. */
export async function readStatus({ cells }: { cells: Cells }, organization: Organization): Promise<Status> {
  const org = organization.id
  const read = await Promise.all(
    cells.reach(organization).map(({ cell, shards }) =>
      inScope(cell, { org }, async db => ({
        ...(await readContents(db, { org, shards })),
        sets: await readFigures(db, { org, shards }),
      })),
    ),
  )
  return read.reduce((sum, each) => ({
    chunks: sum.chunks + each.chunks,
    memories: sum.memories + each.memories,
    containers: sum.containers + each.containers,
    sets: addUp([...sum.sets, ...each.sets]),
  }))
}

function addUp(figures: readonly SetFigures[]): SetFigures[] {
  const sets = new Map<number, SetFigures>()
  for (const each of figures) {
    const known = sets.get(each.id) ?? { ...each, chunks: 0, memories: 0, open: 0 }
    sets.set(each.id, {
      ...known,
      role: known.role ?? each.role,
      chunks: known.chunks + each.chunks,
      memories: known.memories + each.memories,
      open: known.open + each.open,
    })
  }
  return [...sets.values()]
}
