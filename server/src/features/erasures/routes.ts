import { type Route, route } from '../../platform/routing/route.ts'
import { erasureExample } from './examples.ts'
import { type ErasuresApp, getErasure } from './get-erasure.ts'
import { presentErasure } from './present.ts'
import { erasureJson, erasureParams } from './schema.ts'

export function erasureRoutes(app: ErasuresApp): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/erasures/:id',
      access: 'scoped',
      tag: 'Erasures',
      summary: 'Get the receipt of a deletion',
      description:
        'Returns the number of rows that a deletion has removed from each layer so far, and the result of a scan made for this request. `isClean` is true when the purge is complete and the scan finds nothing. A receipt contains no content, no name and no tag. A scoped key gets 404 for receipts of deletions made with another key.',
      example: erasureExample,
      operation: 'get',
      params: erasureParams,
      response: erasureJson,
      errors: ['erasure.not_found'],
      handle: async ({ principal, params }) => presentErasure(await getErasure(app, principal, params.id)),
    }),
  ]
}
