import type { Organization } from '../../platform/access/principal.ts'
import { readInScope } from '../../platform/db/tx.ts'
import { homeOf, orNotFound, readEndpointId, type WebhooksApp } from './endpoint-copies.ts'
import { type EndpointRow, findEndpoint, listEndpoints as list } from './endpoint-store.ts'

type Cells = Pick<WebhooksApp, 'cells'>

/** All endpoints, the oldest first. In a spread organization, the worst of what its cells know of an endpoint counts. */
export async function listEndpoints(app: Cells, organization: Organization): Promise<EndpointRow[]> {
  const [home = [], ...others] = await Promise.all(
    homeFirst(app, organization).map(cell =>
      readInScope(cell, { org: organization.id }, db => list(db, organization.id)),
    ),
  )
  return home.map(row => withWorst(row, others.flat()))
}

export async function getEndpoint(app: Cells, organization: Organization, id: string): Promise<EndpointRow> {
  const endpoint = readEndpointId(id)
  const [home, ...others] = await Promise.all(
    homeFirst(app, organization).map(cell =>
      readInScope(cell, { org: organization.id }, db => findEndpoint(db, organization.id, endpoint)),
    ),
  )
  return withWorst(
    orNotFound(home),
    others.flatMap(row => (row ? [row] : [])),
  )
}

function homeFirst(app: Cells, organization: Organization) {
  const home = homeOf(app, organization)
  const others = app.cells.reach(organization).flatMap(({ cell }) => (cell === home ? [] : [cell]))
  return [home, ...others]
}

function withWorst(row: EndpointRow, others: readonly EndpointRow[]): EndpointRow {
  const same = others.filter(({ endpoint }) => endpoint === row.endpoint)
  const [worst] = [row, ...same].sort((a, b) => b.failures - a.failures)
  const { failures, failingSince, pausedUntil } = worst!
  return { ...row, failures, failingSince, pausedUntil }
}
