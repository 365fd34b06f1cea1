import { undoExample } from '../memories/examples.ts'
import { presentUndo } from '../memories/present.ts'
import { memoryParams, undoMemoryResponse } from '../memories/schema.ts'
import { type Route, route } from '../routing/route.ts'
import { type UndoApp, undoMemory } from './undo-memory.ts'

export function dreamRoutes(app: UndoApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v4/memories/:id/undo',
      access: 'scoped',
      tag: 'Memories',
      summary: 'Undo the last decision about a memory',
      description:
        'Takes back the last thing decided about a memory: that it was forgotten, that a caller changed it, or that it superseded another. Both memories stand afterwards, and dreaming does not decide so again.',
      example: undoExample,
      operation: 'memory',
      params: memoryParams,
      response: undoMemoryResponse,
      errors: ['memory.not_found', 'memory.nothing_to_undo', 'embed.unavailable'],
      handle: async ({ principal, params, signal }) =>
        presentUndo(await undoMemory(app, principal, params.id, signal)),
    }),
  ]
}
