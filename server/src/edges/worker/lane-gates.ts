import { readSets } from '../../features/containers/set-store.ts'
import type { ChunkSizes } from '../../features/settings/chunk-sizes.ts'
import type { Cell } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { gateNames } from '../../platform/lanes/gate-names.ts'
import type { Gates, LaneGates } from '../../platform/lanes/gates.ts'
import { isOfDocuments, isReadLane, type Lane, lanes } from '../../platform/lanes/lane.ts'
import { chooseEmbedders, type Embedders } from '../../platform/providers/embedding/embedder.ts'

export type LaneNeeds = Embedders & { gates: Gates; chunkSizes: ChunkSizes; extractor: { name: string } }

/** Finds the shut gates that a lane would meet. While no gate is shut, that costs nothing. */
export function laneGates(app: LaneNeeds): LaneGates {
  return {
    async shutFor(cell, lane) {
      const shut = (await app.gates.listShut(cell)).map(({ name }) => name)
      if (shut.length === 0) return []
      const needed = await neededBy(app, cell, lane)
      return shut.filter(name => needed.includes(name))
    },
  }
}

/**
 * A build of another embedding set pauses by itself, and upkeep needs no model. A recording waits for its transcriber
 * alone, because other files of its lane need none.
 */
async function neededBy(app: LaneNeeds, cell: Cell, lane: Lane): Promise<string[]> {
  const isDream = lane.kind === lanes.dream
  if (!isDream && !isOfDocuments(lane.kind)) return []
  const sets = await inScope(cell, { org: lane.org }, db => readSets(db, lane))
  const { active } = chooseEmbedders(app, sets)
  return [
    gateNames.embedding(active.model),
    ...(isDream ? [gateNames.llm(app.extractor.name)] : []),
    ...(isDream || !app.chunkSizes.has(lane.org) ? [gateNames.directory] : []),
    ...(isReadLane(lane.kind) ? [gateNames.blobs, gateNames.disk] : []),
  ]
}
