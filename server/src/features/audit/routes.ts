import type { Source } from '../../platform/db/tx.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import { auditExample } from './examples.ts'
import { listAudit } from './list-audit.ts'
import { presentAudit } from './present.ts'
import { auditQuery, auditResponse } from './schema.ts'

export function auditRoutes(app: { cells: { directory: Source } }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/audit',
      access: 'organization',
      role: 'admin',
      tag: 'Audit',
      summary: 'List the audit log',
      description:
        'Returns who did what, when and from where, the latest first: keys, members, sessions, settings and deletions. Entries cannot be changed or removed, and contain no content.',
      example: auditExample,
      query: auditQuery,
      response: auditResponse,
      handle: async ({ principal, query }) =>
        presentAudit(await listAudit(app.cells.directory, principal.organization, query), query.limit),
    }),
  ]
}
