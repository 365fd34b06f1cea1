import { type Route, route } from '../../platform/routing/route.ts'
import type { MemoriesApp } from './add-memories.ts'
import { listInferredExample, reviewExample } from './examples.ts'
import {
  inferredParams,
  listInferredResponse,
  reviewBody,
  reviewParams,
  reviewResponse,
} from './inferred-schema.ts'
import { presentInferences, presentReview } from './present.ts'
import { listUnreviewed, reviewInference } from './review-inference.ts'

const tag = 'Container tags'

export function inferredRoutes(app: Pick<MemoriesApp, 'cells'>): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/container-tags/:tag/inferred',
      access: 'organization',
      tag,
      summary: 'List inferred memories to review',
      description:
        'Returns up to 50 memories that Reverie inferred from others and nobody has reviewed, best supported first. Inferred memories rank lower in search until they are approved. A tag that was never used has an empty list.',
      example: listInferredExample,
      operation: 'list',
      params: inferredParams,
      response: listInferredResponse,
      handle: async ({ principal, params }) =>
        presentInferences(await listUnreviewed(app, principal, params.tag)),
    }),
    route({
      method: 'POST',
      path: '/v3/container-tags/:tag/inferred/:memoryId/review',
      access: 'organization',
      tag,
      summary: 'Review an inferred memory',
      description:
        '`approve` makes the memory rank like a stated one, `decline` forgets it, and `undo` reverts either.',
      example: reviewExample,
      operation: 'memory',
      params: reviewParams,
      body: reviewBody,
      response: reviewResponse,
      errors: ['memory.not_found', 'memory.forgotten', 'memory.not_reviewable'],
      handle: async ({ principal, params, body }) =>
        presentReview(await reviewInference(app, principal, params, body.action)),
    }),
  ]
}
