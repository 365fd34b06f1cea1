import { type Route, route } from '../http/route.ts'
import { encodeId } from '../lib/ids.ts'
import type { MemoriesApp } from './add-memories.ts'
import { presentInferred } from './present.ts'
import { listUnreviewed, reviewInference } from './review-inference.ts'
import { inferredParams, listInferredResponse, reviewBody, reviewParams, reviewResponse } from './schema.ts'

const tag = 'Container tags'

export function inferredRoutes(app: Pick<MemoriesApp, 'cells'>): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/container-tags/:tag/inferred',
      access: 'organization',
      tag,
      summary: 'List up to 50 inferred memories that nobody reviewed, best supported first',
      operation: 'list',
      params: inferredParams,
      response: listInferredResponse,
      errors: [403],
      async handle({ principal, params }) {
        const memories = (await listUnreviewed(app, principal, params.tag)).map(presentInferred)
        return { memories, total: memories.length }
      },
    }),
    route({
      method: 'POST',
      path: '/v3/container-tags/:tag/inferred/:memoryId/review',
      access: 'organization',
      tag,
      summary: 'Approve or decline an inferred memory, or undo that',
      operation: 'memory',
      params: reviewParams,
      body: reviewBody,
      response: reviewResponse,
      errors: [403, 404, 409],
      async handle({ principal, params, body }) {
        const { memory, review } = await reviewInference(app, principal, params, body.action)
        const { id, isInference, isForgotten } = memory
        return { id: encodeId(id), isInference, isForgotten, reviewStatus: review }
      },
    }),
  ]
}
