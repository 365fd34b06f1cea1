import type { Config } from '../../platform/config.ts'
import type { Cell, Cells } from '../../platform/db/cells.ts'

/** The cells of WORKER_CELLS. A worker uses connections of other cells only for shards that are being moved there. */
export function assignedCells({
  cells,
  config,
}: {
  cells: Cells
  config: Pick<Config, 'WORKER_CELLS'>
}): readonly Cell[] {
  const names = config.WORKER_CELLS.split(',').flatMap(name => name.trim() || [])
  return names.length === 0 ? cells.all : cells.all.filter(({ name }) => names.includes(name))
}
