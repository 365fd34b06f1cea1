import type { Cells } from '../../platform/db/cells.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import { graphExample } from './examples.ts'
import { presentGraph } from './present.ts'
import { readGraph } from './read-graph.ts'
import { graphBody, graphResponse } from './schema.ts'

export function graphRoutes(app: { cells: Cells }): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v3/graph',
      access: 'scoped',
      role: 'viewer',
      ownTag: true,
      tag: 'Graph',
      summary: 'Get the graph of a container',
      description:
        'Returns memories, documents and entities as nodes, and how they are related as edges. With `of`, the answer has the nodes up to two steps away from a memory, document or entity, whatever their state. Without it, the answer is an overview: the current memories with the most sources, and the documents and entities that most of them share, with at most three edges from each node.\n\nThe answer is bounded: at most 5,000 nodes and 10,000 edges, with labels of 80 characters, which is less than 3 MB. `isComplete` says whether a limit left something out.',
      example: graphExample,
      operation: 'list',
      body: graphBody,
      response: graphResponse,
      errors: ['auth.container_mismatch', 'memory.not_found', 'document.not_found'],
      handle: async ({ principal, body }) => presentGraph(await readGraph(app.cells, principal, body)),
    }),
  ]
}
