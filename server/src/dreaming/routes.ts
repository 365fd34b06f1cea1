import { type Route, route } from '../http/route.ts'
import { encodeId } from '../lib/ids.ts'
import { presentMemory } from '../memories/present.ts'
import { memoryParams, undoMemoryResponse } from '../memories/schema.ts'
import { type UndoApp, undoMemory } from './undo-memory.ts'

export function dreamRoutes(app: UndoApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v4/memories/:id/undo',
      access: 'scoped',
      tag: 'Memories',
      summary: 'Undo what was last decided about a memory: an update, an edit or that it was forgotten',
      operation: 'memory',
      params: memoryParams,
      response: undoMemoryResponse,
      errors: [404, 409, 503],
      async handle({ principal, params, signal }) {
        const { id, undone, current } = await undoMemory(app, principal, params.id, signal)
        return { id: encodeId(id), undone, current: current.map(presentMemory) }
      },
    }),
  ]
}
