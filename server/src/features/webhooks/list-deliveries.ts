import type { Organization } from '../../platform/access/principal.ts'
import { readInScope } from '../../platform/db/tx.ts'
import { type DeliveryRow, listDeliveries as list } from './delivery-store.ts'
import type { WebhooksApp } from './endpoint-copies.ts'
import { readEventId } from './event-id.ts'
import { getEndpoint } from './list-endpoints.ts'
import type { DeliveriesQuery } from './schema.ts'

export type DeliveryPage = { rows: DeliveryRow[]; next: string | undefined }

/** A page of the deliveries of an endpoint, the latest first. */
export async function listDeliveries(
  app: Pick<WebhooksApp, 'cells'>,
  organization: Organization,
  id: string,
  { state, before, limit }: DeliveriesQuery,
): Promise<DeliveryPage> {
  const { endpoint } = await getEndpoint(app, organization, id)
  const org = organization.id
  // One more than asked for shows whether there is a next page. An unknown position starts before everything.
  const page = { state, before: before === undefined ? undefined : readEventId(before), limit: limit + 1 }
  const found = await Promise.all(
    app.cells
      .reach(organization)
      .map(({ cell, shards }) => readInScope(cell, { org }, db => list(db, { org, endpoint, shards }, page))),
  )
  const rows = found.flat().sort((a, b) => (a.event < b.event ? 1 : -1))
  const shown = rows.slice(0, limit)
  return { rows: shown, next: rows.length > limit ? shown.at(-1)!.event : undefined }
}
