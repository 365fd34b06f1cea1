import { type Route, route } from '../http/route.ts'
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
      summary: 'What a delete removed from each layer, and whether a scan finds anything of it',
      operation: 'get',
      params: erasureParams,
      response: erasureJson,
      errors: [404],
      handle: async ({ principal, params }) => presentErasure(await getErasure(app, principal, params.id)),
    }),
  ]
}
