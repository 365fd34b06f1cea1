import type { Organization } from '../../platform/access/principal.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/lib/ids.ts'
import { insertDelivery } from './delivery-store.ts'
import { homeOf, orNotFound, readEndpointId, type WebhooksApp } from './endpoint-copies.ts'
import { findEndpoint } from './endpoint-store.ts'
import { testEvent } from './event-types.ts'

/** Queues a test event for one endpoint. It takes the way of all events, and is seen in the log. Returns its id. */
export async function sendTest(
  app: Pick<WebhooksApp, 'cells'>,
  organization: Organization,
  id: string,
): Promise<string> {
  const endpoint = readEndpointId(id)
  const { id: org, homeShard: shard } = organization
  const event = newId(shard)
  await inScope(homeOf(app, organization), { org }, async db => {
    const { disabledAt } = orNotFound(await findEndpoint(db, org, endpoint))
    if (disabledAt !== null) throw new AppError('webhook.disabled')
    await insertDelivery(db, { shard, org, endpoint }, { event, type: testEvent, data: { endpoint } })
  })
  return event
}
