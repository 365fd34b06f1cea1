import { checkTags, type Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { readInScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { decodeId } from '../../platform/lib/ids.ts'
import { placeContainer } from '../containers/place-container.ts'
import { findContainer } from '../containers/store.ts'
import { tagOf } from '../containers/wire-shapes.ts'
import { emptyGraph, type Graph } from './graph.ts'
import { readContainerGraph } from './read-container-graph.ts'
import { readNeighbourhood, type Start } from './read-neighbourhood.ts'
import type { GraphBody } from './schema.ts'
import { readByLookups } from './store.ts'

const aroundNode = 200
const ofContainer = 1_000

/** The graph around a node, or an overview of a container. */
export async function readGraph(cells: Cells, principal: Principal, body: GraphBody): Promise<Graph> {
  const { organization } = principal
  const tag = tagOf(body)
  checkTags(principal, [tag])
  const start = body.of && startOf(body.of)
  const maxNodes = body.maxNodes ?? (start ? aroundNode : ofContainer)
  const limits = { depth: body.depth, maxNodes, maxEdges: body.maxEdges ?? 2 * maxNodes }
  const shard = placeContainer(organization, tag)
  const org = organization.id
  const graph = await readInScope(cells.of(shard), { org }, async db => {
    await readByLookups(db)
    const key = await findContainer(db, shard, org, tag)
    if (!key) return emptyGraph
    return start ? readNeighbourhood(db, key, start, limits) : readContainerGraph(db, key, limits)
  })
  if (start && start.kind !== 'entity' && graph.nodes[0]?.id !== start.id) throw notFound(start)
  return graph
}

function startOf({ kind, id }: NonNullable<GraphBody['of']>): Start {
  if (kind === 'entity') return { kind, id: `entity:${id.replace(/^entity:/, '').toLowerCase()}` }
  const uuid = decodeId(id)
  if (!uuid) throw notFound({ kind })
  return { kind, id: uuid }
}

const notFound = ({ kind }: Pick<Start, 'kind'>) =>
  new AppError(kind === 'document' ? 'document.not_found' : 'memory.not_found')
