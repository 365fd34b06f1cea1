import { undoExample } from '../../features/memories/examples.ts'
import { presentUndo } from '../../features/memories/present.ts'
import { memoryParams, undoMemoryResponse } from '../../features/memories/schema.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import { type UndoApp, undoMemory } from './undo-memory.ts'

export function dreamRoutes(app: UndoApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v4/memories/:id/undo',
      access: 'scoped',
      tag: 'Memories',
      summary: 'Undo the last change of a memory',
      description:
        'Undoes the last change of a memory: it was forgotten, a caller changed it, or it superseded another memory. After undoing a supersession both memories are current, and dreaming does not repeat it.',
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
